package exercise

import (
	"fmt"
	"testing"

	"tabuleiro/engine/draughts"
	"tabuleiro/engine/puzzle"
	"tabuleiro/engine/table"
)

// verify returns what is wrong with a puzzle rating.
func (s Strength) verify() error {
	for i := range s.Known {
		if i > 0 && s.Known[i-1] >= s.Known[i] {
			return fmt.Errorf("the puzzles that have counted are in no order")
		}
	}
	if played := s.Rating.Played(); played > len(s.Known) {
		return fmt.Errorf("%d puzzles have counted, %d are known", played, len(s.Known))
	}
	return nil
}

// Puzzles are near the person's rating, which they change, and none that has counted is repeated before all have.
func TestNearRating(t *testing.T) {
	g := draughts.Portuguese
	all := puzzle.Of(g)
	late := map[bool]float64{}
	for _, solves := range []bool{true, false} {
		who, shown, seen := Strength{}, 0, map[string]bool{}
		for n := range all {
			var p puzzle.Puzzle
			p, shown = who.pick(g, all, g.Name, "here", shown)
			if seen[p.Position] {
				t.Fatalf("puzzle %d comes again", n+1)
			}
			seen[p.Position] = true
			if n >= 10 && n < 20 {
				late[solves] += p.Strength(g) / 10
			}
			before := who.Now()
			if who = who.rate(g, p, solves); who.Now().Rating > before.Rating != solves {
				t.Fatalf("puzzle %d: %+v has become %+v", n+1, before, who.Now())
			}
			if err := who.verify(); err != nil {
				t.Fatal(err)
			}
		}
		who.pick(g, all, g.Name, "here", shown) // of which all have counted
	}
	if late[true] < late[false]+300 {
		t.Errorf("after ten puzzles they are of %.0f for somebody who solves all, of %.0f for somebody who solves none",
			late[true], late[false])
	}
}

// Puzzles have distinct keys, and ratings within those that people may have.
func TestStrengths(t *testing.T) {
	seen := map[uint32]bool{}
	for _, g := range table.Games {
		for _, p := range puzzle.Of(g) {
			if seen[key(g, p)] {
				t.Errorf("%s, %s: its key is that of another one", g.Name, p.Position)
			}
			seen[key(g, p)] = true
			if s := p.Strength(g); s < 1100 || s > 3000 {
				t.Errorf("%s, %s: its rating is %.0f", g.Name, p.Position, s)
			}
		}
	}
}

// A linked person has the rating based on more puzzles, and none that has counted for either counts again.
func TestStrengths_Joined(t *testing.T) {
	g, all := draughts.Portuguese, puzzle.Of(draughts.Portuguese)
	one := Strength{}.rate(g, all[0], true).rate(g, all[1], true)
	other := Strength{}.rate(g, all[1], false)
	for _, both := range []Strength{one.merge(other), other.merge(one)} {
		if both.Rating != one.Rating || len(both.Known) != 2 || both.verify() != nil {
			t.Errorf("%+v and %+v are %+v", one, other, both)
		}
	}
	if both := one.merge(Strength{}.rate(g, all[2], false).rate(g, all[3], false)); both.Rating != one.Rating {
		t.Errorf("of two who have tried as many: %+v", both)
	}
	if both := one.merge(Strength{}.rate(g, all[2], true)); both.Rating != one.Rating || !both.knows(g, all[2]) ||
		both.verify() != nil {
		t.Errorf("%+v", both)
	}
}

// A stored rating is valid if the puzzles that have counted are in order, each once, and no fewer than the results.
func TestStrength_Broken(t *testing.T) {
	two := Strength{}.rate(draughts.Portuguese, puzzle.Of(draughts.Portuguese)[0], true)
	two = two.rate(draughts.Portuguese, puzzle.Of(draughts.Portuguese)[1], true)
	for _, c := range []struct {
		rated Strength
		known []uint32
		sound bool
	}{
		{Strength{}, nil, true}, {Strength{}, []uint32{3}, true}, {Strength{}, []uint32{3, 5, 9}, true}, {Strength{}, []uint32{5, 3}, false},
		{Strength{}, []uint32{3, 3}, false}, {Strength{}, []uint32{3, 9, 5}, false}, {two, []uint32{3, 5}, true}, {two, []uint32{3, 5, 9}, true},
		{two, []uint32{3}, false}, {two, nil, false},
	} {
		c.rated.Known = c.known
		if err := c.rated.verify(); (err == nil) != c.sound {
			t.Errorf("%d results with %d known: %v", c.rated.Rating.Played(), c.known, err)
		}
	}
}
