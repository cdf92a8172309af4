package bot_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/storage/memorytest"
)

// At a keyboard that two share, a move without a name is of the one on turn, though the other has just said something;
// and a line that gives up asks who does, whoever has spoken last.
func TestKeyboardOfTwo(t *testing.T) {
	inTime(t, func(t *testing.T) {
		d := newDesk()
		d.caps.Together = true
		h, _ := start(t, memorytest.New(), d)
		says(h, ana, "/play damas colour=white @rui")
		says(h, rui, "/accept")
		d.heard()
		for _, c := range []struct {
			by         chat.User
			said, want string
		}{
			{rui, "11-15", "Ana: 11-15"}, {ana, "22-18", "Rui: 22-18"}, {rui, "resign", "Which of you is resigning?"},
			{ana, "resign", "Which of you is resigning?"},
		} {
			hear(h, chat.Event{Room: "desk:group", From: c.by, Text: c.said, Addressed: true, Supposed: true})
			if got := strings.Join(d.heard(), "\n"); !strings.Contains(got, c.want) {
				t.Errorf("%s says %q: told %q", c.by.Name, c.said, got)
			}
		}
		hear(h, chat.Event{Room: "desk:group", From: rui, Text: "10-14", Addressed: true})
		if got := strings.Join(d.heard(), "\n"); !strings.Contains(got, "Ana's turn") {
			t.Errorf("with a name: told %q", got)
		}
	})
}
