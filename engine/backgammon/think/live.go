package think

import "tabuleiro/engine/backgammon/think/net"

// horizon is the number of further doubles considered: in a money game each changes a take point by a fifth of what
// the one before does.
const horizon = 6

// game holds the probability of winning, and the mean worth of a win and of a loss, gammons included, at a cube.
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

// mean returns the mean worth of a win or a loss of three kinds; points are those of a single game.
func (s *stakes) mean(points int, all, gammon, backgammon int32) int64 {
	one := s.worth(points)
	if all <= 0 {
		return one
	}
	return one + ((s.worth(2*points)-one)*int64(gammon-backgammon)+(s.worth(3*points)-one)*int64(backgammon))/int64(all)
}

// ladder is a game with all values that its cube may reach. It caches the games at each of them.
type ladder struct {
	stakes
	odds  Odds
	games [horizon + 3]game // from the present cube on; the zero value is unknown
}

// at returns the game at a cube, as a side sees it.
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

// wins returns the worth for a side of winning some points, or of losing them if negative.
func (l *ladder) wins(side, points int) int64 {
	if side == 1 {
		return l.opposite(l.worth(-points))
	}
	return l.worth(points)
}

// takePoint returns the probability of winning from which on a side takes a double of a cube, if all cubes are live.
func (l *ladder) takePoint(side, cube, deeper int) int64 {
	taken := l.at(cube+1, side)
	dropped := l.wins(side, -1<<cube)
	top, at := taken.win, int64(net.One)
	if deeper > 0 && l.doubles(side, cube+1) {
		// The side owns the cube: when the other side has to drop, it has won twice the stake.
		top, at = l.wins(side, 2<<cube), net.One-l.takePoint(1-side, cube+1, deeper-1)
	}
	return min(at*(dropped-taken.loss)/(top-taken.loss), net.One)
}

// value returns the worth of the game with a cube of an owner and a cube life, for the side on roll before it decides
// whether to double.
func (l *ladder) value(cube, owner int, life int64) int64 {
	g := l.at(cube, 0)
	dead := mix(g.loss, g.win, g.p)
	// A live cube: linear between a certain loss or win and the points where a side can cash the stake.
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

// value returns the worth of a game with these odds, without a double and after one that is taken, for the side on
// roll.
func (s stakes) value(o Odds, life int64) (rolled, taken int64) {
	l := ladder{stakes: s, odds: o}
	return l.value(s.cube, s.owner, life), l.value(s.cube+1, 1, life)
}

// onRoll returns the worth of a game for the side on roll, which doubles if it may and gains by it.
func (s stakes) onRoll(o Odds, life int64) int64 { return s.best(s.value(o, life)) }

// best returns the worth of the better decision: not to double or, if it is allowed, to double and have it taken or
// dropped.
func (s stakes) best(rolled, taken int64) int64 {
	if s.owner == 1 || !s.doubles(0, s.cube) {
		return rolled
	}
	return max(rolled, min(taken, s.worth(1<<s.cube)))
}
