package telegramtest

import (
	"strings"

	"tabuleiro/bot/chat"
)

// Watch has a function see what the bot shows from then on: see package watch.
func (s *Server) Watch(by func(chat.Message)) { s.watched.Watch(by) }

// unmarked takes from a text what nobody sees.
var unmarked = strings.NewReplacer("\u2060", "", "\u2068", "", "\u2069", "")

// shows notes what is shown. The caller holds mu.
func (s *Server) shows(m *Message, text bool) {
	seen := chat.Message{}
	if text {
		seen.Text = []chat.Span{{Text: unmarked.Replace(m.now.Text)}}
	}
	for _, row := range m.buttons {
		var buttons []chat.Button
		for _, b := range row {
			buttons = append(buttons, chat.Button{Label: b.Label, Says: b.Data, URL: b.URL})
		}
		seen.Buttons = append(seen.Buttons, buttons)
	}
	s.watched.Shows(seen)
}
