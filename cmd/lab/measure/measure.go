// Package measure measures how well the levels of a game play.
package measure

import (
	"context"
	"fmt"
	"io"

	"tabuleiro/engine"
	"tabuleiro/engine/duel"
)

// Levels writes how the levels of a game do, from one to another, in so many games each. A game with a stake is played
// without a cube.
func Levels(ctx context.Context, out io.Writer, what string, g *engine.Game, games int, seed uint64, from, to int) error {
	if games < 1 || from < 1 || to > engine.Max || from > to {
		return fmt.Errorf("-games has to be at least 1, and -from to -to a range of levels, 1 to %d", engine.Max)
	}
	chosen := engine.Options{}
	for _, o := range g.Options {
		if o.Name == "double" {
			chosen["double"] = "off"
		}
	}
	options, err := g.Complete(chosen)
	if err != nil {
		return err
	}
	r := duel.Rules{Game: g, Options: options, Games: games, Seed: seed, Opening: duel.OpeningPlies}
	return measure(ctx, out, what, g, r, from, to)
}

// measure prints how the levels of a game do, from one to another, in so many games each.
//
//   - beginner: the score of each level against one who takes what it can and avoids what is taken back at once
//   - ladder: the score of each level from the second on against the one below
//   - accuracy: see accuracyOf; a game is a position
//   - loss: see lossOf; a game is a position
//   - blunders: of how many moves a level gives a piece away in an exchange of three plies, and of how many for nothing
func measure(ctx context.Context, out io.Writer, what string, g *engine.Game, r duel.Rules, from, to int) error {
	switch what {
	case "accuracy":
		return accuracyOf(ctx, out, g, r, from, to)
	case "loss":
		return lossOf(ctx, out, g, r, from, to)
	}
	player := func(level int) duel.Player { return duel.NewPlayer(g.Brain, engine.Limits{Level: level, Seed: r.Seed}) }
	for level := from; level <= to; level++ {
		var score duel.Score
		var err error
		switch what {
		case "beginner":
			score, err = duel.Play(ctx, r, player(level), Beginner(g.Brain, r.Seed))
		case "ladder":
			if level == 1 {
				continue
			}
			score, err = duel.Play(ctx, r, player(level), player(level-1))
		case "blunders":
			var n Blunders
			if n, err = CountBlunders(ctx, r, player(level), judging, engine.ProbScale/20); err == nil {
				part := func(k int) float64 { return 100 * float64(k) / float64(max(1, n.Moves)) }
				_, err = fmt.Fprintf(out, "%s\tlevel %s\t%.2f %%\tfor nothing %.2f %%\tof %d moves\n", g.Name,
					engine.LevelName(level),
					part(n.Lost), part(n.Nothing), n.Moves)
			}
			if err != nil {
				return err
			}
			continue
		default:
			return fmt.Errorf("what is measured is %q, but has to be beginner, ladder, blunders, accuracy or loss", what)
		}
		if err != nil {
			return err
		}
		low, high := score.Interval()
		if _, err := fmt.Fprintf(out, "%s\tlevel %s\t%+.3f\t%+.3f to %+.3f\t%d, %d, %d\n", g.Name, engine.LevelName(level),
			score.Share(), low, high,
			score.Wins, score.Draws, score.Losses); err != nil {
			return err
		}
	}
	return nil
}

// judging is the number of nodes that judge whether a piece was given for something.
const judging = 20_000
