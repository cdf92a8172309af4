package think

import (
	"sync"

	"tabuleiro/engine/backgammon/id"
	"tabuleiro/engine/backgammon/rules"
	"tabuleiro/engine/backgammon/think/net"
)

// Gammon rates of the computer's own games, in parts of net.One: gammons among games won, and the same for a trailing
// side whose opponent needs one point, so that only one side plays for a gammon.
const (
	gammonRate   = net.One * 254 / 1000
	gammonGoRate = net.One * 258 / 1000
)

// freeDrop is the value, after the Crawford game, of a free drop of the first double for a side that needs one point,
// in parts of net.One of what it would otherwise lose.
const freeDrop = net.One * 24 / 1000

// chances holds the chances to win the match by the points that a side and its opponent need, up to rules.Longest. If
// either is 1 it is for before the Crawford game; afterwards crawfordOver applies.
type chances [rules.Longest + 1][rules.Longest + 1]int64

// crawfordOver holds the chances of the trailing side after the Crawford game, by the points it needs.
type crawfordOver [rules.Longest + 1]int64

var (
	afterCrawford = newCrawfordOver()
	matchChances  = sync.OnceValue(newChances)
)

// needs returns the points still needed after winning some.
func needs(away, won int) int { return max(away-won, 0) }

// mix returns the mean of two values, the second weighted in parts of net.One.
func mix(a, b, weight int64) int64 { return (a*(net.One-weight) + b*weight) / net.One }

// newCrawfordOver computes the chances of a side that doubles at once, because it has nothing to lose.
func newCrawfordOver() (t crawfordOver) {
	t[0], t[1] = net.One, net.One/2
	for n := 2; n <= rules.Longest; n++ {
		taken := mix(t[needs(n, 2)], t[needs(n, 4)], gammonGoRate) / 2
		if t[n] = taken; t[n-1] <= taken+taken/20 { // the drop is free
			t[n] -= t[n] * freeDrop / net.One
		}
	}
	return t
}

// newChances computes the table from the smallest numbers of points needed on, because the game at a score leads to
// smaller ones.
func newChances() *chances {
	t := new(chances)
	for n := range t {
		t[0][n], t[n][0] = net.One, 0
	}
	for n := 1; n <= rules.Longest; n++ {
		trailer := mix(afterCrawford[n-1], afterCrawford[needs(n, 2)], gammonGoRate) / 2
		if n == 1 {
			trailer = net.One / 2
		}
		t[1][n], t[n][1] = net.One-trailer, trailer
	}
	const half = net.One / 2
	even := Odds{half, gammonRate / 2, 0, gammonRate / 2, 0}
	for n := 2; n <= rules.Longest; n++ {
		for m := 2; m <= n; m++ {
			s := stakes{away: [2]int{m, n}, most: id.CubeBits, owner: id.Nobody, table: t}
			t[m][n], _ = s.value(even, lifeOfMatch)
			t[n][m] = net.One - t[m][n]
		}
	}
	return t
}
