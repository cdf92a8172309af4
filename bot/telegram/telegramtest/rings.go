package telegramtest

import (
	"slices"
	"strings"
)

// Ring is an audible notification of a message. An edit or a silent message causes none; any other message notifies the
// members of the chat who have not muted it, and people who are mentioned or replied to in any case.
type Ring struct {
	For     *Person
	Message *Message
	By      string // "private", "mention" or "reply"; "message" if the person is not addressed
}

// Rings returns all notifications, oldest first.
func (s *Server) Rings() []Ring {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.rings)
}

// Mutes silences a chat for a person, except for messages addressed to them.
func (p *Person) Mutes(c *Chat) {
	p.server.mu.Lock()
	defer p.server.mu.Unlock()
	c.quiet[p.ID] = true
}

// ring records whom a message notifies; the caller holds mu.
func (s *Server) ring(m *Message) {
	if m.Silent {
		return
	}
	to := m.chat.messages[m.ReplyTo]
	for id := range m.chat.members {
		p, by := s.people[id], "message"
		named := slices.ContainsFunc(m.Entities, func(e Entity) bool { return e.Type == "text_mention" && e.User.ID == id })
		switch {
		case m.chat.kind == "private":
			by = "private"
		case named || p.Handle != "" && names(m.Text, p.Handle):
			by = "mention"
		case to != nil && to.From == p:
			by = "reply"
		case m.chat.quiet[id]:
			continue
		}
		s.rings = append(s.rings, Ring{p, m, by})
	}
}

// names reports whether a text contains a handle.
func names(text, handle string) bool {
	return slices.ContainsFunc(found(handleForm, text, inWord), func(at []int) bool {
		return strings.EqualFold(text[at[0]:at[1]], "@"+handle)
	})
}
