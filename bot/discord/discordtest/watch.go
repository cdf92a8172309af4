package discordtest

import (
	"cmp"
	"strings"

	"tabuleiro/bot/chat"
)

// Watch sets the function that receives what the bot shows, in Markdown with names in place of mentions: see
// servertest.Watch.
func (s *Server) Watch(by func(chat.Message)) { s.watched.Watch(by) }

// marks escapes the Markdown characters in the names of the tests.
var marks = strings.NewReplacer(`*`, `\*`, `_`, `\_`)

// sees records what is shown. The caller holds mu.
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
