package discordtest

import (
	"cmp"
	"strings"

	"tabuleiro/bot/chat"
)

// Watch has a function see what the bot shows from then on: the text, in Markdown with names in the place of mentions,
// and the buttons of a new message and of one that is changed, without the text where that stays. It may be called by
// several at once.
func (s *Server) Watch(f func(chat.Message)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.watch = f
}

// marks of Markdown that names of the tests have.
var marks = strings.NewReplacer(`*`, `\*`, `_`, `\_`)

// sees notes what is shown. The caller holds mu.
func (s *Server) sees(m *Message, text *string) {
	if s.watch == nil {
		return
	}
	said := mentions.ReplaceAllStringFunc(*cmp.Or(text, new(string)), func(mention string) string {
		if u := s.users[mentions.FindStringSubmatch(mention)[1]]; u != nil {
			return marks.Replace(cmp.Or(u.Name, u.Handle))
		}
		return mention
	})
	seen := chat.Message{Text: []chat.Span{{Text: said}}}
	for _, row := range m.components {
		var buttons []chat.Button
		for _, c := range row.Components {
			if c.Type == 2 {
				buttons = append(buttons, chat.Button{Label: c.Label, Says: c.Custom, URL: c.URL})
			}
			for _, o := range c.Options {
				buttons = append(buttons, chat.Button{Label: o.Label, Says: o.Value})
			}
		}
		seen.Buttons = append(seen.Buttons, buttons)
	}
	s.shown = append(s.shown, seen)
}

// tellWatch is called without mu, because who watches may wait for others.
func (s *Server) tellWatch() {
	s.mu.Lock()
	watch, shown := s.watch, s.shown
	s.shown = nil
	s.mu.Unlock()
	for _, m := range shown {
		watch(m)
	}
}
