package think

import (
	"fmt"
	"hash/fnv"
	"strings"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon/board"
	"tabuleiro/engine/backgammon/id"
	"tabuleiro/engine/backgammon/rules"
	"tabuleiro/engine/backgammon/think/net"
	"tabuleiro/engine/enginetest"
	"tabuleiro/engine/goldentest"
)

// randomBoard returns checkers of both sides at random up to a point, some of them off and at times one on the bar.
func randomBoard(r *Random, furthest int) board.Board {
	for {
		var sides [2]board.Counts
		taken := map[int]bool{}
		for side := range sides {
			left := 1 + r.Below(board.Checkers)
			sides[side] = board.Counts{}.Add(board.Off, board.Checkers-left)
			if r.Below(5) == 0 {
				sides[side], left = sides[side].Add(board.Bar, 1), left-1
			}
			for tries := 0; left > 0 && tries < 99; tries++ {
				point := 1 + r.Below(furthest)
				seen := point
				if side == 1 {
					seen = board.Mirror(point)
				}
				if n := 1 + r.Below(min(left, 4)); !taken[seen] {
					taken[seen] = true
					sides[side], left = sides[side].Add(point, n), left-n
				}
			}
			if left > 0 {
				taken = nil
				break
			}
		}
		if taken != nil {
			return board.Board{Own: sides[0], Opp: sides[1]}
		}
	}
}

// tellThought writes the best moves of a level.
func tellThought(t *testing.T, text *strings.Builder, line engine.Line, level int) {
	t.Helper()
	thought, err := Brain.Think(t.Context(), line, engine.Limits{Level: level, Seed: uint64(level), Best: 2})
	if err != nil {
		t.Fatal(line.Position(), err)
	}
	fmt.Fprintf(text, "%4d: %d boards, %d plies", level, thought.Nodes, thought.Depth)
	for _, m := range thought.Moves {
		fmt.Fprintf(text, "; %s %d, wins %d+%d-%d %t", m.Move, m.Equity, m.Win, m.WinMore, m.LoseMore, m.Proven)
	}
	text.WriteString("\n")
}

// The values of plays at every level are those of testdata/thoughts.txt.
func TestThoughts_Plays(t *testing.T) {
	var text strings.Builder
	for level, s := range strengths {
		fmt.Fprintf(&text, "level %d looks %d plies ahead at %d plays, counts pips for %d of 1,000, is wrong by up to %d\n",
			level, s.depth, s.wide, s.pips, s.noise)
	}
	positions := enginetest.Lines[weighedElsewhere](t, "testdata/backgammon-equities.jsonl")
	for i := 0; i < len(positions); i += 33 {
		line := lineAt(t, positions[i].Position)
		fmt.Fprintln(&text, line.Position())
		for level := i % 2; level <= 8; level += 2 {
			tellThought(t, &text, line, level)
		}
		if i%330 == 0 {
			tellThought(t, &text, line, engine.Max)
		}
	}
	goldentest.Compare(t, "testdata/thoughts.txt", text.String())
}

// The values of doubles are those of testdata/cubes.txt: in real matches, and on random boards with every cube owner,
// with and without Jacoby's rule, in short matches.
func TestThoughts_Cubes(t *testing.T) {
	var text strings.Builder
	tell := func(p rules.Position, tasks ...engine.Limits) {
		fmt.Fprint(&text, p)
		for _, task := range tasks {
			c, err := Brain.Cube(t.Context(), rules.Backgammon.NewLine(p), task)
			if err != nil {
				t.Fatal(p, err)
			}
			fmt.Fprintf(&text, "; %d, %d, %d", c.NoDouble, c.Take, c.Drop)
		}
		fmt.Fprintf(&text, "; worth %d, %d\n", Brain.Worth(p, engine.First, 1), Brain.Worth(p, engine.Second, -2))
	}
	for i, w := range enginetest.Lines[weighedElsewhere](t, "testdata/backgammon-equities.jsonl") {
		if w.Kind == "cube" && i%6 == 0 {
			tell(lineAt(t, w.Position).Position().(rules.Position), engine.Limits{Nodes: 1}, engine.Limits{Level: 4, Seed: 3})
		}
	}
	r := Random(6)
	for n := range 160 {
		furthest := board.Home
		if n%3 == 0 {
			furthest = board.Furthest
		}
		p := cubeAt(t, randomBoard(&r, furthest), func(p *rules.Position) {
			p.Jacoby = n%4 == 0
			p.Owner, p.Cube = []int{id.Nobody, 0, 0}[r.Below(3)], r.Below(3)
			if p.Owner == id.Nobody {
				p.Cube = 0
			}
			if n%2 == 1 {
				p.Length = 1 + r.Below(7)
				p.Score = [2]int{r.Below(p.Length), r.Below(p.Length)}
				p.Jacoby = false
			}
		})
		if p.Owner == id.Nobody || p.Owner == p.Mover {
			tell(p, engine.Limits{Nodes: 1}, engine.Limits{Level: 1 + n%7, Seed: 5})
		}
	}
	// Where a double may follow the roll it is valued beside the plays.
	for i, w := range enginetest.Lines[weighedElsewhere](t, "testdata/backgammon-equities.jsonl") {
		if w.Kind == "cube" || i%25 != 0 {
			continue
		}
		line := lineAt(t, w.Position, "double", "turn")
		thought, err := Brain.Think(t.Context(), line, engine.Limits{Nodes: 1, Best: 100})
		if err != nil {
			t.Fatal(w.Position, err)
		}
		for _, m := range thought.Moves {
			if m.Move == rules.Double {
				fmt.Fprintf(&text, "%s; %s %d, wins %d, %t\n", line.Position(), m.Move, m.Equity, m.Win, m.Proven)
			}
		}
	}
	over := lineAt(t, "4HPwATDgc/ABMA:cAkAAAAAAAAE", "points", "3").Position().(rules.Position)
	over.Length, over.Score = 3, [2]int{3, 1}
	for _, p := range []engine.Position{nil, over} {
		if worth := Brain.Worth(p, engine.First, 1); worth != 0 {
			t.Errorf("a point more in %v is worth %d", p, worth)
		}
	}
	goldentest.Compare(t, "testdata/cubes.txt", text.String())
}

// Random boards have the kinds, descriptions and estimates of testdata/estimates.txt; the hash covers the net inputs of
// all boards of a line.
func TestEstimates(t *testing.T) {
	var text strings.Builder
	r := Random(7)
	m := NewEvaluator(board.Law{})
	for n := range 60 {
		sum := fnv.New64a()
		var b board.Board
		for range 20 {
			b = randomBoard(&r, []int{board.Furthest, 18, 12, board.Home}[n%4])
			var d net.Description
			if !IsKnown(b) {
				Describe(b, KindOf(b), &d)
			}
			fmt.Fprint(sum, KindOf(b), IsKnown(b), d)
		}
		m.twice, m.absent = n%7 == 0, n%3
		next, odds, _ := m.Chosen(b, 6, 1+n%6, nil)
		lost := m.lostOdds(board.Board{Own: b.Own, Opp: board.Counts{}.Add(board.Off, board.Checkers)})
		fmt.Fprintf(&text, "%016x %d %d, lost %d, 6-%d %d for %d\n", sum.Sum64(), KindOf(b), m.Estimate(b), lost, 1+n%6, odds,
			next.Own.Pips())
	}
	goldentest.Compare(t, "testdata/estimates.txt", text.String())
}
