package think

import (
	"tabuleiro/engine/backgammon/id"
	"tabuleiro/engine/backgammon/rules"
	"tabuleiro/engine/backgammon/think/net"
)

// Cube life, in parts of net.One: how live a real cube is compared with a perfectly live one (Janowski, Take-Points
// in Money Games, 1993). The values for money games are fitted on rollouts of the computer against itself with the
// cube, with luck taken out, and that for match equities on its evaluations one roll later.
const (
	lifeOfContact = net.One * 75 / 100
	lifeOfRace    = net.One * 64 / 100
	lifeOfMatch   = net.One * 79 / 100
)

// stakes holds the stakes of a game as the side on roll sees them: index 0 is that side, 1 the other.
type stakes struct {
	away   [2]int // points needed; 0 for both: money game
	after  bool   // the Crawford game is over, or there is none
	dead   bool   // nobody may double: the Crawford game, or a game without cube
	jacoby bool   // gammons count only after a double
	single bool   // gammons never count
	cube   int    // logarithm of its value
	most   int    // logarithm of the largest cube
	owner  int    // 0, 1 or id.Nobody
	table  *chances
}

func (s *stakes) money() bool { return s.away == [2]int{} }

// turned returns the stakes as the other side sees them.
func (s stakes) turned() stakes {
	s.away[0], s.away[1] = s.away[1], s.away[0]
	if s.owner != id.Nobody {
		s.owner = 1 - s.owner
	}
	return s
}

// worth returns the worth of winning some points, or of losing them if negative: the chance to win the match in parts
// of net.One, or in a money game points in parts of net.One.
func (s *stakes) worth(points int) int64 {
	if s.money() {
		return int64(points) * net.One
	}
	own, opp := needs(s.away[0], max(points, 0)), needs(s.away[1], max(-points, 0))
	switch {
	case own == 0:
		return net.One
	case opp == 0:
		return 0
	case s.after && own == 1:
		return net.One - afterCrawford[opp]
	case s.after && opp == 1:
		return afterCrawford[own]
	}
	// After the Crawford game this cannot be the first time that a side needs one point, but in this game it may be.
	return s.table[own][opp]
}

// doubles reports whether doubling a cube gains anything for a side: it is allowed, and the present stake does not
// already win the match.
func (s *stakes) doubles(side, cube int) bool {
	return !s.dead && cube < s.most && (s.money() || s.away[side] > 1<<cube)
}

// doubled returns the stakes after a double that is taken.
func (s stakes) doubled() stakes {
	s.cube, s.owner = s.cube+1, 1
	return s
}

// normal converts a worth to present stakes, in parts of net.One: winning the stake is 1, losing it -1.
func (s *stakes) normal(worth int64) int64 {
	win, loss := s.worth(1<<s.cube), s.worth(-1<<s.cube)
	if win <= loss {
		return 0
	}
	return (2*(worth-loss)*net.One)/(win-loss) - net.One
}

// opposite returns a worth as the other side's.
func (s *stakes) opposite(worth int64) int64 {
	if s.money() {
		return -worth
	}
	return net.One - worth
}

// stakesOf returns the stakes of the current game, as a side sees them.
func stakesOf(p rules.Position, index int) stakes {
	s := stakes{
		dead: p.Crawford || p.Rules.Double == rules.Never, jacoby: p.Jacoby, single: !p.Rules.Gammons,
		cube: p.Cube, most: p.Rules.CubeMost, owner: p.Owner, table: matchChances(),
	}
	if p.Length > 0 {
		s.away = [2]int{p.Length - p.Score[0], p.Length - p.Score[1]}
		s.after = !p.Crawford && min(s.away[0], s.away[1]) == 1
	}
	if index == 1 {
		return s.turned()
	}
	return s
}

// scale converts a difference of equity, in parts of net.One, to a difference of worth.
func (s *stakes) scale(equity int32) int64 {
	return int64(equity) * (s.worth(1<<s.cube) - s.worth(-1<<s.cube)) / (2 * net.One)
}
