package bot_test

import (
	"slices"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/storage/memory"
)

// Whoever presses a button under a ladder to challenge somebody is asked whom in a message of its own where no answer is
// for one alone: the ladder and its buttons are for all. Who may decline is told to those who may not.
func TestLadderIsForAll(t *testing.T) {
	for _, privates := range []bool{false, true} {
		d := newDesk()
		d.caps.Privates = privates
		h, _ := start(t, memory.New(), d)
		says(h, ana, "/ladder damas")
		ladder := d.last(t).m
		tap := func(u chat.User, says string) said {
			d.heard()
			hear(h, chat.Event{Room: "desk:group", From: u, Text: says, Addressed: true, Tap: true, Pressed: "1", Quoted: chat.Plain(ladder.Text)})
			return d.last(t)
		}
		challenge := ladder.Buttons[0][1].Says
		says(h, ana, "/ladder join")
		says(h, rui, "/ladder join")
		if asked := tap(rui, challenge).m; asked.Private != privates || asked.Instead || asked.OnlyButtons || len(asked.Buttons) != 1 ||
			!privates && !strings.HasPrefix(chat.Plain(asked.Text), "Rui: ") {
			t.Errorf("private answers %v: asked %+v", privates, asked)
		}
		says(h, rui, "/ladder challenge 1")
		got := chat.Plain(tap(rui, "/ladder decline").m.Text)
		if !strings.Contains(got, "Only whoever is challenged can decline: Ana.") {
			t.Errorf("the one who has challenged declines: %q", got)
		}
		d.heard()
		says(h, ana, "/ladder decline")
		if texts := d.heard(); slices.ContainsFunc(texts, func(s string) bool { return strings.Contains(s, "Only whoever") }) {
			t.Errorf("the one who is challenged declines: %q", texts)
		}
	}
}
