package discordtest

import "encoding/json"

// Chooses selects a user in the user menu under a message.
func (u *User) Chooses(m *Message, whom *User) *Interaction {
	u.s.t.Helper()
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	for _, row := range m.now.components {
		if c := row.Components[0]; c.Type == 5 {
			all := resolved{"users": {}, "members": {}}
			all.add(m.channel, whom)
			return u.interact(&Interaction{kind: 3, channel: m.channel, source: m}, map[string]any{
				"custom_id": c.Custom, "component_type": 5, "values": []string{whom.ID}, "resolved": all,
			})
		}
	}
	u.s.t.Fatalf("under %q nobody can be chosen", m.Content)
	return nil
}

// Fills submits a text in the form that the bot opened. Discord sends the field in a row or below a label, which
// alternate here.
func (i *Interaction) Fills(text string) *Interaction {
	s := i.s
	s.t.Helper()
	s.await(&i.bell, func() bool { return i.first != 0 }, "something for %s to fill in", i.by.Handle)
	s.mu.Lock()
	defer s.mu.Unlock()
	if i.asks == "" {
		s.t.Fatalf("%s is asked for nothing: an answer of type %d", i.by.Handle, i.first)
	}
	field := map[string]any{"type": 4, "id": 2, "custom_id": i.field.Custom, "value": text}
	around := map[string]any{"type": 1, "id": 1, "components": []any{field}}
	if s.filled++; s.filled%2 == 0 {
		around = map[string]any{"type": 18, "id": 1, "component": field}
	}
	return i.by.interact(&Interaction{kind: 5, channel: i.channel, source: i.source}, map[string]any{
		"custom_id": i.asks, "components": []any{around},
	})
}

// Launches uses the application's entry point, which is among the bot's commands but opens its Activity.
func (u *User) Launches(c *Channel) *Interaction {
	u.s.mu.Lock()
	defer u.s.mu.Unlock()
	return u.interact(&Interaction{kind: 2, channel: c}, map[string]any{"id": "79", "name": "launch", "type": 4})
}

// ask records the form to be filled in, which has one field. The caller holds mu.
func (i *Interaction) ask(data json.RawMessage) *problem {
	var b struct {
		Custom     string `json:"custom_id"`
		Title      string
		Components []component
	}
	if err := json.Unmarshal(data, &b); err != nil {
		return invalid("%v", err)
	}
	if b.Title == "" || len([]rune(b.Title)) > 45 || b.Custom == "" || len([]rune(b.Custom)) > 100 {
		return invalid("title: Must be between 1 and 45 in length, not %q", b.Title)
	}
	if len(b.Components) != 1 || b.Components[0].Type != 1 || len(b.Components[0].Components) != 1 {
		return invalid("components: a field needs a row of its own")
	}
	f := b.Components[0].Components[0]
	if f.Type != 4 || f.Custom == "" || f.Style < 1 || f.Style > 2 || f.Label == "" || len([]rune(f.Label)) > 45 {
		return invalid("a field %q of type %d and style %d", f.Label, f.Type, f.Style)
	}
	i.asks, i.field = b.Custom, f
	return nil
}
