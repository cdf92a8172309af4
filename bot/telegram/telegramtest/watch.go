package telegramtest

import (
	"strings"

	"tabuleiro/bot/chat"
)

// Watch sets the function that receives what the bot shows: see servertest.Watch.
func (s *Server) Watch(by func(chat.Message)) { s.watched.Watch(by) }

// unmarked removes invisible characters from a text.
var unmarked = strings.NewReplacer("\u2060", "", "\u2068", "", "\u2069", "")

// shows records what is shown. The caller holds mu.
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
