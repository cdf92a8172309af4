package think

import (
	"sync"

	"tabuleiro/engine/backgammon/id"
	"tabuleiro/engine/backgammon/rules"
	"tabuleiro/engine/backgammon/think/net"
)

// The computer's own games in figures, in parts of net.One: gammons among the games won, and the same of a side that
// trails where the other one needs a single point, so that only the one plays for a gammon and the other has no use for
// it.
const (
	gammonRate   = net.One * 254 / 1000
	gammonGoRate = net.One * 258 / 1000
)

// freeDrop is what a side that needs one point keeps, after the Crawford game, by its right to drop a first double when
// the game has begun badly and the point costs nothing: in parts of net.One of what it would else have lost.
const freeDrop = net.One * 24 / 1000

// chances are those to win the match, by the points that a side still needs and those the other side needs, up to
// longest. Where one of them is 1 it is before the Crawford game: afterwards holds crawfordOver.
type chances [rules.Longest + 1][rules.Longest + 1]int64

// crawfordOver is the chance of a side that trails after the Crawford game, by the points it needs.
type crawfordOver [rules.Longest + 1]int64

var (
	afterCrawford = newCrawfordOver()
	matchChances  = sync.OnceValue(newChances)
)

// needs is the number of points that is still needed when some more have been won.
func needs(away, won int) int { return max(away-won, 0) }

// mix is the mean of two values, the second one having a weight in parts of net.One.
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

// newChances computes the table from the smallest scores on: the game at a score leads to smaller ones.
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
