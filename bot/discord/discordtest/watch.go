package discordtest

import (
	"cmp"
	"strings"

	"tabuleiro/bot/chat"
)

// Watch has a function see what the bot shows from then on, in Markdown with names in the place of mentions: see
// package watch.
func (s *Server) Watch(by func(chat.Message)) { s.watched.Watch(by) }

// marks of Markdown that names of the tests have.
var marks = strings.NewReplacer(`*`, `\*`, `_`, `\_`)

// sees notes what is shown. The caller holds mu.
func (s *Server) sees(m *Message, text *string) {
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
	s.watched.Shows(seen)
}
