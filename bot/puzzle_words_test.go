package bot_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/engine/puzzle"
	"tabuleiro/storage/memorytest"
)

// A person who gives up the puzzle that was shown last is shown the solution.
func TestGivesUpPuzzle(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for _, text := range []string{"give up", "i give up", "resign", "solution", "the solution please", "desisto",
			"solução", "me rindo", "solución", "la solución porfa"} {
			d, store := newDesk(), memorytest.New()
			h, _ := start(t, store, d)
			h.grants = d
			privately(h, ana, "/puzzle damas")
			d.tells(t, h, privately, ana, text, "The solution: ")
		}
	})
}

// A harder puzzle is harder than the one before, an easier one easier.
func TestHarderPuzzle(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for text, way := range map[string]float64{
			"harder": 1, "a harder one please": 1, "easier": -1, "too hard": -1, "mais difícil": 1, "mais fácil": -1,
			"más difícil": 1, "más fácil": -1,
			"/puzzle harder": 1, "a harder puzzle": 1, "um problema mais fácil": -1,
		} {
			d, store := newDesk(), memorytest.New()
			h, _ := start(t, store, d)
			h.grants = d
			privately(h, ana, "/puzzle damas")
			game := gameNamed("portuguese")
			before := posedIn(t, store, ana.ID).Puzzle
			d.heard()
			privately(h, ana, text)
			after := posedIn(t, store, ana.ID).Puzzle
			if after == nil || (after.Strength(game)-before.Strength(game))*way <= 0 {
				t.Errorf("%s: told %q", text, strings.Join(d.heard(), "\n"))
			}
		}
		d, store := newDesk(), memorytest.New()
		h, _ := start(t, store, d)
		h.grants = d
		privately(h, ana, "/puzzle damas")
		for range len(puzzle.Of(gameNamed("portuguese"))) {
			privately(h, ana, "/puzzle harder")
		}
		if got := chat.Plain(d.last(t).m.Text); !strings.Contains(got, "no harder one") {
			t.Errorf("after the hardest: told %q", got)
		}
	})
}

// Where it is not said beside the puzzle, a hint that costs something says so once before it is given.
func TestHintSaysItsPrice(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		says(h, ana, "/puzzle damas")
		d.tells(t, h, mentioned, rui, "hint", "makes this puzzle count as a miss")
		if n := len(strengthOf(t, h.store, rui.ID).Known); n > 0 {
			t.Errorf("%d puzzles count", n)
		}
		d.tells(t, h, mentioned, rui, "hint", "Look at")
		says(h, ana, "/puzzle next")
		mentioned(h, rui, "hint")
		d.tells(t, h, mentioned, rui, "hint", "Look at")
		if n := len(strengthOf(t, h.store, rui.ID).Known); n != 2 {
			t.Errorf("%d puzzles count", n)
		}
	})
}
