package rules

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"tabuleiro/engine"
)

// lattice is the start position with a single red checker left, e5. It can capture most of the blue ones, in too many
// ways to enumerate, with half a million results.
const lattice = "b1b1b1b1b1/1b1b1b1b1b/b1b1b1b1b1/1b1b1b1b1b/b1b1b1b1b1/1b1brb1b1b/b1b1b1b1b1/1b1b1b1b1b/b1b1b1b1b1/1b1b1b1b1b r"

func latticeWays(t *testing.T) jumpTargets {
	p := parseText(t, lattice)
	l := p.Size.MoveInfo(p.Board())
	return l.targets(l.Own.First())
}

// A walk that is stopped has gone no further than needed.
func TestLatticeWalk_IsLazy(t *testing.T) {
	w := walk{jumpTargets: latticeWays(t)}
	n := 0
	w.each(func([]jump) bool {
		n++
		return n < 100
	})
	if n != 100 || w.count > 1000 {
		t.Errorf("%d sequences took %d states", n, w.count)
	}
	w = walk{jumpTargets: latticeWays(t), limit: 50}
	if w.each(func([]jump) bool { return true }) || w.count > 51 {
		t.Errorf("a walk limited to 50 states went through %d", w.count)
	}
}

// All results together take no more states than there are nodes and sets of captured pieces that the walk
// distinguishes.
func TestLatticeWalk_IsBounded(t *testing.T) {
	w := walk{jumpTargets: latticeWays(t)}
	results := make(map[Set]bool)
	w.each(func(way []jump) bool {
		if results[captured(way)] {
			t.Fatalf("%s comes twice", wayText(w.from, way))
		}
		results[captured(way)] = true
		return true
	})
	const nodes = 5 * 5 // of the lattice, where a checker lands
	if most := nodes << 16; w.count > most {
		t.Errorf("%d states, there are at most %d", w.count, most)
	}
	if got := engine.Perft(parseText(t, lattice), 1); got != uint64(len(results)) || got < 100000 {
		t.Errorf("counted %d moves, listed %d", got, len(results))
	}
}

// The walk finds each result first by its canonical path.
func TestLattice_Canonical(t *testing.T) {
	w := walk{jumpTargets: latticeWays(t)}
	n := 0
	w.each(func(way []jump) bool {
		if n++; n%500 == 0 && !slices.Equal(w.canonical(captured(way)), way) {
			t.Errorf("%s is not %s", wayText(w.from, way), wayText(w.from, w.canonical(captured(way))))
		}
		return !t.Failed()
	})
}

// None of these lists the moves of the lattice, which would take a page of memory for each node and a text for each
// move.
func TestLattice_Prompt(t *testing.T) {
	p := parseText(t, lattice)
	text := randomWay(t, p)
	for what, act := range map[string]func(){
		"turn":    func() { p.Turn() },
		"outcome": func() { p.Outcome() },
		"starts":  func() { p.Starts() },
		"view":    func() { p.View() },
		"a piece": func() { p.Read("e5") },
		"a part":  func() { p.Read("e5xe3xe1") },
		"a whole": func() { p.Read(text) },
		"illegal": func() { p.Read(text + "xa1") },
		"play":    func() { p.Play(engine.Move(text)) },
		"trace":   func() { p.Trace(engine.Move(text)) },
		"first moves": func() {
			n := 0
			for range p.Moves() {
				if n++; n == 50 {
					break
				}
			}
		},
	} {
		if n := testing.AllocsPerRun(1, act); n > 2000 {
			t.Errorf("%s: %v allocations", what, n)
		}
	}
	m, err := p.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Play(m); err != nil {
		t.Error(err)
	}
}

// randomWay picks a sequence step by step, each time one of the offered texts.
func randomWay(t *testing.T, p Position) string {
	random := rand.New(rand.NewPCG(9, 10))
	text := p.Starts()[0]
	for {
		_, err := p.Read(text)
		if err == nil {
			return text
		}
		choices := err.(*engine.MoveError).Choices
		if len(choices) == 0 || len(choices) > 4 && len(text) > 2 {
			t.Fatalf("%s: %v", text, err)
		}
		text = choices[random.IntN(len(choices))]
	}
}

// Sets of squares agree with lists of their members.
func TestSet(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range 500 {
		s, u := Set{random.Uint64(), random.Uint64()}, Set{random.Uint64() & random.Uint64(), random.Uint64()}
		count := 0
		for square := range 128 {
			in, also := s.has(square), u.has(square)
			if in {
				count++
			}
			for name, c := range map[string]struct{ got, want bool }{
				"and": {s.And(u).has(square), in && also}, "or": {s.Or(u).has(square), in || also},
				"minus": {s.Minus(u).has(square), in && !also}, "xor": {s.Xor(u).has(square), in != also},
			} {
				if c.got != c.want {
					t.Fatalf("%x %s %x: square %d is in it: %t", s, name, u, square, c.got)
				}
			}
		}
		if s.Count() != count || s.Empty() != (count == 0) {
			t.Fatalf("%x has %d squares, not %d", s, count, s.Count())
		}
	}
	if !(Set{}).Empty() || (Set{Hi: 1}).Empty() || (Set{Lo: 1}).Empty() {
		t.Error("what is empty is told otherwise")
	}
}

// Captures are the results in which the other side has lost pieces, long ones first.
func TestLister_Captures(t *testing.T) {
	captures := 0
	for _, size := range []string{"6", "8", "10"} {
		for seed := range uint64(4) {
			random := rand.New(rand.NewPCG(seed, 7))
			p, err := Cage.New(engine.Options{SizeOption: size})
			if err != nil {
				t.Fatal(err)
			}
			for range 60 {
				moves := slices.Collect(p.Moves())
				if len(moves) == 0 {
					break
				}
				b := p.(Position).Board()
				c := Lister{Size: p.(Position).Size}
				want := map[Board]bool{}
				for _, after := range c.Results(b, nil) {
					if after.Own.Count() < b.Opp.Count() {
						want[after] = true
					}
				}
				got, least := map[Board]bool{}, b.Opp.Count()
				for i, after := range c.Captures(b, nil) {
					got[after] = true
					if left := after.Own.Count(); left < b.Opp.Count()-1 && least == b.Opp.Count()-1 {
						t.Fatalf("%s: capture %d is a long one behind a short one", p, i+1)
					} else {
						least = left
					}
				}
				if !maps.Equal(got, want) {
					t.Fatalf("%s: %d captures are listed, not %d", p, len(got), len(want))
				}
				captures += len(want)
				if p, err = p.Play(moves[random.IntN(len(moves))]); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if captures == 0 {
		t.Error("nothing was captured")
	}
}
