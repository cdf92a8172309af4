// Package puzzles finds puzzles and openings in games of the computer against itself, and proves them.
package puzzles

import (
	"context"
	"fmt"
	"strings"

	"tabuleiro/cmd/lab/train"
	"tabuleiro/engine"
	"tabuleiro/engine/puzzle"
	"tabuleiro/engine/search/searchtest"
)

// How many puzzles are made of a game at full length, and of those about the stake where it has one; in how many games
// these are looked for; and how many positions are looked at for a first look.
const (
	wanted    = 100
	decisions = 48
	games     = 2000
	glance    = 10_000
)

// Maker returns a trainer that makes the file with a game's puzzles. With again those that there are come first, as far as they can be
// proven.
func Maker(g *engine.Game, again bool) train.Trainer {
	return func(ctx context.Context, seed uint64, scale float64, progress func(string)) (map[string][]byte, error) {
		options, err := g.Complete(nil)
		if err != nil {
			return nil, err
		}
		version, err := searchtest.Version(ctx, g)
		if err != nil {
			return nil, err
		}
		var kept [2][]Puzzle // plays, and decisions about the stake
		if again {
			if kept, err = proven(ctx, g, version, progress); err != nil {
				return nil, err
			}
		}
		list, err := MakePuzzles(ctx, g, options, seed, max(1, int(wanted*scale))-len(kept[0]), glance, kept[0],
			progress)
		if err != nil {
			return nil, err
		}
		stakes := []engine.Options{options}
		for _, points := range []string{"7", "3", "5"} {
			if match, err := g.Complete(engine.Options{"points": points}); err == nil {
				stakes = append(stakes, match)
			}
		}
		more, err := MakeDecisions(ctx, g, stakes, seed, max(1, int(decisions*scale)), games, glance, kept[1],
			progress)
		if err != nil {
			return nil, err
		}
		var file strings.Builder
		for _, part := range [][]Puzzle{kept[0], list, kept[1], more} {
			for _, p := range part {
				p.Version = version
				file.WriteString(p.Text() + "\n")
			}
		}
		return map[string][]byte{g.Name + ".puzzles": []byte(file.String())}, nil
	}
}

// proven are the puzzles of a game that can be proven: plays, and decisions about the stake. Those that have been
// proven by the same version need no more.
func proven(ctx context.Context, g *engine.Game, version string,
	progress func(string)) (kept [2][]Puzzle, err error) {
	for n, p := range puzzle.Of(g) {
		line, err := p.Line(g)
		if err != nil {
			return kept, err
		}
		is := Puzzle{Line: line, Gap: p.Gap, Value: p.Value, Nodes: p.Nodes, Solution: p.Solution, Rest: p.Rest,
			Win: p.Win, Cube: p.Cube}
		again, ok, err := is, true, error(nil)
		if p.Version != version || p.Nodes < Proof*glance {
			again, ok, err = Prove(ctx, g.Brain, is, Proof*glance)
		}
		if err != nil {
			return kept, err
		}
		if !ok {
			progress(fmt.Sprintf("puzzle %d is none any more: %s", n+1, p.Position))
			continue
		}
		kind := 0
		if again.Cube != nil {
			kind = 1
		}
		kept[kind] = append(kept[kind], again)
	}
	return kept, nil
}
