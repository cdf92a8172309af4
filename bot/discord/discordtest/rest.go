package discordtest

import (
	"bytes"
	"encoding/json"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"path"
	"slices"
	"strings"
	"time"
	"unicode/utf16"
)

// call is a request with its body read.
type call struct {
	*http.Request
	payload []byte            // the JSON
	files   map[string][]byte // by the name of the part
	names   map[string]string // of the files
}

// routes are the calls that the server knows. Each answers with something to be sent as JSON, nil for nothing.
func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	for _, path := range []string{"/gateway/", "/resume/"} {
		mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			s.orFault(w, r, func(w http.ResponseWriter) { s.gateway(w, r) })
		})
	}
	mux.HandleFunc("GET /attachments/", s.deliver)
	for pattern, route := range map[string]struct {
		kind string
		do   func(*call) (any, *problem)
	}{
		"POST /channels/{channel}/messages":                 {"messages", s.createMessage},
		"PATCH /channels/{channel}/messages/{message}":      {"messages", s.editMessage},
		"POST /channels/{channel}/threads":                  {"threads", s.createThread},
		"PUT /channels/{channel}/thread-members/{user}":     {"thread members", s.addMember},
		"GET /channels/{channel}":                           {"channels", s.getChannel},
		"GET /guilds/{guild}":                               {"guilds", s.getGuild},
		"GET /guilds/{guild}/members/{user}":                {"members", s.getMember},
		"PATCH /channels/{channel}":                         {"channels", s.archive},
		"DELETE /channels/{channel}":                        {"channels", s.deleteChannel},
		"POST /interactions/{id}/{token}/callback":          {"callbacks", s.callback},
		"POST /webhooks/{app}/{token}":                      {"webhooks", s.followUp},
		"PATCH /webhooks/{app}/{token}/messages/@original":  {"webhooks", s.editOriginal},
		"DELETE /webhooks/{app}/{token}/messages/@original": {"webhooks", s.deleteOriginal},
		"PATCH /webhooks/{app}/{token}/messages/{message}":  {"webhooks", s.editFollowUp},
		"PUT /applications/{app}/commands":                  {"commands", s.overwriteCommands},
		"PUT /applications/{app}/guilds/{guild}/commands":   {"commands", s.overwriteCommands},
		"GET /gateway/bot":                                  {"gateway", s.gatewayAddress},
		"GET /channels/{channel}/messages":                  {"messages", s.getMessages},
	} {
		method, path, _ := strings.Cut(pattern, " ")
		form := formOf(pattern)
		if !form.known {
			s.t.Fatalf("%s is no call of Discord's", pattern)
		}
		mux.HandleFunc(method+" /api/v10"+path, func(w http.ResponseWriter, r *http.Request) {
			s.mu.Lock()
			s.calls[method+" "+route.kind]++
			s.mu.Unlock()
			s.serve(w, r, form, route.do)
		})
	}
	return mux
}

// serve answers a call, or lets it fail.
func (s *Server) serve(w http.ResponseWriter, r *http.Request, f form, do func(*call) (any, *problem)) {
	c := &call{Request: r}
	if err := c.read(); err != nil {
		refuse(w, invalid("%v", err))
		return
	}
	s.orFail(w, r, func(w http.ResponseWriter) {
		s.answer(w, c, func(c *call) (any, *problem) {
			if wrong := f.check(c); wrong != nil {
				return nil, wrong
			}
			return do(c)
		})
	})
}

// Around has every call of the REST API pass through a function, which answers it with real or otherwise; nil ends that.
func (s *Server) Around(pass func(w http.ResponseWriter, r *http.Request, real func(http.ResponseWriter))) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.around = pass
}

// orFail answers a call, unless something is to go wrong with it.
func (s *Server) orFail(w http.ResponseWriter, r *http.Request, answer func(http.ResponseWriter)) {
	s.mu.Lock()
	around := s.around
	s.mu.Unlock()
	if around != nil {
		around(w, r, func(w http.ResponseWriter) { s.orFault(w, r, answer) })
		return
	}
	s.orFault(w, r, answer)
}

func (s *Server) orFault(w http.ResponseWriter, r *http.Request, answer func(http.ResponseWriter)) {
	fault := s.fault(r)
	switch {
	case fault == nil:
		answer(w)
	case fault.Hang:
		select {
		case <-r.Context().Done():
		case <-fault.over:
		}
		panic(http.ErrAbortHandler)
	case fault.Lose:
		answer(httptest.NewRecorder())
		panic(http.ErrAbortHandler)
	case fault.Delay+fault.Late > 0:
		held := httptest.NewRecorder()
		time.Sleep(fault.Late)
		answer(held)
		late := time.NewTimer(fault.Delay)
		defer late.Stop()
		select {
		case <-late.C:
		case <-r.Context().Done():
			panic(http.ErrAbortHandler)
		}
		for k, v := range held.Header() {
			w.Header()[k] = v
		}
		w.WriteHeader(held.Code)
		_, _ = w.Write(held.Body.Bytes())
	default:
		for k, v := range fault.Header {
			w.Header().Set(k, v)
		}
		if fault.Body != "" {
			w.WriteHeader(fault.Status)
			_, _ = io.WriteString(w, fault.Body)
			return
		}
		refuse(w, &problem{fault.Status, fault.Code, http.StatusText(fault.Status)})
	}
}

func (s *Server) answer(w http.ResponseWriter, c *call, do func(*call) (any, *problem)) {
	s.mu.Lock()
	token := s.token
	w.Header().Set("Date", s.now().UTC().Format(http.TimeFormat))
	s.mu.Unlock()
	if c.Header.Get("Authorization") != "Bot "+token {
		refuse(w, unauthorized)
		return
	}
	s.mu.Lock()
	if s.paced.refuses(w, c) {
		s.mu.Unlock()
		return
	}
	result, wrong := do(c)
	var text []byte
	if wrong == nil && result != nil {
		text, _ = json.Marshal(result)
	}
	s.mu.Unlock()
	switch {
	case wrong != nil:
		if wrong.status == http.StatusBadRequest {
			s.t.Logf("refused: %s %s: %s", c.Method, c.URL.Path, wrong.Message)
		}
		refuse(w, wrong)
	case result == nil:
		w.WriteHeader(http.StatusNoContent)
	default:
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(text)
	}
}

func refuse(w http.ResponseWriter, p *problem) { reply(w, p.status, p) }

func reply(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

// read takes the JSON and the files out of a request.
func (c *call) read() error {
	body, err := io.ReadAll(c.Body)
	if err != nil || len(body) == 0 {
		return err
	}
	kind, params, err := mime.ParseMediaType(c.Header.Get("Content-Type"))
	if err != nil {
		return err
	}
	if kind != "multipart/form-data" {
		c.payload = body
		return nil
	}
	c.files, c.names = map[string][]byte{}, map[string]string{}
	parts := multipart.NewReader(bytes.NewReader(body), params["boundary"])
	for {
		p, err := parts.NextPart()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		text, err := io.ReadAll(p)
		if err != nil {
			return err
		}
		if p.FormName() == "payload_json" {
			c.payload = text
			continue
		}
		c.files[p.FormName()], c.names[p.FormName()] = text, p.FileName()
	}
}

// body is what a message is made of.
type body struct {
	Content     *string
	Flags       int
	Nonce       string
	Enforce     bool `json:"enforce_nonce"`
	Components  *[]component
	Attachments *[]struct {
		ID          string
		Filename    string
		Description string
	}
	Mentions *struct {
		Parse []string
		Users []string
	} `json:"allowed_mentions"`
	Reference *struct {
		Message string `json:"message_id"`
		Strict  *bool  `json:"fail_if_not_exists"`
	} `json:"message_reference"`
}

// message reads the body of a call and changes a message accordingly.
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
	}
	if b.Components != nil {
		if wrong := checkComponents(*b.Components); wrong != nil {
			return wrong
		}
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
		m.Picture, m.Alt, m.File = nil, "", nil // those that are not named are taken away
		for _, a := range *b.Attachments {
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
			if u != nil && !slices.Contains(m.Pinged, u) && (slices.Contains(b.Mentions.Users, u.ID) || slices.Contains(b.Mentions.Parse, "users")) {
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

// magic is how files begin, by the ending of the name.
var magic = map[string]string{".png": "\x89PNG", ".gif": "GIF8"}

// partOf is the name of the part that has the file with a number.
func partOf(id string) string { return "files[" + id + "]" }

// checkComponents knows the limits of rows, buttons and menus.
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
