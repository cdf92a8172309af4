package think

import (
	"tabuleiro/engine/backgammon/board"
	"tabuleiro/engine/backgammon/think/net"
)

// An ending is a bear-off with up to endingMost checkers of each side, endingWays ways to stand for each (6 of 12).
const (
	endingMost = 6
	endingWays = 924
)

// endingUnit is an equity or a chance of 1 in an ending.
const endingUnit = 30_000

// ending is what a bear-off is worth in a money game for the side on roll if both sides play and double as well as can
// be, in parts of endingUnit. Gammons cannot happen in it: the one who has so few checkers left has borne some off.
type ending struct {
	chance  int16 // to win
	centred int16 // equity if this roll is played without a double, the cube being nobody's
	owned   int16 // the same if the cube is the side's own
	theirs  int16 // if it is the other side's: what a double that is taken comes to, too, in stakes twice as large
}

// endings holds each ending by the rank of the side on roll and that of the other one. It takes a second or so to make,
// and seven megabytes.
type endings [endingWays][endingWays]ending

// newEndings computes the endings under a law, from those with the fewest checkers on: a play leads to a lower rank.
func newEndings(l board.Law) *endings {
	t := new(endings)
	for n := range t {
		t[n][0] = ending{0, -endingUnit, -endingUnit, -endingUnit} // the other side is done
	}
	next := endingPlays(l)
	for n := 1; n < endingWays; n++ {
		for other := 1; other < n; other++ {
			t[n][other] = t.after(&next[n], other)
		}
		for side := 1; side <= n; side++ {
			t[side][n] = t.after(&next[side], n)
		}
	}
	return t
}

// endingPlays are, for each way to stand and each of the 21 rolls, the ways to stand after its plays.
func endingPlays(l board.Law) *[endingWays][21][]int {
	next := new([endingWays][21][]int)
	var plays []board.Play
	for n := 1; n < endingWays; n++ {
		here := board.Board{Own: unrank(n, endingMost)}
		for i, r := range allRolls {
			plays = l.Plays(here, r.high, r.low, plays[:0])
			for _, p := range plays {
				next[n][i] = append(next[n][i], rankOf(p.Own, endingMost))
			}
		}
	}
	return next
}

// after is an ending by those that its plays lead to, in which the other side is on roll.
func (t *endings) after(next *[21][]int, other int) ending {
	const lost = -2 * endingUnit
	var chance, centred, owned, theirs int
	for i, list := range next {
		most := [4]int{lost, lost, lost, lost}
		for _, n := range list {
			e := &t[other][n]
			cash := min(2*int(e.theirs), endingUnit)
			most[0] = max(most[0], endingUnit-int(e.chance))
			most[1] = max(most[1], -max(int(e.centred), cash))
			most[2] = max(most[2], -int(e.theirs))
			most[3] = max(most[3], -max(int(e.owned), cash))
		}
		w := allRolls[i].weight
		chance, centred, owned, theirs = chance+w*most[0], centred+w*most[1], owned+w*most[2], theirs+w*most[3]
	}
	mean := func(sum int) int16 { return int16((sum+36*endingUnit+18)/36 - endingUnit) }
	return ending{mean(chance), mean(centred), mean(owned), mean(theirs)}
}

// ending is what is known of a board as an ending, if it is one.
func (m *Mind) ending(b board.Board) (ending, bool) {
	if m.endings == nil || b.Own.OnBoard() > endingMost || b.Opp.OnBoard() > endingMost || !b.Own.AtHome() ||
		!b.Opp.AtHome() {
		return ending{}, false
	}
	return m.endings()[rankOf(b.Own, endingMost)][rankOf(b.Opp, endingMost)], true
}

// inOne turns parts of endingUnit into parts of net.One.
func inOne(parts int16) int64 { return int64(parts) * net.One / endingUnit }

// farFromMost is the number of doubles that have to be possible for a cube to count as one without end.
const farFromMost = 3

// endless reports whether stakes are those of endings: money, and a cube that can be turned again and again.
func (s stakes) endless() bool { return s.money() && !s.dead && s.cube+farFromMost <= s.most }

// worth is what an ending is worth at such stakes without a double, and after one that is taken.
func (e ending) worth(s stakes) (rolled, taken int64) {
	v := e.centred
	switch s.owner {
	case 0:
		v = e.owned
	case 1:
		v = e.theirs
	}
	return inOne(v) << s.cube, inOne(e.theirs) << (s.cube + 1)
}
