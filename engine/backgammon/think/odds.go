package think

import (
	"context"

	"tabuleiro/engine/backgammon/board"
	"tabuleiro/engine/backgammon/think/net"
)

// Odds are the probabilities of the results for a side, in parts of net.One: it wins, wins a gammon or more, wins a
// backgammon, loses a gammon or more, loses a backgammon.
type Odds [net.Outputs]int32

// Indexes of Odds.
const (
	Winning = iota
	WinningGammon
	WinningBackgammon
	LosingGammon
	LosingBackgammon
)

// Turned returns the odds of the other side.
func (o Odds) Turned() Odds {
	return Odds{net.One - o[Winning], o[LosingGammon], o[LosingBackgammon], o[WinningGammon], o[WinningBackgammon]}
}

// Equity returns the expected gain of the side without a cube, in parts of net.One of the stake.
func (o Odds) Equity() int32 {
	return 2*o[Winning] - net.One + o[WinningGammon] + o[WinningBackgammon] - o[LosingGammon] - o[LosingBackgammon]
}

// lostOdds returns the odds of the side on roll when the other side has just borne off its last checker.
func (m *Evaluator) lostOdds(b board.Board) Odds {
	o := Odds{}
	if b.Own.OnBoard() == board.Checkers-m.absent {
		o[LosingGammon] = net.One
		if b.Own.Occupied()>>board.Mirror(board.Home) != 0 {
			o[LosingBackgammon] = net.One
		}
	}
	return o
}

// sound makes odds consistent: no result is more likely than one that includes it, and nobody with a checker off
// loses a gammon.
func (o *Odds) sound(b board.Board) {
	if b.Opp.At(board.Off) > 0 {
		o[WinningGammon] = 0
	}
	if b.Own.At(board.Off) > 0 {
		o[LosingGammon] = 0
	}
	o[WinningGammon] = min(o[WinningGammon], o[Winning])
	o[LosingGammon] = min(o[LosingGammon], net.One-o[Winning])
	o[WinningBackgammon] = min(o[WinningBackgammon], o[WinningGammon])
	o[LosingBackgammon] = min(o[LosingBackgammon], o[LosingGammon])
}

// Evaluator evaluates positions and caches its last one. It is not safe for concurrent use.
type Evaluator struct {
	board.Law
	Tables  [Kinds]*net.Table
	Bearoff func() *Bearoff
	near    [Kinds]net.Sum
	absent  int  // checkers that a side lacks in this game, which count as borne off
	twice   bool // a gammon is the most
	nodes   int  // positions evaluated
}

// Estimate returns the odds of a board without a search, for the side on roll.
func (m *Evaluator) Estimate(b board.Board) (o Odds) {
	m.nodes++
	switch {
	case b.Opp.OnBoard() == 0:
		o = m.lostOdds(b)
	case IsKnown(b):
		o = m.Bearoff().odds(b)
	default:
		var d net.Description
		k := KindOf(b)
		Describe(b, k, &d)
		o = m.Tables[k].Estimate(&d, &m.near[k])
		o.sound(b)
	}
	if m.twice {
		o[WinningBackgammon], o[LosingBackgammon] = 0, 0
	}
	return o
}

// odds returns exact odds if each side bears off as fast as it can.
func (t *Bearoff) odds(b board.Board) Odds {
	own, opp := rankOf(b.Own), rankOf(b.Opp)
	o := Odds{int32(raceChance(t.Off[own], t.Off[opp]))}
	if b.Opp.At(board.Off) == 0 {
		o[WinningGammon] = int32(raceChance(t.Off[own], t.First[opp]))
	}
	if b.Own.At(board.Off) == 0 {
		// The side on roll loses a gammon if the other side, which rolls second, is off before it has borne off a
		// checker.
		o[LosingGammon] = net.One - int32(raceChance(t.First[own], t.Off[opp]))
	}
	return o
}

// Chosen returns the best play of a roll without further search: the board after it with the other side on roll, and
// the odds of the side that played.
func (m *Evaluator) Chosen(b board.Board, high, low int, plays []board.Play) (board.Board, Odds, []board.Play) {
	if plays = m.Plays(b, high, low, plays[:0]); len(plays) == 0 {
		plays = append(plays, board.Play{Own: b.Own}) // a pass
	}
	var best board.Board
	var most Odds
	for i, p := range plays {
		next := b.After(p).Turned()
		if o := m.Estimate(next).Turned(); i == 0 || o.Equity() > most.Equity() {
			best, most = next, o
		}
	}
	return best, most, plays
}

// IsKnown reports whether a board needs no net.
func IsKnown(b board.Board) bool {
	return b.Opp.OnBoard() == 0 || KindOf(b) == Race && b.Own.AtHome() && b.Opp.AtHome()
}

// Rollahead returns the odds of the side on roll by a search of some plies.
func (m *Evaluator) Rollahead(ctx context.Context, b board.Board, depth int) Odds {
	if depth == 0 || IsKnown(b) || ctx.Err() != nil {
		return m.Estimate(b)
	}
	return m.eachRoll(ctx, b, depth-1, func(board.Board, Odds, int64) {})
}

// eachRoll visits the boards after the best plays of all rolls, with the other side on roll, the odds of the side
// that played by a search of depth more plies, and the number of rolls, of 36, that lead there. It returns the mean odds.
func (m *Evaluator) eachRoll(ctx context.Context, b board.Board, depth int,
	visit func(next board.Board, o Odds, weight int64)) (mean Odds) {
	var plays []board.Play
	var sum [net.Outputs]int64
	for _, r := range board.Rolls {
		var next board.Board
		var o Odds
		if next, o, plays = m.Chosen(b, r.High, r.Low, plays); depth > 0 {
			o = m.Rollahead(ctx, next, depth).Turned()
		}
		for i, x := range o {
			sum[i] += int64(r.Weight) * int64(x)
		}
		visit(next, o, int64(r.Weight))
	}
	for i, x := range sum {
		mean[i] = int32((x + 18) / 36)
	}
	return mean
}

// lifeOf returns the cube life on a board.
func lifeOf(b board.Board) int64 {
	if KindOf(b) == Race {
		return lifeOfRace
	}
	return lifeOfContact
}
