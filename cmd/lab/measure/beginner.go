package measure

import (
	"context"
	"fmt"
	"slices"

	"tabuleiro/engine"
	"tabuleiro/engine/duel"
	"tabuleiro/engine/search"
)

// Beginner takes what it can and avoids what is taken back at once; else it plays at random. About a stake it does not
// think: it never doubles, and takes.
func Beginner(b engine.Exchanger, seed uint64) duel.Player {
	games := uint64(0)
	random := search.NewRandom(seed)
	return func(_ context.Context, l engine.Line) (engine.Move, error) {
		if l.Len() < 2 {
			games++
			random = search.NewRandom(seed, games)
		}
		choices := slices.Collect(l.Position().Moves())
		if roller, dice := l.Position().(engine.Roller); dice && roller.Throw().Dice[0] == 0 {
			return choices[0], nil // to roll before to double, to take before to drop
		}
		moves, gains, err := b.Exchange(l, 2)
		if err != nil {
			return "", err
		}
		most := slices.Max(gains)
		best := moves[:0]
		for i, m := range moves {
			if gains[i] == most {
				best = append(best, m)
			}
		}
		return best[random.Intn(len(best))], nil
	}
}

// Blunders is how often a player of a game without dice gives a piece away.
type Blunders struct {
	Moves int // those that could have been a blunder: there was a choice
	Lost  int // moves that come out of an exchange of three plies with a piece less than the best, or more
	// those of them that a search finds worse than the best by a blunder's worth: there was nothing to get for it
	Nothing int
}

// CountBlunders has a player play against itself and looks at its moves. A search of so many nodes judges what a piece
// was given for; worse is from how much lost equity on it was given for nothing.
func CountBlunders(ctx context.Context, r duel.Rules, p duel.Player, nodes, worse int) (Blunders, error) {
	var n Blunders
	watch := func(ctx context.Context, l engine.Line) (engine.Move, error) {
		move, err := p(ctx, l)
		if err != nil {
			return "", err
		}
		return move, n.look(ctx, r.Game, l, move, nodes, worse)
	}
	for games := r.Games; games > 0; games-- { // both games of a pair would be the same
		r.Games, r.Seed = 1, r.Seed+1
		if _, err := duel.Play(ctx, r, watch, watch, nil); err != nil {
			return n, err
		}
	}
	return n, nil
}

func (n *Blunders) look(ctx context.Context, g *engine.Game, l engine.Line, move engine.Move, nodes, worse int) error {
	x, ok := g.Brain.(engine.Exchanger)
	if !ok {
		return fmt.Errorf("the house does not count the pieces of %s", g.Name)
	}
	moves, gains, err := x.Exchange(l, 3)
	if err != nil || len(moves) < 2 {
		return err
	}
	n.Moves++
	i := slices.Index(moves, move)
	if i < 0 || slices.Max(gains)-gains[i] < engine.Piece {
		return nil
	}
	n.Lost++
	before, err := g.Brain.Think(ctx, l, engine.Task{Nodes: nodes})
	if err != nil {
		return err
	}
	after, err := l.Play(move)
	if err != nil {
		return err
	}
	value := engine.Whole / 2
	switch o := after.Outcome(); {
	case o.Winner == l.Turn():
		value = engine.Whole
	case o.Decided() && !o.Draw():
		value = 0
	case !o.Decided():
		thought, err := g.Brain.Think(ctx, after, engine.Task{Nodes: nodes})
		if err != nil {
			return err
		}
		if value = thought.Moves[0].Equity; after.Turn() != l.Turn() {
			value = engine.Whole - value
		}
	}
	if before.Moves[0].Equity-value >= worse {
		n.Nothing++
	}
	return nil
}
