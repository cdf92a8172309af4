package bot_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/storage/memory"
)

// A board as text says once whose turn it is, and what has to be done, and puts the pieces into words.
func TestTurnOnce(t *testing.T) {
	d := newDesk()
	h, _ := start(t, memory.New(), d)
	says(h, ana, `/play damas @rui colour=white from="W:W11:B15"`)
	says(h, rui, "/accept")
	says(h, ana, "/text")
	got := chat.Plain(d.last(t).m.Text)
	for _, once := range []string{"to move", "compulsory", "11", "15"} {
		if n := strings.Count(got, once); n != 1 && !(once == "11" || once == "15") || n == 0 {
			t.Errorf("%q is said %d times: %q", once, n, got)
		}
	}
}
