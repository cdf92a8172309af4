package analysis

import (
	"context"
	"fmt"
	"hash/fnv"

	"tabuleiro/engine"
	"tabuleiro/engine/search"
)

// Version tells what the house knows of a game from what it has known before: it is made of what it thinks of the
// positions of one game against itself, with a few nodes, and now and then with many. Fields that a thought gets later
// do not change it.
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
			move, err := thrown(line, random)
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
		thought, err := g.Brain.Think(ctx, line, engine.Task{Nodes: nodes, Best: 2})
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

// A judgement is what Version reads of a move that was weighed.
type judgement struct {
	move              engine.Move
	win, draw, equity int
	line              []engine.Move
	proven            bool
}

// Prove is a puzzle with each move of its solution that has to be found, and is no only one, held against all others
// with so many nodes; false if one is not better any more by MinimumGap.
func Prove(ctx context.Context, brain engine.Brain, p Puzzle, nodes int) (Puzzle, bool, error) {
	if aboutStake(p.Line.Position()) {
		gambler, ok := brain.(engine.Gambler)
		if !ok {
			return p, false, nil
		}
		again, ok, err := FindDecision(ctx, gambler, p.Line, nodes/Proof)
		return again, ok && again.Solution[0] == p.Solution[0], err
	}
	line := p.Line
	for n, m := range p.Solution {
		if line.Turn() == p.Line.Turn() && !Only(line.Position()) {
			best, gap, clear, err := ahead(ctx, brain, line, nodes)
			if err != nil || !clear || best.Move != m {
				return p, false, err
			}
			if n == 0 {
				p.Gap, p.Value, p.Nodes = gap, best.Equity, nodes
			}
		}
		next, err := line.Play(m)
		if err != nil {
			return p, false, err
		}
		line = next
	}
	return p, true, nil
}
