package bot_test

import (
	"encoding/json"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// strength is what a store has about how well somebody solves puzzles.
type strength struct {
	Rating struct{ Won, Lost int }
	Known  []uint32
}

func strengthOf(t *testing.T, store storage.Store, person string) (s strength) {
	t.Helper()
	text, err := store.Get(t.Context(), "puzzle-rating/"+person)
	if err == nil && text != "" {
		err = json.Unmarshal([]byte(text), &s)
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// wrongIn is a legal move that does not solve the puzzle of a room.
func wrongIn(t *testing.T, p posed) string {
	t.Helper()
	line, err := p.Puzzle.Line(gameNamed(p.Game))
	if err != nil {
		t.Fatal(err)
	}
	for m := range line.Position().Moves() {
		if m != p.Puzzle.Solution[0] {
			return string(m)
		}
	}
	t.Fatal("every move solves it")
	return ""
}

// A puzzle counts once for somebody, by what is made of it first: solved at once it is won; a wrong try, a hint and the
// solution lose it, and finding it then changes nothing.
func TestPuzzleCountsOnce(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for _, c := range []struct {
			name, first string
			won, lost   int
		}{{"solved", "", 1, 0}, {"wrong", "wrong", 0, 1}, {"hint", "/hint", 0, 1}, {"given up", "/puzzle solution", 0, 1}} {
			d, store := newDesk(), memorytest.New()
			h, _ := start(t, store, d)
			privately(h, ana, "/puzzle damas")
			set := posedIn(t, store, ana.ID)
			d.heard()
			if c.first == "wrong" {
				c.first = wrongIn(t, set)
			}
			said := 0
			texts := []string{c.first}
			for n := 0; n < len(set.Puzzle.Solution); n += 2 {
				texts = append(texts, string(set.Puzzle.Solution[n]))
			}
			for _, text := range texts {
				if text == "" || posedIn(t, store, ana.ID).Puzzle == nil {
					continue
				}
				privately(h, ana, text)
				for _, got := range d.heard() {
					said += strings.Count(got, "Puzzle rating: ")
				}
			}
			if got := strengthOf(t, store, ana.ID); got.Rating.Won != c.won || got.Rating.Lost != c.lost ||
				len(got.Known) != 1 ||
				said != 1 {
				t.Errorf("%s: %+v, said %d times", c.name, got, said)
			}
			privately(h, ana, "/profile")
			if got := chat.Plain(d.last(t).m.Text); !strings.Contains(got, "\nPuzzles: ") {
				t.Errorf("%s: %q", c.name, got)
			}
			privately(h, ana, "/forget yes")
			d.heard()
			if got := strengthOf(t, store, ana.ID); len(got.Known) > 0 {
				t.Errorf("%s: forgotten, there is %+v", c.name, got)
			}
		}
	})
}

// A puzzle that several people try in a room counts for the one who was alone with it, and for nobody else.
func TestPuzzleOfSeveralCounts(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		says(h, ana, "/puzzle damas")
		set := posedIn(t, h.store, "desk:group")
		says(h, ana, wrongIn(t, set))
		for n := 0; n < len(set.Puzzle.Solution); n += 2 {
			if posedIn(t, h.store, "desk:group").Puzzle != nil {
				says(h, rui, string(set.Puzzle.Solution[n]))
			}
		}
		if got := posedIn(t, h.store, "desk:group"); got.Puzzle != nil {
			t.Fatalf("it is not solved: %+v", got)
		}
		if a, r := strengthOf(t, h.store, ana.ID), strengthOf(t, h.store, rui.ID); a.Rating.Lost != 1 || len(r.Known) != 0 {
			t.Errorf("ana %+v, rui %+v", a, r)
		}
	})
}
