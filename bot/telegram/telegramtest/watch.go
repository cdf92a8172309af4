package telegramtest

import (
	"strings"

	"tabuleiro/bot/chat"
)

// Watch has a function see what the bot shows from then on: the text and the buttons of a new message and of one that is
// changed, without the text where that stays. It may be called by several at once.
func (s *Server) Watch(f func(chat.Message)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.watch = f
}

// unmarked takes from a text what nobody sees.
var unmarked = strings.NewReplacer("\u2060", "", "\u2068", "", "\u2069", "")

// shows notes what is shown. The caller holds mu.
func (s *Server) shows(m *Message, text bool) {
	if s.watch == nil {
		return
	}
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
