package exercise_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage"
	"tabuleiro/storage/faultytest"
	"tabuleiro/storage/memorytest"
)

// strength is the stored puzzle rating of a person.
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

// wrongIn returns a legal move that does not solve the puzzle of a room.
func wrongIn(t *testing.T, p Posed) string {
	t.Helper()
	line, err := p.Puzzle.Line(GameNamed(p.Game))
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

// A puzzle counts once for a person, by the first result: solved at once it is won; a wrong try, a hint and the
// solution lose it, and a later solution changes nothing.
func TestPuzzleRating_CountsOnce(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, c := range []struct {
			name, first string
			won, lost   int
		}{{"solved", "", 1, 0}, {"wrong", "wrong", 0, 1}, {"hint", "/hint", 0, 1}, {"given up", "/puzzle solution", 0, 1}} {
			d, store := NewDesk(), memorytest.New()
			h, _ := Start(t, store, d)
			Privately(h, Ana, "/puzzle damas")
			set := PosedIn(t, store, Ana.ID)
			d.Heard()
			if c.first == "wrong" {
				c.first = wrongIn(t, set)
			}
			said := 0
			texts := []string{c.first}
			for n := 0; n < len(set.Puzzle.Solution); n += 2 {
				texts = append(texts, string(set.Puzzle.Solution[n]))
			}
			for _, text := range texts {
				if text == "" || PosedIn(t, store, Ana.ID).Puzzle == nil {
					continue
				}
				Privately(h, Ana, text)
				for _, got := range d.Heard() {
					said += strings.Count(got, "Puzzle rating: ")
				}
			}
			if got := strengthOf(t, store, Ana.ID); got.Rating.Won != c.won || got.Rating.Lost != c.lost ||
				len(got.Known) != 1 ||
				said != 1 {
				t.Errorf("%s: %+v, said %d times", c.name, got, said)
			}
			Privately(h, Ana, "/profile")
			if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "\nPuzzles: ") {
				t.Errorf("%s: %q", c.name, got)
			}
			Privately(h, Ana, "/forget yes")
			d.Heard()
			if got := strengthOf(t, store, Ana.ID); len(got.Known) > 0 {
				t.Errorf("%s: forgotten, there is %+v", c.name, got)
			}
		}
	})
}

// A puzzle tried by several people in a room counts for the first one, alone until then, and for nobody else.
func TestPuzzleRating_OfSeveral(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/puzzle damas")
		set := PosedIn(t, h.Store, "desk:group")
		Says(h, Ana, wrongIn(t, set))
		for n := 0; n < len(set.Puzzle.Solution); n += 2 {
			if PosedIn(t, h.Store, "desk:group").Puzzle != nil {
				Says(h, Rui, string(set.Puzzle.Solution[n]))
			}
		}
		if got := PosedIn(t, h.Store, "desk:group"); got.Puzzle != nil {
			t.Fatalf("it is not solved: %+v", got)
		}
		if a, r := strengthOf(t, h.Store, Ana.ID), strengthOf(t, h.Store, Rui.ID); a.Rating.Lost != 1 || len(r.Known) != 0 {
			t.Errorf("ana %+v, rui %+v", a, r)
		}
	})
}

// A rating message has the new rating, and its change, once the rating is certain enough.
func TestPuzzleRating_Change(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		form := regexp.MustCompile(`Puzzle rating: (\d+) \(([+−]\d+|provisional)\)`)
		before, seen := 0, map[string]bool{}
		for n := range 40 {
			Privately(h, Ana, "/puzzle damas next")
			for set := PosedIn(t, h.Store, Ana.ID); n%2 == 0 && set.Puzzle != nil; set = PosedIn(t, h.Store, Ana.ID) {
				Privately(h, Ana, string(set.Puzzle.Solution[set.At]))
			}
			if n%2 == 1 {
				Privately(h, Ana, "/puzzle solution")
			}
			text := chat.PlainText(d.Last(t).M.Text)
			said := form.FindStringSubmatch(text)
			if said == nil {
				t.Fatalf("puzzle %d: told %q", n+1, text)
			}
			now, _ := strconv.Atoi(said[1])
			change := fmt.Sprintf("%+d", now-before)
			if before > now {
				change = fmt.Sprint("−", before-now)
			}
			if said[2] != "provisional" && said[2] != change {
				t.Errorf("puzzle %d: %d has become %q", n+1, before, said[0])
			}
			before = now
			seen[strings.TrimRight(said[2], "0123456789")] = true
		}
		if !seen["provisional"] || !seen["+"] || !seen["−"] {
			t.Errorf("seen %v", seen)
		}
	})
}

// An answer whose rating cannot be stored is said to have failed and leaves the puzzle as it was; given again, it counts.
func TestPuzzleRating_NotStored(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, answer := range []string{"wrong", "right", "/hint", "/puzzle solution"} {
			d, kept := NewDesk(), memorytest.New()
			failing := faultytest.New(kept)
			h, _ := Start(t, failing, d)
			Privately(h, Ana, "/puzzle race")
			set := PosedIn(t, kept, Ana.ID)
			text := map[string]string{"wrong": wrongIn(t, set), "right": string(set.Puzzle.Solution[0])}[answer]
			if answer == "/hint" { // about a cube there is none
				Privately(h, Ana, "/puzzle damas")
				set = PosedIn(t, kept, Ana.ID)
			}
			failing.Plan(func(c faultytest.Call) faultytest.Fault {
				if c.Method == "Put" && strings.HasPrefix(c.Of, "puzzle-rating/") {
					return faultytest.Fault{Err: ErrDown}
				}
				return faultytest.Fault{}
			})
			d.Heard()
			Privately(h, Ana, cmp.Or(text, answer))
			d.Expect(t, answer, "Something went wrong")
			if now := PosedIn(t, kept, Ana.ID); now.Wrong != 0 || now.Puzzle == nil {
				t.Errorf("%s: kept %+v", answer, now)
			}
			failing.Plan(nil)
			Privately(h, Ana, cmp.Or(text, answer))
			if got := strengthOf(t, kept, Ana.ID); len(got.Known) != 1 || got.Rating.Won+got.Rating.Lost != 1 {
				t.Errorf("%s, again: %+v, told %q", answer, got, d.Heard())
			}
		}
	})
}
