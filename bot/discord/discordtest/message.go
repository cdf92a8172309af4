package discordtest

import (
	"regexp"
	"slices"
	"strconv"
	"time"
)

// Message is a message of the bot or a user, as it was posted or edited. Its methods return what has become of it
// since.
type Message struct {
	ID         string
	Content    string
	Type       int
	Referenced *Message
	Picture    []byte // the attachment, if it is a PNG
	Alt        string
	File       *File   // the attachment, if it is something else
	Pinged     []*User // who was notified
	Silent     bool    // sent without a notification
	Secret     bool    // visible to one person only

	s          *Server
	author     *User
	channel    *Channel
	when       time.Time
	attached   string // id of the attachment
	ping       bool   // a reply that notifies the author of the message replied to
	components []component
	*fate
}

// fate is what becomes of a message.
type fate struct {
	now     *Message
	answers bool // is the answer to an interaction
	edits   int
	deleted bool
}

// newMessage makes a message that is not posted yet. The caller holds mu.
func (s *Server) newMessage(author *User, c *Channel) *Message {
	m := &Message{ID: s.snowflake(), s: s, author: author, channel: c, when: time.Now()}
	m.fate = &fate{now: m}
	return m
}

// change applies an edit to a message. The caller holds mu.
func (s *Server) change(m *Message, c *call) (*Message, *problem) {
	changed := *m.now
	if _, wrong := s.message(&changed, c, false); wrong != nil {
		return nil, wrong
	}
	if changed.Content != m.now.Content && !m.Secret {
		m.channel.texts = append(m.channel.texts, changed.Content)
	}
	m.now = &changed
	m.edits++
	if s.messages[m.ID] != nil {
		s.messages[m.ID] = m.now
	}
	m.channel.bell.ring()
	return m.now, nil
}

// Edited waits until the bot has edited a message so many times, and returns the result.
func (m *Message) Edited(times int) *Message {
	m.s.t.Helper()
	m.s.await(&m.channel.bell, func() bool { return m.edits >= times }, "%q to be changed %d times", m.Content, times)
	m.s.mu.Lock()
	defer m.s.mu.Unlock()
	return m.now
}

// Next waits for the next message of the bot in the channel of a message, or for an edit of this one.
func (m *Message) Next() *Message {
	m.s.t.Helper()
	next := m.NextWithin(Patience)
	if next == nil {
		m.s.t.Fatalf("waited in vain for a message in %s, or %q to be changed", m.channel.Name, m.Content)
	}
	return next
}

// NextWithin is Next, or nil if nothing comes in time.
func (m *Message) NextWithin(d time.Duration) *Message {
	c := m.channel
	if !m.s.within(d, &c.bell, func() bool { return m.now != m || len(c.said) > c.read }) {
		return nil
	}
	m.s.mu.Lock()
	defer m.s.mu.Unlock()
	if m.now != m {
		return m.now
	}
	c.read++
	return c.said[c.read-1]
}

// Edits counts the bot's edits of a message.
func (m *Message) Edits() int {
	m.s.mu.Lock()
	defer m.s.mu.Unlock()
	return m.edits
}

// Delete deletes a message as a moderator.
func (m *Message) Delete() {
	m.s.mu.Lock()
	defer m.s.mu.Unlock()
	m.deleted = true
}

// component is a row, a button or a menu.
type component struct {
	Type        int         `json:"type"`
	Components  []component `json:"components,omitempty"`
	Label       string      `json:"label,omitempty"`
	Style       int         `json:"style,omitempty"`
	Custom      string      `json:"custom_id,omitempty"`
	URL         string      `json:"url,omitempty"`
	Placeholder string      `json:"placeholder,omitempty"`
	Options     []choice    `json:"options,omitempty"`
}

type choice struct {
	Label string `json:"label"`
	Value string `json:"value"`
}

var mentions = regexp.MustCompile(`<@(\d+)>`)

// Buttons returns the labels of the current buttons and menu options.
func (m *Message) Buttons() []string {
	m.s.mu.Lock()
	defer m.s.mu.Unlock()
	var labels []string
	for _, row := range m.now.components {
		for _, c := range row.Components {
			if c.Type == 2 {
				labels = append(labels, c.Label)
			}
			for _, o := range c.Options {
				labels = append(labels, o.Label)
			}
		}
	}
	return labels
}

// Style returns Discord's number for a button's style, 0 if no button has the label.
func (m *Message) Style(label string) int {
	m.s.mu.Lock()
	defer m.s.mu.Unlock()
	for _, row := range m.now.components {
		for _, c := range row.Components {
			if c.Type == 2 && c.Label == label {
				return c.Style
			}
		}
	}
	return 0
}

// Menus returns the placeholders of the menus.
func (m *Message) Menus() []string {
	m.s.mu.Lock()
	defer m.s.mu.Unlock()
	var found []string
	for _, row := range m.now.components {
		for _, c := range row.Components {
			if c.Type == 3 {
				found = append(found, c.Placeholder)
			}
		}
	}
	return found
}

// Bare waits until a message has no components.
func (m *Message) Bare() {
	m.s.t.Helper()
	m.s.await(&m.channel.bell, func() bool { return len(m.now.components) == 0 }, "the buttons to go from %q", m.Content)
}

// Deleted reports whether a message was deleted.
func (m *Message) Deleted() bool {
	m.s.mu.Lock()
	defer m.s.mu.Unlock()
	return m.deleted
}

// Gone waits until a message is deleted.
func (m *Message) Gone() {
	m.s.t.Helper()
	m.s.await(&m.channel.bell, func() bool { return m.deleted }, "%q to go", m.Content)
}

// press returns the component with a label. The caller holds mu.
func (m *Message) press(label string) (custom string, kind int, values []string, ok bool) {
	for _, row := range m.now.components {
		for _, c := range row.Components {
			if c.Type == 2 && c.Label == label {
				return c.Custom, 2, nil, true
			}
			for _, o := range c.Options {
				if o.Label == label {
					return c.Custom, 3, []string{o.Value}, true
				}
			}
		}
	}
	return "", 0, nil, false
}

func (u *User) wire() map[string]any {
	w := map[string]any{"id": u.ID, "username": u.Handle, "discriminator": "0", "global_name": nil, "avatar": nil}
	if u.Name != "" {
		w["global_name"] = u.Name
	}
	if u.bot {
		w["bot"] = true
	}
	return w
}

// memberWire returns a member of a server as Discord describes it; the user is included only in interactions.
func (g *Guild) memberWire(u *User, full bool) map[string]any {
	w := map[string]any{"nick": nil, "roles": g.rolesOf(u), "joined_at": "2026-01-01T00:00:00.000000+00:00", "deaf": false,
		"mute": false}
	if nick := g.members[u.ID]; nick != "" {
		w["nick"] = nick
	}
	if full {
		w["user"] = u.wire()
		w["permissions"] = strconv.FormatUint(g.permissionsOf(u), 10)
	}
	return w
}

// messageWire returns a message as Discord describes it. The caller holds mu.
func (s *Server) messageWire(m *Message) map[string]any {
	w := map[string]any{
		"id": m.ID, "channel_id": m.channel.ID, "content": m.Content, "type": m.Type, "author": m.author.wire(),
		"timestamp": "2026-11-20T20:00:00.000000+00:00", "edited_timestamp": nil, "tts": false, "mention_everyone": false,
		"attachments": m.filesWire(), "embeds": []any{}, "mention_roles": []any{}, "pinned": false, "flags": 0,
	}
	if m.Secret {
		w["flags"] = 64
	}
	g := m.channel.guild
	if g != nil {
		w["guild_id"] = g.ID
		w["member"] = g.memberWire(m.author, false)
	}
	if m.components == nil {
		w["components"] = []any{}
	} else {
		w["components"] = m.components
	}
	mentioned := []map[string]any{}
	mention := func(u *User) {
		if u == nil || slices.ContainsFunc(mentioned, func(w map[string]any) bool { return w["id"] == u.ID }) {
			return
		}
		x := u.wire()
		if g != nil {
			x["member"] = g.memberWire(u, false)
		}
		mentioned = append(mentioned, x)
	}
	for _, found := range mentions.FindAllStringSubmatch(m.Content, -1) {
		mention(s.users[found[1]])
	}
	if m.Referenced != nil {
		if m.ping {
			mention(m.Referenced.author)
		}
		w["message_reference"] = map[string]any{"message_id": m.Referenced.ID, "channel_id": m.channel.ID}
		if m.Referenced.deleted {
			w["referenced_message"] = nil
		} else {
			to := s.messageWire(m.Referenced.now)
			delete(to, "member")
			w["referenced_message"] = to
		}
	}
	w["mentions"] = mentioned
	return w
}
