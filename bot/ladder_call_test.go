package bot_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/storage/memory"
)

// Whoever is challenged on a ladder is called once: by the board when the first move is theirs, else by the message that
// tells of the challenge.
func TestLadderCalls(t *testing.T) {
	d := newDesk()
	h, _ := start(t, memory.New(), d)
	says(h, ana, "/ladder damas")
	says(h, ana, "/ladder join")
	says(h, rui, "/ladder join")
	for _, x := range []struct{ by, called chat.User }{{rui, ana}, {ana, rui}} {
		d.heard()
		says(h, x.by, "/ladder challenge @"+x.called.Handle)
		var calls []string
		for _, s := range d.all() {
			if s.m.Turn.ID == x.called.ID && !s.m.Quiet {
				calls = append(calls, chat.Plain(s.m.Text))
			}
		}
		if len(calls) != 1 || !strings.Contains(calls[0], x.called.Name) {
			t.Errorf("%s challenges %s, who is called by %q of %q", x.by.Name, x.called.Name, calls, d.heard())
		}
		says(h, x.by, "/resign yes")
		if x.by.ID == rui.ID {
			says(h, rui, "/ladder challenge 1")
			says(h, ana, "/ladder decline") // rui is above
			d.heard()
		}
	}
}
