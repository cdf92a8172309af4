package discordtest

import (
	"encoding/json"
	"strconv"
	"time"
)

// Interaction is a command, a press of a button, or a word being typed.
type Interaction struct {
	ID string

	s       *Server
	token   string
	kind    int // 2 command, 3 component, 4 completion
	by      *User
	channel *Channel
	source  *Message // with the button
	began   time.Time
	took    time.Duration // until the first answer
	first   int           // type of the first answer, 0: none yet
	answers []*Message    // what only the author sees
	waiting *Message      // the deferred answer to a command: is not there before it is filled
	read    int
	choices []string
	ended   bool
	bell    bell
}

// Option is something given with a command.
type Option struct {
	Name  string
	Value any // string, bool or *User
}

// With gives an option.
func With(name string, value any) Option { return Option{name, value} }

// wire is how an option is sent. The caller holds mu.
func (o Option) wire(g *Guild, users, members map[string]any) map[string]any {
	switch v := o.Value.(type) {
	case *User:
		users[v.ID] = v.wire()
		if g != nil {
			if _, there := g.members[v.ID]; there {
				members[v.ID] = g.memberWire(v, false)
			}
		}
		return map[string]any{"name": o.Name, "type": 6, "value": v.ID}
	case bool:
		return map[string]any{"name": o.Name, "type": 5, "value": v}
	}
	return map[string]any{"name": o.Name, "type": 3, "value": o.Value}
}

// Command gives a slash command, which the bot must have registered.
func (u *User) Command(c *Channel, name string, options ...Option) *Interaction {
	u.s.t.Helper()
	u.s.offered(c, name, options)
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	return u.command(2, c, name, options, nil)
}

// Completes types into an option of a command and returns what is suggested.
func (u *User) Completes(c *Channel, name string, typed Option) []string {
	u.s.t.Helper()
	u.s.offered(c, name, []Option{typed})
	u.s.mu.Lock()
	i := u.command(4, c, name, nil, &typed)
	u.s.mu.Unlock()
	u.s.await(&i.bell, func() bool { return i.first != 0 }, "completions of %v", typed.Value)
	return i.choices
}

func (u *User) command(kind int, c *Channel, name string, options []Option, typed *Option) *Interaction {
	users, members, given := map[string]any{}, map[string]any{}, []map[string]any{}
	for _, o := range options {
		given = append(given, o.wire(c.guild, users, members))
	}
	if typed != nil {
		w := typed.wire(c.guild, users, members)
		w["focused"] = true
		given = append(given, w)
	}
	return u.interact(&Interaction{kind: kind, channel: c}, map[string]any{
		"id": "77", "name": name, "type": 1, "options": given,
		"resolved": map[string]any{"users": users, "members": members},
	})
}

// Presses a button or chooses from a menu, by the label.
func (u *User) Presses(m *Message, label string) *Interaction {
	u.s.t.Helper()
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	custom, kind, values, ok := m.press(label)
	if !ok {
		u.s.t.Fatalf("%q has no button %q", m.Content, label)
	}
	return u.interact(&Interaction{kind: 3, channel: m.channel, source: m}, map[string]any{
		"custom_id": custom, "component_type": kind, "values": values,
	})
}

// interact sends an interaction. The caller holds mu.
func (u *User) interact(i *Interaction, data map[string]any) *Interaction {
	s, c := u.s, i.channel
	i.s, i.by, i.began = s, u, time.Now()
	i.ID = s.snowflake()
	i.token = "interaction-" + i.ID
	s.interactions[i.token] = i
	kind := 0
	if c.Thread {
		kind = 11
	} else if c.guild == nil {
		kind = 1
	}
	w := map[string]any{
		"id": i.ID, "application_id": s.App, "type": i.kind, "token": i.token, "version": 1, "channel_id": c.ID,
		"channel": map[string]any{"id": c.ID, "type": kind}, "locale": u.Locale, "data": data,
		"app_permissions": strconv.FormatUint(everything&^c.denied, 10), "entitlements": []any{}, "context": 1,
	}
	if c.guild != nil {
		features := []string{}
		if c.guild.Community {
			features = append(features, "COMMUNITY")
		}
		w["guild_id"], w["guild_locale"], w["context"] = c.guild.ID, c.guild.Locale, 0
		w["guild"] = map[string]any{"id": c.guild.ID, "locale": c.guild.Locale, "features": features}
		w["member"] = c.guild.memberWire(u, true)
	} else {
		w["user"] = u.wire()
	}
	if i.source != nil {
		w["message"] = s.messageWire(i.source)
	}
	s.push(s.latest(), "INTERACTION_CREATE", w)
	return i
}

// Private is the next message that only the author of the interaction sees; it is waited for.
func (i *Interaction) Private() *Message {
	i.s.t.Helper()
	i.s.await(&i.bell, func() bool { return len(i.answers) > i.read }, "an answer for %s only", i.by.Handle)
	i.s.mu.Lock()
	defer i.s.mu.Unlock()
	i.read++
	return i.answers[i.read-1]
}

// Silent waits until the interaction has ended without a word, and fails if there was one.
func (i *Interaction) Silent() {
	i.s.t.Helper()
	i.s.await(&i.bell, func() bool { return i.ended || len(i.answers) > i.read }, "the end of an interaction of %s", i.by.Handle)
	i.s.mu.Lock()
	defer i.s.mu.Unlock()
	if len(i.answers) > i.read {
		i.s.t.Errorf("%s was told %q", i.by.Handle, i.answers[i.read].Content)
	}
}

// Acknowledged waits for the first answer, and returns after what time it came and of which type it was.
func (i *Interaction) Acknowledged() (time.Duration, int) {
	i.s.t.Helper()
	i.s.await(&i.bell, func() bool { return i.first != 0 }, "the first answer to an interaction of %s", i.by.Handle)
	return i.took, i.first
}

// interaction finds one by the token of a call. The caller holds mu.
func (s *Server) interaction(r *call) *Interaction {
	i := s.interactions[r.PathValue("token")]
	if i != nil && r.PathValue("app") != "" && r.PathValue("app") != s.App {
		return nil
	}
	return i
}

func (s *Server) callback(r *call) (any, *problem) {
	i := s.interaction(r)
	var b struct {
		Type int
		Data json.RawMessage
	}
	switch {
	case i == nil || i.ID != r.PathValue("id"):
		return nil, unknownInteraction
	case i.first != 0:
		return nil, acknowledged
	case time.Since(i.began) > 3*time.Second:
		return nil, unknownInteraction
	case json.Unmarshal(r.payload, &b) != nil:
		return nil, invalid("the answer is no JSON")
	}
	switch {
	case b.Type == 8 && i.kind == 4:
		if wrong := i.complete(b.Data); wrong != nil {
			return nil, wrong
		}
	case b.Type == 4 && i.kind != 4:
		m := &Message{ID: s.snowflake(), s: s, author: s.Bot, channel: i.channel}
		x, wrong := s.message(m, &call{Request: r.Request, payload: b.Data}, true)
		if wrong != nil {
			return nil, wrong
		}
		m.Secret = x.Flags&64 != 0
		i.answers = append(i.answers, m)
	case b.Type == 5 && i.kind == 2:
		i.waiting = &Message{ID: s.snowflake(), s: s, author: s.Bot, channel: i.channel, Secret: true}
	case b.Type == 6 && i.kind == 3:
	default:
		return nil, invalid("answer of type %d to an interaction of type %d", b.Type, i.kind)
	}
	i.first, i.took = b.Type, time.Since(i.began)
	i.bell.ring()
	return nil, nil
}

func (i *Interaction) complete(data json.RawMessage) *problem {
	var b struct {
		Choices []struct{ Name, Value string }
	}
	if json.Unmarshal(data, &b) != nil || len(b.Choices) > 25 {
		return invalid("choices: Must be 25 or fewer in length.")
	}
	for _, c := range b.Choices {
		if n := len([]rune(c.Name)); n < 1 || n > 100 || len([]rune(c.Value)) > 100 {
			return invalid("choice %q", c.Name)
		}
		i.choices = append(i.choices, c.Value)
	}
	return nil
}

func (s *Server) followUp(r *call) (any, *problem) {
	i := s.interaction(r)
	if i == nil || i.first == 0 {
		return nil, unknownWebhook
	}
	m := &Message{ID: s.snowflake(), s: s, author: s.Bot, channel: i.channel}
	b, wrong := s.message(m, r, true)
	if wrong != nil {
		return nil, wrong
	}
	m.Secret = b.Flags&64 != 0
	i.answers = append(i.answers, m)
	i.bell.ring()
	return s.messageWire(m), nil
}

// original is what @original means: the deferred answer to a command, or the message with the button. The caller holds mu.
func (i *Interaction) original() *Message {
	if i.first == 5 {
		return i.waiting
	}
	return i.source
}

func (s *Server) editOriginal(r *call) (any, *problem) {
	i := s.interaction(r)
	if i == nil || i.first == 0 {
		return nil, unknownWebhook
	}
	m := i.original()
	if m == nil || m.deleted {
		return nil, unknownMessage
	}
	if _, wrong := s.message(m, r, true); wrong != nil {
		return nil, wrong
	}
	i.answers = append(i.answers, m)
	i.bell.ring()
	i.channel.bell.ring()
	return s.messageWire(m), nil
}

func (s *Server) deleteOriginal(r *call) (any, *problem) {
	i := s.interaction(r)
	if i == nil || i.first == 0 {
		return nil, unknownWebhook
	}
	m := i.original()
	if m == nil || m.deleted {
		return nil, unknownMessage
	}
	m.deleted, i.ended = true, true
	i.bell.ring()
	i.channel.bell.ring()
	return nil, nil
}
