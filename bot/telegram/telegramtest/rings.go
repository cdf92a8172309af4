package telegramtest

import (
	"slices"
	"strings"
)

// Ring is a telephone that makes itself heard because of a message. A message that is changed or sent without sound has
// none. Any other one is heard by all who are in the chat and have not muted it, and by the one who is meant even so.
type Ring struct {
	For     *Person
	Message *Message
	By      string // "private", "mention", "reply", or "message": of somebody who is not meant
}

// Rings are all of them, oldest first.
func (s *Server) Rings() []Ring {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.rings)
}

// Mutes has somebody hear only of messages in a chat that are meant for that person.
func (p *Person) Mutes(c *Chat) {
	p.server.mu.Lock()
	defer p.server.mu.Unlock()
	c.quiet[p.ID] = true
}

// ring notes who hears of a message; the caller holds mu.
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

// names reports whether a text has a handle in it.
func names(text, handle string) bool {
	return slices.ContainsFunc(found(handleForm, text, inWord), func(at []int) bool {
		return strings.EqualFold(text[at[0]:at[1]], "@"+handle)
	})
}
