package analysis_test

import (
	"context"
	"flag"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/analysis"
	"tabuleiro/engine/search"
	"tabuleiro/engine/table"
)

var manyFacts = flag.Int("facts", 0, "check so many facts of hints of each game by a deeper search, instead of a few")

// What hints say of a move is borne out by a search with ten times the nodes from the move on: pieces are won, exchanged and given up
// as it says. What can be counted on the board is counted by TestWhyCells and TestWhyPoints.
func TestFactsAreTrue(t *testing.T) {
	nodes, each := 2_000, 3
	if *manyFacts > 0 {
		nodes, each = 50_000, *manyFacts
	}
	for _, g := range table.Games {
		if g.Brain == nil {
			continue
		}
		if _, stake := begin(t, g).Position().(engine.Contest); stake {
			continue
		}
		if each < 10 && g.Further {
			continue
		}
		t.Run(g.Name, func(t *testing.T) {
			t.Parallel()
			checked, wrong := 0, 0
			for seed := uint64(1); checked < each && seed < 200; seed++ {
				line := begin(t, g)
				random := search.NewRandom(seed, 36)
				for ply := 0; line.Turn() != engine.Nobody && ply < 120 && checked < each; ply++ {
					task := engine.Task{Nodes: nodes, Seed: seed}
					if ply > 6 && random.Intn(3) == 0 {
						h, err := analysis.Advise(context.Background(), g.Brain, line, task)
						if err != nil {
							t.Fatal(err)
						}
						for _, f := range h.Facts {
							if f.Expected() {
								if checked++; !holds(t, g, line, h.Move.Move, f, 10*nodes) {
									wrong++
									t.Logf("%s: %s: %+v is refuted (line %v)", line.Position(), h.Move.Move, f, h.Move.Line)
								}
							}
						}
					}
					thought, err := g.Brain.Think(context.Background(), line, engine.Task{Nodes: 300, Level: 3, Seed: seed})
					if err != nil {
						t.Fatal(err)
					}
					if line, err = line.Play(thought.Moves[0].Move); err != nil {
						t.Fatal(err)
					}
				}
			}
			t.Logf("%d facts checked, %d refuted", checked, wrong)
			if checked < each || wrong > 0 {
				t.Errorf("%d of %d facts are refuted", wrong, checked)
			}
		})
	}
}

// holds tells whether a fact is true of a move if it is answered as a deeper search expects.
func holds(t *testing.T, g *engine.Game, line engine.Line, move engine.Move, f analysis.Fact, nodes int) bool {
	t.Helper()
	next, err := line.Play(move)
	if err != nil {
		t.Fatal(err)
	}
	moves := []engine.Move{move}
	if next.Turn() != engine.Nobody {
		thought, err := g.Brain.Think(context.Background(), next, engine.Task{Nodes: nodes, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		moves = append(moves, thought.Moves[0].Line...)
	}
	facts := append(analysis.Why(line, moves), analysis.Against(line, moves)...)
	for _, found := range facts {
		if found.Code == f.Code && found.Count >= f.Count {
			return true
		}
	}
	t.Logf("deeper: %v: %+v", moves, facts)
	return false
}

// begin is a game with its usual options.
func begin(t *testing.T, g *engine.Game) engine.Line {
	t.Helper()
	o, err := g.Complete(nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return g.NewLine(p)
}
