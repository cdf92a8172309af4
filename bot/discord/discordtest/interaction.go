package discordtest

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// Interaction is a command, a press of a button, an autocomplete request, or a submitted form.
type Interaction struct {
	ID string

	s         *Server
	token     string
	kind      int // 2 command, 3 component, 4 autocomplete, 5 form
	by        *User
	channel   *Channel
	source    *Message // message with the button
	began     time.Time
	first     int        // type of the initial response, 0 if there is none
	answers   []*Message // visible to the author only
	public    []*Message // visible to all
	followUps int
	waiting   *Message // the initial response; a deferred one is invisible until it is replaced
	read      int
	choices   []string // values of the autocomplete choices
	asks      string   // custom id of the form to fill in, "" if there is none
	field     component
	ended     bool
	expired   bool
	bell      bell

	at    time.Time // time of the initial response
	sent  bool      // the bot was connected
	late  bool      // an initial response came too late
	edits int       // of the message with the button, before the press
}

// Option is a value given with a command.
type Option struct {
	Name  string
	Value any // string, bool, int, *User or *File
}

// With makes an Option.
func With(name string, value any) Option { return Option{name, value} }

// kind returns Discord's number for the option's type.
func (o Option) kind() int {
	switch o.Value.(type) {
	case int:
		return 4
	case bool:
		return 5
	case *User:
		return 6
	case *File:
		return 11
	}
	return 3
}

// resolved has the objects that an interaction refers to, by kind and id.
type resolved map[string]map[string]any

// add adds a user.
func (r resolved) add(c *Channel, u *User) {
	r["users"][u.ID] = u.wire()
	if c.guild != nil {
		if _, there := c.guild.members[u.ID]; there {
			r["members"][u.ID] = c.guild.memberWire(u, false)
		}
	}
}

// wire returns an option as Discord sends it. The caller holds mu.
func (o Option) wire(c *Channel, r resolved) map[string]any {
	w := map[string]any{"name": o.Name, "type": o.kind(), "value": o.Value}
	switch v := o.Value.(type) {
	case *User:
		w["value"] = v.ID
		r.add(c, v)
	case *File:
		id := c.s.snowflake()
		w["value"] = id
		r["attachments"][id] = v.wire(c, id)
	}
	return w
}

// Command uses a slash command, which the bot must have registered.
func (u *User) Command(c *Channel, name string, options ...Option) *Interaction {
	u.s.t.Helper()
	above := u.s.offered(c, name, options, true)
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	return u.command(2, c, above, name, options, nil)
}

// Picks uses a user command, which the bot must have registered.
func (u *User) Picks(c *Channel, name string, target *User) *Interaction {
	u.s.t.Helper()
	u.s.await(&u.s.bell, func() bool {
		return slices.ContainsFunc(u.s.commands[""], func(x command) bool { return x.Type == 2 && x.Name == name })
	}, "the command %q to be registered", name)
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	all := resolved{"users": {}, "members": {}, "attachments": {}}
	all.add(c, target)
	return u.interact(&Interaction{kind: 2, channel: c},
		map[string]any{"id": "78", "name": name, "type": 2, "target_id": target.ID, "resolved": all})
}

// Completes types into an option of a command and returns the suggestions.
func (u *User) Completes(c *Channel, name string, typed Option, given ...Option) []string {
	u.s.t.Helper()
	return u.completes(c, name, typed, given).choices
}

func (u *User) completes(c *Channel, name string, typed Option, given []Option) *Interaction {
	u.s.t.Helper()
	above := u.s.offered(c, name, append(given, typed), false)
	u.s.mu.Lock()
	i := u.command(4, c, above, name, given, &typed)
	u.s.mu.Unlock()
	u.s.await(&i.bell, func() bool { return i.first != 0 }, "completions of %v", typed.Value)
	return i
}

func (u *User) command(kind int, c *Channel, above []string, name string, options []Option,
	typed *Option) *Interaction {
	all, given := resolved{"users": {}, "members": {}, "attachments": {}}, []map[string]any{}
	for _, o := range options {
		given = append(given, o.wire(c, all))
	}
	if typed != nil {
		w := typed.wire(c, all)
		w["focused"] = true
		given = append(given, w)
	}
	data := map[string]any{"id": "77", "name": name, "type": 1, "options": given, "resolved": all}
	if len(above) > 0 {
		inner := map[string]any{"name": name, "type": 1, "options": given}
		if len(above) > 1 {
			inner = map[string]any{"name": above[1], "type": 2, "options": []any{inner}}
		}
		data["name"], data["options"] = above[0], []any{inner}
	}
	return u.interact(&Interaction{kind: kind, channel: c}, data)
}

// Presses presses a button or selects a menu option by its label.
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

// guestMay has the bot's permissions in answers to interactions where it is not a member: attach files, embed links,
// mention everyone.
const guestMay = 1<<15 | 1<<14 | 1<<17

// interact sends an interaction. The caller holds mu.
func (u *User) interact(i *Interaction, data map[string]any) *Interaction {
	s, c := u.s, i.channel
	if c.asleep() {
		s.t.Fatalf("%s gives a command in a thread that is archived", u.Handle)
	}
	i.s, i.by, i.began = s, u, time.Now()
	i.ID = s.snowflake()
	i.token = "interaction-" + i.ID
	if i.source != nil {
		i.source = i.source.now
		i.edits = i.source.edits
	}
	c.met = true
	s.interactions[i.token] = i
	w := map[string]any{
		"id": i.ID, "application_id": s.App, "type": i.kind, "token": i.token, "version": 1, "channel_id": c.ID,
		"channel": c.wire(), "locale": u.Locale, "data": data,
		"app_permissions": strconv.FormatUint(everything&^c.denied, 10), "entitlements": []any{}, "context": 1,
	}
	w["authorizing_integration_owners"] = map[string]string{"0": "0"}
	if c.group {
		w["context"] = 2
	}
	if c.guild != nil {
		w["authorizing_integration_owners"] = map[string]string{"0": c.guild.ID}
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
	if c.away() {
		w["authorizing_integration_owners"] = map[string]string{"1": u.ID}
		w["app_permissions"] = strconv.Itoa(guestMay)
	}
	if i.source != nil {
		w["message"] = s.messageWire(i.source)
	}
	i.sent = len(s.linked()) > 0
	for _, to := range s.hearers() {
		s.push(to, "INTERACTION_CREATE", w)
	}
	return i
}

// Private waits for the next message that only the author of the interaction sees.
func (i *Interaction) Private() *Message {
	i.s.t.Helper()
	i.s.await(&i.bell, func() bool { return len(i.answers) > i.read }, "an answer for %s only", i.by.Handle)
	i.s.mu.Lock()
	defer i.s.mu.Unlock()
	i.read++
	return i.answers[i.read-1]
}

// Silent waits until the interaction has ended, and fails the test if its author alone was told something. A public
// answer ends it too.
func (i *Interaction) Silent() {
	i.s.t.Helper()
	said := func() bool {
		return len(i.answers) > i.read && strings.ContainsFunc(i.answers[i.read].Content, unicode.IsLetter)
	}
	i.s.await(&i.bell, func() bool { return i.ended || len(i.answers) > i.read || len(i.public) > 0 }, "the end of an interaction of %s",
		i.by.Handle)
	i.s.mu.Lock()
	defer i.s.mu.Unlock()
	if said() {
		i.s.t.Errorf("%s was told %q", i.by.Handle, i.answers[i.read].Content)
	}
}

// Acknowledged waits for the initial response, and returns its type.
func (i *Interaction) Acknowledged() int {
	i.s.t.Helper()
	i.s.await(&i.bell, func() bool { return i.first != 0 }, "the first answer to an interaction of %s", i.by.Handle)
	return i.first
}

// Expire makes an interaction too old to be answered.
func (i *Interaction) Expire() {
	i.s.mu.Lock()
	defer i.s.mu.Unlock()
	i.expired = true
}

func (s *Server) callback(r *call) (any, *problem) {
	i := s.interactions[r.PathValue("token")]
	var b struct {
		Type int
		Data json.RawMessage
	}
	switch {
	case i == nil || i.ID != r.PathValue("id"):
		return nil, unknownInteraction
	case i.first != 0:
		return nil, acknowledged
	case time.Since(i.began) > s.haste:
		i.late = true
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
		m := s.newMessage(s.Bot, i.channel)
		x, wrong := s.message(m, r.with(b.Data), true)
		if wrong != nil {
			return nil, wrong
		}
		m.Secret = x.Flags&64 != 0
		i.waiting = m
		i.shows(m)
	case b.Type == 5 && i.kind == 2:
		var d struct{ Flags int }
		_ = json.Unmarshal(b.Data, &d)
		i.waiting = s.newMessage(s.Bot, i.channel)
		i.waiting.Secret = d.Flags&64 != 0
	case b.Type == 9 && (i.kind == 2 || i.kind == 3):
		if wrong := i.ask(b.Data); wrong != nil {
			return nil, wrong
		}
	case b.Type == 6 && i.source != nil:
	case b.Type == 7 && i.source != nil:
		if i.source.deleted {
			return nil, unknownMessage
		}
		m, wrong := s.change(i.source, r.with(keepNothing(b.Data)))
		if wrong != nil {
			return nil, wrong
		}
		if m.Secret {
			i.shows(m)
		}
	default:
		return nil, invalid("answer of type %d to an interaction of type %d", b.Type, i.kind)
	}
	i.first, i.at = b.Type, time.Now()
	i.bell.ring()
	if m := i.waiting; b.Type == 4 && r.URL.Query().Get("with_response") == "true" {
		return map[string]any{"interaction": map[string]any{"id": i.ID, "type": i.kind},
			"resource": map[string]any{"type": 4, "message": s.messageWire(m)}}, nil
	}
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

// lifetime is how long an interaction can be answered.
const lifetime = 15 * time.Minute

// answered returns the interaction of a follow-up call. The caller holds mu.
func (s *Server) answered(r *call) (*Interaction, *problem) {
	i := s.interactions[r.PathValue("token")]
	switch {
	case i == nil || i.first == 0 || r.PathValue("app") != s.App:
		return nil, unknownWebhook
	case i.expired, time.Since(i.began) > lifetime:
		return nil, invalidToken
	}
	return i, nil
}

// room returns the id of the channel, "" for no interaction.
func (i *Interaction) room() string {
	if i == nil {
		return ""
	}
	return i.channel.ID
}

// Thinks reports whether a deferred response is still waiting for the answer.
func (i *Interaction) Thinks() bool {
	i.s.mu.Lock()
	defer i.s.mu.Unlock()
	return i.thinks()
}

// thinks is Thinks. The caller holds mu.
func (i *Interaction) thinks() bool {
	return i.first == 5 && !i.waiting.deleted && i.waiting.edits == 0
}
