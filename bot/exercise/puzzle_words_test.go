package exercise_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine/puzzle"
	"tabuleiro/storage/memorytest"
)

// A harder puzzle is harder than the one before, an easier one easier.
func TestPuzzle_HarderInWords(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for text, way := range map[string]float64{
			"harder": 1, "a harder one please": 1, "easier": -1, "too hard": -1, "mais difícil": 1, "mais fácil": -1,
			"más difícil": 1, "más fácil": -1,
			"/puzzle harder": 1, "a harder puzzle": 1, "um problema mais fácil": -1,
		} {
			d, store := NewDesk(), memorytest.New()
			h, _ := Start(t, store, d)
			h.Grants = d
			Privately(h, Ana, "/puzzle damas")
			game := GameNamed("portuguese")
			before := PosedIn(t, store, Ana.ID).Puzzle
			d.Heard()
			Privately(h, Ana, text)
			after := PosedIn(t, store, Ana.ID).Puzzle
			if after == nil || (after.Strength(game)-before.Strength(game))*way <= 0 {
				t.Errorf("%s: told %q", text, strings.Join(d.Heard(), "\n"))
			}
		}
		d, store := NewDesk(), memorytest.New()
		h, _ := Start(t, store, d)
		h.Grants = d
		Privately(h, Ana, "/puzzle damas")
		for range len(puzzle.Of(GameNamed("portuguese"))) {
			Privately(h, Ana, "/puzzle harder")
		}
		if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "no harder one") {
			t.Errorf("after the hardest: told %q", got)
		}
	})
}

// If the puzzle's message does not say it, a hint that costs something says so once before it is given.
func TestHint_SaysItsPrice(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/puzzle damas")
		d.Tells(t, h, Mentioned, Rui, "hint", "makes this puzzle count as a miss")
		if n := len(strengthOf(t, h.Store, Rui.ID).Known); n > 0 {
			t.Errorf("%d puzzles count", n)
		}
		d.Tells(t, h, Mentioned, Rui, "hint", "Look at")
		Says(h, Ana, "/puzzle next")
		Mentioned(h, Rui, "hint")
		d.Tells(t, h, Mentioned, Rui, "hint", "Look at")
		if n := len(strengthOf(t, h.Store, Rui.ID).Known); n != 2 {
			t.Errorf("%d puzzles count", n)
		}
	})
}
