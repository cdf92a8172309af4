package measure

import (
	"context"
	"slices"

	"tabuleiro/engine"
	cagerules "tabuleiro/engine/cage/rules"
	cage "tabuleiro/engine/cage/think"
	draughtsrules "tabuleiro/engine/draughts/rules"
	"tabuleiro/engine/duel"
	eximorules "tabuleiro/engine/eximo/rules"
	eximo "tabuleiro/engine/eximo/think"
	"tabuleiro/engine/search"
)

// piece is what a piece counts in gains: one that is lost by so many of 36 throws counts as many.
const piece = 36

// exchange lists the moves of the side on turn and what each gains within so many plies, in parts of a piece: those
// taken less those lost. With dice it is the checkers hit or borne off, less the throws that hit at once.
func exchange(b engine.Brain, l engine.Line, plies int) (moves []engine.Move, gains []int, err error) {
	switch b := b.(type) {
	case *search.Brain[draughtsrules.Position, draughtsrules.Move]:
		return pieces(b, l, plies)
	case *search.Brain[eximo.Node, eximorules.Change]:
		return pieces(b, l, plies)
	case *search.Brain[cage.Node, cagerules.Board]:
		return pieces(b, l, plies)
	}
	side := l.Turn() - engine.First
	other, before := 1-side, l.View().Points
	for m := range l.Position().Moves() {
		next, err := l.Position().Play(m)
		if err != nil {
			return nil, nil, err
		}
		after := next.View().Points
		taken := after.Bar[other] - before.Bar[other] + after.Off[side] - before.Off[side]
		moves, gains = append(moves, m), append(gains, piece*taken-next.(engine.DicePosition).Shots().All)
	}
	return moves, gains, nil
}

// pieces is exchange in a game without dice.
func pieces[B, M any](b *search.Brain[B, M], l engine.Line, plies int) (moves []engine.Move, gains []int, err error) {
	rules, root, err := b.Open(l, 0)
	if err != nil {
		return nil, nil, err
	}
	for i, n := range search.Gains(rules, &root, plies) {
		moves, gains = append(moves, root.Choices[i].Move), append(gains, n*piece)
	}
	return moves, gains, nil
}

// Beginner takes what it can and avoids what is taken back at once; else it plays at random. About a stake it does not
// think: it never doubles, and takes.
func Beginner(b engine.Brain, seed uint64) duel.Player {
	games := uint64(0)
	random := search.NewRandom(seed)
	return func(_ context.Context, l engine.Line) (engine.Move, error) {
		if l.Len() < 2 {
			games++
			random = search.NewRandom(seed, games)
		}
		choices := slices.Collect(l.Position().Moves())
		if roller, dice := l.Position().(engine.DicePosition); dice && roller.Throw().Dice[0] == 0 {
			return choices[0], nil // to roll before to double, to take before to drop
		}
		moves, gains, err := exchange(b, l, 2)
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
		if _, err := duel.Play(ctx, r, watch, watch); err != nil {
			return n, err
		}
	}
	return n, nil
}

func (n *Blunders) look(ctx context.Context, g *engine.Game, l engine.Line, move engine.Move, nodes, worse int) error {
	moves, gains, err := exchange(g.Brain, l, 3)
	if err != nil || len(moves) < 2 {
		return err
	}
	n.Moves++
	i := slices.Index(moves, move)
	if i < 0 || slices.Max(gains)-gains[i] < piece {
		return nil
	}
	n.Lost++
	before, err := g.Brain.Think(ctx, l, engine.Limits{Nodes: nodes})
	if err != nil {
		return err
	}
	after, err := l.Play(move)
	if err != nil {
		return err
	}
	value := engine.ProbScale / 2
	switch o := after.Outcome(); {
	case o.Winner == l.Turn():
		value = engine.ProbScale
	case o.Decided() && !o.Draw():
		value = 0
	case !o.Decided():
		thought, err := g.Brain.Think(ctx, after, engine.Limits{Nodes: nodes})
		if err != nil {
			return err
		}
		if value = thought.Moves[0].Equity; after.Turn() != l.Turn() {
			value = engine.ProbScale - value
		}
	}
	if before.Moves[0].Equity-value >= worse {
		n.Nothing++
	}
	return nil
}
