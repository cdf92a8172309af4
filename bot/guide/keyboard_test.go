package guide_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// At a shared keyboard a move without a name belongs to the player on turn, though the other spoke last; a resignation
// asks who resigns, no matter who spoke last.
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
