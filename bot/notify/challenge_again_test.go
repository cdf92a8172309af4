package notify_test

import (
	"reflect"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
)

// An open challenge is the same message with the same buttons wherever it is shown, and /start shows the menu with it
// as a line.
func TestChallenge_ShownAgain(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		private := func(text string) chat.Message {
			Hear(h, chat.Event{Room: "desk:ana", From: Ana, Text: text, Addressed: true, Private: true})
			return d.Last(t).M
		}
		first := private("/play damas")
		_, link, _ := strings.Cut(chat.PlainText(first.Text), "start=")
		payload := strings.Fields(link)[0]
		for _, says := range []string{"/board #" + payload[:4], "/start " + payload} {
			if m := private(says); chat.PlainText(m.Text) != chat.PlainText(first.Text) || !reflect.DeepEqual(m.Buttons, first.Buttons) {
				t.Errorf("%s: %q, %+v; at first %q, %+v", says, chat.PlainText(m.Text), m.Buttons, chat.PlainText(first.Text),
					first.Buttons)
			}
		}
		menu := private("/start")
		last := menu.Buttons[len(menu.Buttons)-1]
		if !strings.Contains(chat.PlainText(menu.Text), "#"+payload[:4]) || len(menu.Buttons) < 3 || last[0].Says != "/board #"+
			payload[:4] {
			t.Errorf("/start: %q, %+v", chat.PlainText(menu.Text), menu.Buttons)
		}
	})
}
