package discordtest

import (
	"bytes"
	"encoding/json"
	"path"
	"slices"
	"strings"
	"unicode/utf16"
)

// body is the JSON of a message.
type body struct {
	Content     *string
	Flags       int
	Nonce       string
	Enforce     bool `json:"enforce_nonce"`
	Components  *[]component
	Attachments *[]described
	Mentions    *struct {
		Parse []string
		Users []string
	} `json:"allowed_mentions"`
	Reference *struct {
		Message string `json:"message_id"`
		Strict  *bool  `json:"fail_if_not_exists"`
	} `json:"message_reference"`
}

// described is the description of an attachment: a new one by the number of its form part, an existing one by its id.
type described struct {
	ID          string
	Filename    string
	Description string
}

// message applies the body of a call to a message.
func (s *Server) message(m *Message, c *call, fresh bool) (body, *problem) {
	var b body
	if err := json.Unmarshal(c.payload, &b); err != nil {
		return b, invalid("%v", err)
	}
	return b, s.fill(m, b, c, fresh)
}

func (s *Server) fill(m *Message, b body, c *call, fresh bool) *problem {
	if b.Content != nil {
		if n := len(utf16.Encode([]rune(*b.Content))); n > 2000 {
			return invalid("content: Must be 2000 or fewer in length, not %d.", n)
		}
		s.checkMentioned(*b.Content)
	}
	if b.Components != nil {
		if wrong := checkComponents(*b.Components); wrong != nil {
			return wrong
		}
	}
	kept := false
	if b.Attachments != nil {
		fresh := slices.DeleteFunc(slices.Clone(*b.Attachments), func(a described) bool {
			return a.ID == m.attached &&
				a.ID != ""
		})
		kept = len(fresh) < len(*b.Attachments)
		b.Attachments = &fresh
	}
	if wrong := checkFiles(b, c); wrong != nil {
		return wrong
	}
	if b.Content != nil {
		m.Content = *b.Content
	}
	if b.Components != nil {
		m.components = *b.Components
	}
	if b.Attachments != nil {
		if !kept {
			m.Picture, m.Alt, m.File, m.attached = nil, "", nil, "" // attachments that are not listed are removed
		}
		for _, a := range *b.Attachments {
			if m.attached != "" {
				return invalid("two things attached are not known here")
			}
			m.attached = s.snowflake()
			data := c.files[partOf(a.ID)]
			if m.Alt = a.Description; bytes.HasPrefix(data, []byte(magic[".png"])) {
				m.Picture = data
			} else {
				m.File = &File{Name: a.Filename, Data: data}
			}
		}
	}
	if strings.TrimSpace(m.Content) == "" && m.Picture == nil && m.File == nil && len(m.components) == 0 {
		return emptyMessage
	}
	if fresh && b.Mentions != nil {
		for _, found := range mentions.FindAllStringSubmatch(m.Content, -1) {
			u := s.users[found[1]]
			if u != nil && !slices.Contains(m.Pinged, u) &&
				(slices.Contains(b.Mentions.Users, u.ID) || slices.Contains(b.Mentions.Parse, "users")) {
				m.Pinged = append(m.Pinged, u)
			}
		}
		if len(b.Mentions.Users) > 0 && slices.Contains(b.Mentions.Parse, "users") {
			return invalid("allowed_mentions: parse:[\"users\"] and users: [ids...] are mutually exclusive.")
		}
	}
	if b.Content != nil && b.Mentions == nil {
		return invalid("a message without allowed_mentions notifies whoever its text names")
	}
	s.sees(m, b.Content)
	return nil
}

func checkFiles(b body, c *call) *problem {
	described := 0
	if b.Attachments != nil {
		described = len(*b.Attachments)
		for _, a := range *b.Attachments {
			if len([]rune(a.Description)) > 1024 {
				return invalid("attachments: description: Must be 1024 or fewer in length.")
			}
			name := c.names[partOf(a.ID)]
			if name == "" || name != a.Filename || strings.ContainsAny(name, "/\\") {
				return invalid("attachments: %q with the id %s is the file %q", a.Filename, a.ID, name)
			}
			if !bytes.HasPrefix(c.files[partOf(a.ID)], []byte(magic[path.Ext(name)])) {
				return invalid("%s is not the picture that it should be", name)
			}
		}
	}
	if described != len(c.files) {
		return invalid("attachments: %d are described, %d are there", described, len(c.files))
	}
	for _, file := range c.files {
		if len(file) > 10<<20 {
			return tooLarge
		}
	}
	return nil
}

// magic is how files begin, by extension.
var magic = map[string]string{".png": "\x89PNG", ".gif": "GIF8"}

// partOf returns the name of the form part of a numbered file.
func partOf(id string) string { return "files[" + id + "]" }

// checkComponents enforces the limits of rows, buttons and menus.
func checkComponents(rows []component) *problem {
	if len(rows) > 5 {
		return invalid("components: Must be 5 or fewer in length.")
	}
	seen := map[string]bool{}
	for _, row := range rows {
		if row.Type != 1 || len(row.Components) == 0 || len(row.Components) > 5 {
			return invalid("components: a row must have 1 to 5 components, not %d", len(row.Components))
		}
		for _, c := range row.Components {
			if c.Type == 2 && c.Style == 5 {
				if c.Custom != "" || !strings.HasPrefix(c.URL, "https://") || len(c.URL) > 512 || c.Label == "" ||
					len([]rune(c.Label)) > 80 {
					return invalid("a link %q to %q with the id %q", c.Label, c.URL, c.Custom)
				}
				continue
			}
			n := len([]rune(c.Custom))
			switch {
			case n < 1 || n > 100:
				return invalid("custom_id: Must be between 1 and 100 in length.")
			case seen[c.Custom]:
				return invalid("custom_id: Component custom id cannot be duplicated")
			case c.Type == 2 && (c.Label == "" || len([]rune(c.Label)) > 80 || c.Style < 1 || c.Style > 4):
				return invalid("button %q of style %d", c.Label, c.Style)
			case (c.Type == 3 || c.Type == 5) && len(row.Components) > 1:
				return invalid("components: a menu needs a row of its own")
			case c.Type == 3:
				if wrong := checkOptions(c); wrong != nil {
					return wrong
				}
			case c.Type == 5 && (len(c.Options) > 0 || len([]rune(c.Placeholder)) > 150):
				return invalid("a list of people with %d options", len(c.Options))
			case c.Type != 2 && c.Type != 5:
				return invalid("component of type %d", c.Type)
			}
			seen[c.Custom] = true
		}
	}
	return nil
}

func checkOptions(c component) *problem {
	if len(c.Options) < 1 || len(c.Options) > 25 || len([]rune(c.Placeholder)) > 150 {
		return invalid("options: Must be between 1 and 25 in length.")
	}
	values := map[string]bool{}
	for _, o := range c.Options {
		if o.Label == "" || len([]rune(o.Label)) > 100 || o.Value == "" || len([]rune(o.Value)) > 100 || values[o.Value] {
			return invalid("option %q with value %q", o.Label, o.Value)
		}
		values[o.Value] = true
	}
	return nil
}
