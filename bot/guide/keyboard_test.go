package guide_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// At a keyboard that two share, a move without a name is of the one on turn, though the other has just said something;
// and a line that gives up asks who does, no matter who has spoken last.
func TestKeyboard_OfTwo(t *testing.T) {
	InTime(t, func(t *testing.T) {
		d := NewDesk()
		d.Can.Together = true
		h, _ := Start(t, memorytest.New(), d)
		Says(h, Ana, "/play damas colour=white @rui")
		Says(h, Rui, "/accept")
		d.Heard()
		for _, c := range []struct {
			by         chat.User
			said, want string
		}{
			{Rui, "11-15", "Ana: 11-15"}, {Ana, "22-18", "Rui: 22-18"}, {Rui, "resign", "Which of you is resigning?"},
			{Ana, "resign", "Which of you is resigning?"},
		} {
			Hear(h, chat.Event{Room: "desk:group", From: c.by, Text: c.said, Addressed: true, Supposed: true})
			if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, c.want) {
				t.Errorf("%s says %q: told %q", c.by.Name, c.said, got)
			}
		}
		Hear(h, chat.Event{Room: "desk:group", From: Rui, Text: "10-14", Addressed: true})
		if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, "Ana's turn") {
			t.Errorf("with a name: told %q", got)
		}
	})
}
