package think

import (
	"tabuleiro/engine/backgammon/board"
	"tabuleiro/engine/backgammon/think/net"
)

// odds are how a game may end for a side, in parts of net.One: it wins, wins a gammon or more, wins a backgammon, loses
// a gammon or more, loses a backgammon.
type odds [net.Outputs]int32

const (
	winning = iota
	winningGammon
	winningBackgammon
	losingGammon
	losingBackgammon
)

// turned are the odds of the other side.
func (o odds) turned() odds {
	return odds{net.One - o[winning], o[losingGammon], o[losingBackgammon], o[winningGammon], o[winningBackgammon]}
}

// equity is what the side wins in the mean where the stake does not change, in parts of net.One of the stake.
func (o odds) equity() int32 {
	return 2*o[winning] - net.One + o[winningGammon] + o[winningBackgammon] - o[losingGammon] - o[losingBackgammon]
}

// lostOdds are the odds of the side on roll when the other side has just borne off its last checker.
func (m *mind) lostOdds(b board.Board) odds {
	o := odds{}
	if b.Own.OnBoard() == board.Checkers-m.absent {
		o[losingGammon] = net.One
		if b.Own.Some()>>board.Across(board.Home) != 0 {
			o[losingBackgammon] = net.One
		}
	}
	return o
}

// sound makes odds possible: nothing is more likely than what it is part of, and nobody loses a gammon who has a
// checker off.
func (o *odds) sound(b board.Board) {
	if b.Opp.At(board.Off) > 0 {
		o[winningGammon] = 0
	}
	if b.Own.At(board.Off) > 0 {
		o[losingGammon] = 0
	}
	o[winningGammon] = min(o[winningGammon], o[winning])
	o[losingGammon] = min(o[losingGammon], net.One-o[winning])
	o[winningBackgammon] = min(o[winningBackgammon], o[winningGammon])
	o[losingBackgammon] = min(o[losingBackgammon], o[losingGammon])
}

// mind is what estimates positions, with room for what it has just seen. It serves one goroutine.
type mind struct {
	board.Law
	tables  [kinds]*net.Table
	bearoff func() *bearoff
	endings func() *endings // nil: not needed
	near    [kinds]net.Sum
	absent  int  // checkers that a side does not have in this game; they count as borne off
	twice   bool // there is nothing above a gammon
	nodes   int  // positions estimated
}

// estimate is what is thought of a board without looking ahead, for the side on roll.
func (m *mind) estimate(b board.Board) odds {
	m.nodes++
	o := m.seen(b)
	if m.twice {
		o[winningBackgammon], o[losingBackgammon] = 0, 0
	}
	return o
}

// seen is what is thought of a board as if a backgammon counted.
func (m *mind) seen(b board.Board) odds {
	if b.Opp.OnBoard() == 0 {
		return m.lostOdds(b)
	}
	k := kindOf(b)
	if k == race && b.Own.AtHome() && b.Opp.AtHome() {
		if e, ok := m.ending(b); ok {
			return odds{int32(inOne(e.chance))}
		}
		return m.bearoff().odds(b)
	}
	var d net.Description
	describe(b, k, &d)
	o := odds(m.tables[k].Estimate(&d, &m.near[k]))
	o.sound(b)
	return o
}

// odds are exact when each side bears off as fast as it can.
func (t *bearoff) odds(b board.Board) odds {
	own, opp := rankOf(b.Own, board.Checkers), rankOf(b.Opp, board.Checkers)
	o := odds{int32(ahead(t.off[own], t.off[opp]))}
	if b.Opp.At(board.Off) == 0 {
		o[winningGammon] = int32(ahead(t.off[own], t.first[opp]))
	}
	if b.Own.At(board.Off) == 0 {
		// The side on roll loses a gammon if the other one is off before it has a checker off: the other one rolls
		// second.
		o[losingGammon] = net.One - int32(ahead(t.first[own], t.off[opp]))
	}
	return o
}

// chosen is the best play of a roll without looking further ahead: the board after it, the other side on roll, and the
// odds of the side that played.
func (m *mind) chosen(b board.Board, high, low int, plays []board.Play) (board.Board, odds, []board.Play) {
	plays = m.Plays(b, high, low, plays[:0])
	if len(plays) == 0 {
		next := b.Turned()
		return next, m.estimate(next).turned(), plays
	}
	var best board.Board
	var most odds
	for i, p := range plays {
		next := b.After(p).Turned()
		if o := m.estimate(next).turned(); i == 0 || o.equity() > most.equity() {
			best, most = next, o
		}
	}
	return best, most, plays
}

// allRolls are the 21 rolls, and how many of 36 throws each is.
var allRolls = func() (list [21]struct{ high, low, weight int }) {
	i := 0
	for high := 1; high <= 6; high++ {
		for low := 1; low <= high; low++ {
			r := &list[i]
			if r.high, r.low, r.weight = high, low, 2; high == low {
				r.weight = 1
			}
			i++
		}
	}
	return list
}()

// meanOdds are odds by their sum over 36 throws.
func meanOdds(sum [net.Outputs]int64) (o odds) {
	for i, x := range sum {
		o[i] = int32((x + 18) / 36)
	}
	return o
}

// lifeOf is that of the cube on a board.
func lifeOf(b board.Board) int64 {
	if kindOf(b) == race {
		return lifeOfRace
	}
	return lifeOfContact
}
