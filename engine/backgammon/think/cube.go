package think

import (
	"tabuleiro/engine/backgammon/id"
	"tabuleiro/engine/backgammon/rules"
	"tabuleiro/engine/backgammon/think/net"
)

// Cube life, in parts of net.One: how much of what a perfectly live cube is worth a real one is (Janowski, Take-Points
// in Money Games, 1993). Those of money games are fitted on rollouts of the computer against itself, with the cube and
// with luck taken out: they come nearest to how the games went on. Contact gave 0.75 +-0.04 (3,000 games, 87,400
// positions), races 0.64 +-0.03 (5,300 games that began where contact ended, with the cube in the middle or with either
// side, 43,700 positions). A whole match is mostly contact; that life was fitted on the mean of what is thought a roll
// later.
const (
	lifeOfContact = net.One * 75 / 100
	lifeOfRace    = net.One * 64 / 100
	lifeOfMatch   = net.One * 79 / 100
)

// stakes are what a game is played for, as the side on roll sees it: index 0 is that side, 1 the other one.
type stakes struct {
	away   [2]int // points needed; 0 for both: money
	after  bool   // the Crawford game is over, or there is none
	dead   bool   // nobody may double: the Crawford game, or a game without cube
	jacoby bool   // gammons count only after a double
	single bool   // they never do
	cube   int    // logarithm
	most   int    // that of the largest cube
	owner  int    // 0, 1 or nobody
	table  *chances
}

func (s *stakes) money() bool { return s.away == [2]int{} }

// turned are the stakes as the other side sees them.
func (s stakes) turned() stakes {
	s.away[0], s.away[1] = s.away[1], s.away[0]
	if s.owner != id.Nobody {
		s.owner = 1 - s.owner
	}
	return s
}

// worth is what it is worth to win some points, or with a minus to lose them: chances of the match in parts of net.One,
// or in a money game points in parts of net.One, counted in stakes of a cube of 1.
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
	// A Crawford game that is over leaves nobody a single point away for the first time, but this game may.
	return s.table[own][opp]
}

// doubles reports whether a side gains anything by turning a cube to twice that size: it may, and does not win the match
// with the stake as it is.
func (s *stakes) doubles(side, cube int) bool {
	return !s.dead && cube < s.most && (s.money() || s.away[side] > 1<<cube)
}

// doubled are the stakes after a double that was taken.
func (s stakes) doubled() stakes {
	s.cube, s.owner = s.cube+1, 1
	return s
}

// normal is a worth counted in present stakes, in parts of net.One: winning the stake is 1, losing it -1.
func (s *stakes) normal(worth int64) int64 {
	win, loss := s.worth(1<<s.cube), s.worth(-1<<s.cube)
	if win <= loss {
		return 0
	}
	return (2*(worth-loss)*net.One)/(win-loss) - net.One
}

// opposite is a worth for the other side.
func (s *stakes) opposite(worth int64) int64 {
	if s.money() {
		return -worth
	}
	return net.One - worth
}

// stakesOf are those of the game on the board, as a side sees them.
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

// scale turns a difference of equity, in parts of net.One, into one of worth.
func (s *stakes) scale(equity int32) int64 {
	return int64(equity) * (s.worth(1<<s.cube) - s.worth(-1<<s.cube)) / (2 * net.One)
}
