package show_test

import (
	"context"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// Hints reveal more from step to step in one position, and start again after a move; all are counted, also by another
// process.
func TestHint_Steps(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store, d := memorytest.New(), NewDesk()
		h, stop := Start(t, store, d)
		Says(h, Ana, "/play damas colour=white hints=yes @rui")
		Says(h, Rui, "/accept")
		asks := func(u chat.User, wants ...string) {
			t.Helper()
			Says(h, u, "/hint")
			text := chat.PlainText(d.Last(t).M.Text)
			for _, want := range wants {
				if not, refused := strings.CutPrefix(want, "!"); strings.Contains(text, not) == refused {
					t.Errorf("the hint is %q, want %q", text, want)
				}
			}
		}
		asks(Rui, "It is not your turn.")
		asks(Ana, "Look at the piece on ", "!Play ", "Hints used: 1.")
		asks(Ana, "Play ", "!Your chances", "Hints used: 2.")
		asks(Ana, "Play ", "Your chances: ", "Hints used: 3.")
		stop()
		h, _ = Start(t, store, d)
		asks(Ana, "Play ", "Your chances: ", "Hints used: 4.")
		Says(h, Ana, "11-15")
		Says(h, Rui, "21-18")
		asks(Rui, "It is not your turn.")
		asks(Ana, "Look at the piece on ", "!Play ", "Hints used: 5.")
		asks(Ana, "Play ", "!Your chances", "Hints used: 6.")
	})
}

// An only move is named at once, and does not count as a hint.
func TestHint_OnlyMove(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, `/play damas colour=white hints=yes from="W:W11:B15,32" @rui`)
		Says(h, Rui, "/accept")
		Says(h, Ana, "/hint")
		m := Only(t, h.Store, storage.Query{})
		n := 0
		for range m.Line.Position().Moves() {
			n++
		}
		if text := chat.PlainText(d.Last(t).M.Text); n != 1 || !strings.Contains(text, "11x20") || strings.Contains(text, "Hints used") {
			t.Errorf("of %d moves the hint is %q", n, text)
		}
	})
}

// A yes plays the move that a hint has shown, and no other.
func TestHint_Played(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play damas colour=white hints=yes @rui")
		Says(h, Rui, "/accept")
		plays := func(text string) int {
			h.Hear(context.Background(), chat.Event{Room: "desk:group", From: Ana, Text: text, Addressed: true})
			return Only(t, h.Store, storage.Query{}).Line.Len()
		}
		if n := plays("play it"); n != 0 {
			t.Errorf("%d moves are played without a hint", n)
		}
		Says(h, Ana, "/hint")
		if n := plays("play it"); n != 0 {
			t.Errorf("%d moves are played that no hint has shown", n)
		}
		Says(h, Ana, "/hint")
		d.Tap(t, h, Ana, labelOf(t, d))
		if n := Only(t, h.Store, storage.Query{}).Line.Len(); n != 1 {
			t.Errorf("%d moves are played by the button of a hint", n)
		}
	})
}

// labelOf returns the label of the first button of the last message.
func labelOf(t *testing.T, d *Desk) string {
	t.Helper()
	m := d.Last(t).M
	if len(m.Buttons) == 0 || len(m.Buttons[0]) == 0 {
		t.Fatalf("%q has no button", chat.PlainText(m.Text))
	}
	return m.Buttons[0][0].Label
}
