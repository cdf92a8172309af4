package searchtest

import (
	"context"
	"fmt"
	"hash/fnv"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/puzzle"
	"tabuleiro/engine/search"
)

// Version returns a hash of what the computer knows about a game: of its evaluations of a game against itself, with
// few nodes and every tenth move with many. Fields added to engine.ScoredMove do not change it.
func Version(ctx context.Context, g *engine.Game) (string, error) {
	options, err := g.Complete(nil)
	if err != nil {
		return "", err
	}
	start, err := g.New(options)
	if err != nil {
		return "", err
	}
	sum, random := fnv.New32a(), search.NewRandom(1)
	for line := g.NewLine(start); line.Turn() != engine.Nobody && line.Len() < 300; {
		if line.Turn() == engine.Chance {
			move, err := line.Position().(engine.DicePosition).Roll(1+random.Intn(6), 1+random.Intn(6))
			if err == nil {
				line, err = line.Play(move)
			}
			if err != nil {
				return "", err
			}
			continue
		}
		nodes := 1000
		if line.Len()%10 == 0 {
			nodes *= 20
		}
		thought, err := g.Brain.Think(ctx, line, engine.Limits{Nodes: nodes, Best: 2})
		if err != nil {
			return "", err
		}
		known := make([]judgement, len(thought.Moves))
		for i, w := range thought.Moves {
			known[i] = judgement{w.Move, w.Win, w.Draw, w.Equity, w.Line, w.Proven}
		}
		fmt.Fprintln(sum, known)
		if line, err = line.Play(thought.Moves[0].Move); err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("%08x", sum.Sum32()), nil
}

// judgement holds the fields of an engine.ScoredMove that Version hashes.
type judgement struct {
	move              engine.Move
	win, draw, equity int
	line              []engine.Move
	proven            bool
}

// Proves fails the test unless the computer's knowledge is that with which the puzzles of the game were proven.
func Proves(t testing.TB, g *engine.Game) {
	t.Helper()
	version, err := Version(t.Context(), g)
	if err != nil {
		t.Fatal(err)
	}
	puzzles := puzzle.Of(g)
	if len(puzzles) == 0 {
		t.Errorf("%s has no puzzles", g.Name)
	}
	for n, p := range puzzles {
		if p.Version != version {
			t.Fatalf("%s: puzzle %d was proven by %q, the house of now is %s: go run -C cmd/lab . prove %s", g.Name, n+1,
				p.Version, version, g.Name)
		}
	}
}
