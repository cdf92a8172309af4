package puzzles

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"tabuleiro/cmd/lab/train"
	"tabuleiro/engine"
	"tabuleiro/engine/search"
)

// Settings of MakeOpenings.
const (
	// moves that are drawn, as the three-move openings of the World Checkers and Draughts Federation have it
	OpeningPlies = 3
	// by how much the chance to win may differ from that to lose, in parts of engine.ProbScale
	OpeningBalance = engine.ProbScale * 8 / 100
	OpeningNodes   = 20_000_000 // positions that are looked at for that
)

// glances are the parts of the positions that are enough to see that one side is much better, and by how many tenths of
// OpeningBalance it may then be.
var glances = []struct{ part, tenths int }{{200, 20}, {10, 15}, {1, 10}}

// Openings returns a trainer that makes the file with a game's openings: one a line.
func Openings(g *engine.Game) train.Trainer {
	return func(ctx context.Context, seed uint64, scale float64, progress func(string)) (map[string][]byte, error) {
		options, err := g.Complete(nil)
		if err != nil {
			return nil, err
		}
		nodes := max(1000, int(OpeningNodes*min(scale, 1)))
		list, err := MakeOpenings(ctx, g, options, seed, max(1, int(60*scale)), nodes, progress)
		if err != nil {
			return nil, err
		}
		var file strings.Builder
		for _, line := range list {
			var moves []string
			for i := range line.Len() {
				moves = append(moves, strings.ReplaceAll(string(line.Move(i)), " ", "_"))
			}
			file.WriteString(strings.Join(moves, " ") + "\n")
		}
		return map[string][]byte{g.Name + ".openings": []byte(file.String())}, nil
	}
}

// MakeOpenings looks through all beginnings of OpeningPlies moves in an order that the seed draws, those that lead to
// the same position once, and returns the first count that are balanced when so many positions are looked at, in order
// of their moves. It returns fewer if there are no more.
func MakeOpenings(ctx context.Context, g *engine.Game, o engine.Options, seed uint64, count, nodes int,
	progress func(string)) ([]engine.Line, error) {
	start, err := g.New(o)
	if err != nil {
		return nil, err
	}
	lines := []engine.Line{g.NewLine(start)}
	for range OpeningPlies {
		if lines, err = further(lines); err != nil {
			return nil, err
		}
	}
	random := search.NewRandom(seed, 0)
	for i := range lines {
		k := random.Intn(i + 1)
		lines[i], lines[k] = lines[k], lines[i]
	}
	var balanced []engine.Line
	for i, line := range lines {
		judged, err := choice(line)
		if err != nil {
			return nil, err
		}
		for _, look := range glances {
			thought, err := g.Brain.Think(ctx, judged, engine.Limits{Nodes: nodes / look.part})
			if err != nil {
				return nil, err
			}
			edge := 2*thought.Moves[0].Equity - engine.ProbScale
			if (judged.Len()-line.Len())%2 != 0 {
				edge = -edge
			}
			if bound := OpeningBalance * look.tenths / 10; edge >= bound || edge <= -bound {
				break
			}
			if look.part == 1 {
				balanced = append(balanced, line)
				progress(fmt.Sprintf("%d of %d, opening %d: %v, %+d", i+1, len(lines), len(balanced), moves(line), edge))
			}
		}
		if len(balanced) == count {
			break
		}
	}
	slices.SortFunc(balanced, func(a, b engine.Line) int { return slices.Compare(moves(a), moves(b)) })
	return balanced, nil
}

// choice is a line, played on by the only moves there are until there are several: about a single one the computer does
// not think for long.
func choice(line engine.Line) (engine.Line, error) {
	for !line.Outcome().Decided() {
		list := slices.Collect(line.Position().Moves())
		if len(list) > 1 {
			return line, nil
		}
		next, err := line.Play(list[0])
		if err != nil {
			return engine.Line{}, err
		}
		line = next
	}
	return line, nil
}

// further are the lines one move on, one for each position.
func further(lines []engine.Line) (next []engine.Line, err error) {
	seen := map[string]bool{}
	for _, line := range lines {
		for m := range line.Position().Moves() {
			l, err := line.Play(m)
			if err != nil {
				return nil, err
			}
			if key := l.Position().Key(); !seen[key] {
				seen[key] = true
				next = append(next, l)
			}
		}
	}
	return next, nil
}

// moves are those of a line.
func moves(l engine.Line) (list []engine.Move) {
	for i := range l.Len() {
		list = append(list, l.Move(i))
	}
	return list
}
