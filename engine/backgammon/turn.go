package backgammon

import (
	"slices"

	"tabuleiro/engine"
)

// next is the position after a canonical move.
func (p position) next(m engine.Move) (position, bool) {
	if side, multiple, ok := p.resignation(m); ok {
		return p.over(resigned, indexOf(side.Other()), multiple), true
	}
	switch p.phase {
	case deciding:
		switch m {
		case roll:
			p.phase = rolling
			return p, true
		case double:
			p.phase = doubled
			return p, true
		}
		return p, false
	case doubled:
		switch m {
		case take:
			p.cube++
			p.owner = 1 - p.mover
			return p.decide(), true
		case drop:
			return p.over(dropped, p.mover, 1), true
		}
		return p, false
	case playing:
		if m == double && p.mayDouble(p.mover) == "" && len(p.plays()) > 0 {
			p.phase = doubled
			return p, true
		}
		return p.nextPlay(m)
	}
	if p.Turn() != engine.Chance || len(m) != 2 {
		return p, false
	}
	a, b := int(m[0])-'0', int(m[1])-'0'
	if min(a, b) < 1 || max(a, b) > 6 || a < b && !p.each() {
		return p, false
	}
	return p.thrown(a, b), true
}

// nextPlay is next for plays.
func (p position) nextPlay(m engine.Move) (position, bool) {
	plays := p.plays()
	if len(plays) == 0 {
		return p.after(play{own: p.sides[p.mover]}), m == engine.Pass
	}
	i := p.find(plays, m)
	if i < 0 {
		return p, false
	}
	return p.after(plays[i]), true
}

// find is the index of the play with a canonical text, -1 if there is none. Only the play that leads to the board that the
// text leads to is written down to be compared.
func (p position) find(plays []play, m engine.Move) int {
	t, ok := split(string(m))
	if !ok || !t.own || t.odd != "" {
		return -1
	}
	h := p.rules.hand(p.board())
	to := play{own: h.own}
	for _, l := range t.legs {
		if l.from > bar || l.to >= l.from || to.own.at(l.from) == 0 {
			return -1
		}
		to.own = to.own.moved(l.from, l.to)
		if l.to != off {
			to.hits |= h.blots & (1 << l.to)
		}
	}
	i := slices.IndexFunc(plays, to.same)
	if i < 0 || p.text(plays[i]) != m {
		return -1
	}
	return i
}

// after is the position after a play, or after a pass, which changes nothing on the board.
func (p position) after(m play) position {
	b := p.board().after(m)
	p.sides[p.mover], p.sides[1-p.mover] = b.own, b.opp
	p.mover = 1 - p.mover
	p.dice = [2]int{}
	if b.own.onBoard() == 0 {
		return p.over(bornOff, 1-p.mover, p.won(1-p.mover))
	}
	return p.decide()
}

// decide is the turn of the mover: he decides if there is something to decide, and plays if he has dice.
func (p position) decide() position {
	p.phase = rolling
	switch {
	case p.dice[0] != 0:
		p.phase = playing
	case p.mayDouble(p.mover) == "":
		p.phase = deciding
	}
	return p
}

// thrown is the position after a throw.
func (p position) thrown(a, b int) position {
	if p.phase == opening || p.phase == ended {
		each := p.each()
		if p.phase == ended {
			p = p.nextGame()
		}
		switch {
		case !each || a > b:
			p.mover = 0
		case a < b:
			p.mover = 1
		default:
			p.dice = [2]int{a, b}
			return p
		}
	}
	p.dice = [2]int{max(a, b), min(a, b)}
	p.phase = playing
	return p
}

// nextGame is the start of the next game. The game after the one in which a player came within a point of the match for
// the first time is the Crawford game: the winner has just come there, and the loser never was.
func (p position) nextGame() position {
	next := p.rules.begin()
	next.length, next.jacoby, next.score = p.length, p.jacoby, p.score
	next.crawford = p.rules.crawford && p.length > 1 && p.score[p.winner] == p.length-1 && p.score[1-p.winner] < p.length-1
	return next
}

// multiples tells whether a game can be worth more than the stake.
func (p position) multiples() bool {
	return p.rules.gammons && (!p.jacoby || p.cube > 0)
}

// won is the multiple of the stake for a side that has borne off all.
func (p position) won(winner int) int {
	loser := p.sides[1-winner]
	switch {
	case !p.multiples() || loser.at(off) > 0:
		return 1
	case loser.some()>>(across(home)) == 0:
		return 2
	}
	return 3
}

// over is the position in which a game has ended and is counted.
func (p position) over(how, winner, multiple int) position {
	p.phase, p.end, p.winner, p.multiple = ended, how, winner, multiple
	p.dice = [2]int{}
	p.score[winner] = min(p.score[winner]+p.Stake()*multiple, mostScore)
	return p
}
