package think

import "tabuleiro/engine/backgammon/think/net"

// horizon is the number of further doubles that are looked at: in a money game each changes a take point a fifth of the one before.
const horizon = 6

// game is the chance to win, and what a win and a loss are worth in the mean, gammons and all, at a cube.
type game struct{ p, win, loss int64 }

func (s *stakes) game(o Odds, cube int) game {
	if s.single || s.jacoby && s.money() && cube == 0 {
		o[WinningGammon], o[WinningBackgammon], o[LosingGammon], o[LosingBackgammon] = 0, 0, 0, 0
	}
	return game{
		int64(o[Winning]),
		s.mean(1<<cube, o[Winning], o[WinningGammon], o[WinningBackgammon]),
		s.mean(-1<<cube, net.One-o[Winning], o[LosingGammon], o[LosingBackgammon]),
	}
}

// mean is the mean worth of an end that comes in three kinds; points is what the least of them counts.
func (s *stakes) mean(points int, all, gammon, backgammon int32) int64 {
	one := s.worth(points)
	if all <= 0 {
		return one
	}
	return one + ((s.worth(2*points)-one)*int64(gammon-backgammon)+(s.worth(3*points)-one)*int64(backgammon))/int64(all)
}

// ladder is a game with all the sizes that its cube may come to. Both sides ask again and again for its worth at each
// of them, so that is kept.
type ladder struct {
	stakes
	odds  Odds
	games [horizon + 3]game // from the present cube on; the zero value is not yet known
}

// at is the game with a cube, as a side sees it.
func (l *ladder) at(cube, side int) game {
	g := &l.games[cube-l.cube]
	if *g == (game{}) {
		*g = l.game(l.odds, cube)
	}
	if side == 1 {
		return game{net.One - g.p, l.opposite(g.loss), l.opposite(g.win)}
	}
	return *g
}

// wins is what it is worth to a side to win some points, or with a minus to lose them.
func (l *ladder) wins(side, points int) int64 {
	if side == 1 {
		return l.opposite(l.worth(-points))
	}
	return l.worth(points)
}

// takePoint is the chance to win from which a side takes a double of a cube to twice its size, if all cubes are live.
func (l *ladder) takePoint(side, cube, deeper int) int64 {
	taken := l.at(cube+1, side)
	dropped := l.wins(side, -1<<cube)
	top, at := taken.win, int64(net.One)
	if deeper > 0 && l.doubles(side, cube+1) {
		// The side owns the cube: it has won twice the stake where the other one has to drop.
		top, at = l.wins(side, 2<<cube), net.One-l.takePoint(1-side, cube+1, deeper-1)
	}
	return min(at*(dropped-taken.loss)/(top-taken.loss), net.One)
}

// value is what the game is worth with a cube that an owner has and that has a life, the side being on roll and not yet
// having thought of doubling.
func (l *ladder) value(cube, owner int, life int64) int64 {
	g := l.at(cube, 0)
	dead := mix(g.loss, g.win, g.p)
	// A live cube: straight lines through what is won or lost for sure, and the stake where a side can cash it.
	type point struct{ p, v int64 }
	low, high := point{0, g.loss}, point{net.One, g.win}
	if owner != 0 && l.doubles(1, cube) {
		take := point{l.takePoint(0, cube, horizon), l.worth(-1 << cube)}
		if g.p < take.p {
			high = take
		} else {
			low = take
		}
	}
	if owner != 1 && l.doubles(0, cube) {
		cash := point{net.One - l.takePoint(1, cube, horizon), l.worth(1 << cube)}
		switch {
		case g.p > cash.p:
			if cash.p > low.p {
				low = cash
			}
		case cash.p < high.p:
			high = cash
		}
	}
	live := low.v
	if high.p > low.p {
		live += (high.v - low.v) * (g.p - low.p) / (high.p - low.p)
	}
	return mix(dead, live, life)
}

// value is what a game with such odds is worth, and what after a double that is taken, for the side on roll.
func (s stakes) value(o Odds, life int64) (rolled, taken int64) {
	l := ladder{stakes: s, odds: o}
	return l.value(s.cube, s.owner, life), l.value(s.cube+1, 1, life)
}

// onRoll is what a game is worth for the side on roll that may double and does so if it gains by it.
func (s stakes) onRoll(o Odds, life int64) int64 { return s.best(s.value(o, life)) }

// best is the better of not doubling and, where it may and gains by it, of a double that is taken or dropped.
func (s stakes) best(rolled, taken int64) int64 {
	if s.owner == 1 || !s.doubles(0, s.cube) {
		return rolled
	}
	return max(rolled, min(taken, s.worth(1<<s.cube)))
}
