package analysis

import (
	"slices"

	"tabuleiro/engine"
)

// kings is how many kings a side has.
func kings(v engine.View, side engine.Side) (n int) {
	for _, c := range v.Cells {
		if c.Side == side && c.King {
			n++
		}
	}
	return n
}

// atOnce is how many of the moves that are expected are looked at for kings: what comes later may come otherwise.
const atOnce = 5

// shortly is how many of them are looked at for a king that is made, or new pieces.
const shortly = 7

// crowns is by how many kings more than before each side has, the one that moves first, where nothing is taken next for
// the last time in the first so many moves that are expected, and those that are taken with them. Nothing is known of
// moves that break off early, and of a board without kings.
func (c change) crowns(first int) (own, others int) {
	if road(c.before) == nil {
		return 0, 0
	}
	line := c.line
	for i, m := range c.moves {
		next, err := line.Play(m)
		if err != nil {
			break
		}
		line = next
		quiet := false
		if i+1 < len(c.moves) {
			quiet = len(line.Position().Trace(c.moves[i+1]).Taken) == 0
		} else {
			quiet = line.Turn() == engine.Nobody || !canTake(line.Position())
		}
		if quiet {
			v := line.Position().View()
			own = kings(v, c.side) - kings(c.before, c.side)
			others = kings(v, c.side.Other()) - kings(c.before, c.side.Other())
		}
		if i+1 >= first && quiet {
			break
		}
	}
	if len(c.moves) < enough && line.Turn() != engine.Nobody {
		return 0, 0
	}
	return own, others
}

// promotes tells for each side, the one that moves first, whether it makes its first king in the first so many moves
// that are expected, or brings new pieces onto a board without kings. Nothing is known of moves that break off early.
func (c change) promotes(first int) (own, others bool) {
	if road(c.before) != nil {
		mine, theirs := c.crowns(first)
		still, others := c.crowns(len(c.moves)) // a king that falls again was worth nothing
		// where kings wander about, one more comes and goes
		none := func(side engine.Side) bool { return kings(c.before, side) == 0 }
		return mine > 0 && still > 0 && none(c.side), theirs > 0 && others > 0 && none(c.side.Other())
	}
	line, moves := c.line, c.moves[:min(first, len(c.moves))]
	for _, m := range moves {
		turn, drops := line.Turn(), len(line.Position().Trace(m).Drops) > 0
		next, err := line.Play(m)
		if err != nil {
			break
		}
		line, own, others = next, own || drops && turn == c.side, others || drops && turn == c.side.Other()
	}
	if len(moves) < enough && line.Turn() != engine.Nobody {
		return false, false
	}
	return own, others
}

// promoting tells whether what a fact says of a side, that it makes a king or brings new pieces before long, is
// expected after some other moves of the line, too, however late.
func promoting(f Fact, line engine.Line, moves []engine.Move) (also bool) {
	switch c, _ := newChange(line, moves); f.Code {
	case FactKingSoon, FactDropsSoon:
		also, _ = c.promotes(len(moves))
	case FactLetsSoon, FactLetsDrops:
		_, also = c.promotes(len(moves))
	}
	return also
}

// ofKings is one of two codes: on a board with kings the first, on another one the second.
func (c change) ofKings(kings, others engine.Code) engine.Code {
	if road(c.before) != nil {
		return kings
	}
	return others
}

// draws tells whether the moves that are expected end the game in a draw.
func (c change) draws() bool {
	o := c.end().Outcome()
	return o.Decided() && o.Winner == engine.Nobody
}

// wins tells whether the moves that are expected end the game, and the side wins it.
func (c change) wins() bool { return c.end().Outcome().Winner == c.side }

// end is the line after the moves that are expected, as far as they can be played.
func (c change) end() engine.Line {
	line := c.line
	for _, m := range c.moves {
		next, err := line.Play(m)
		if err != nil {
			break
		}
		line = next
	}
	return line
}

// letsShot is what the other side can give up next and take for it, whatever is answered, all answers being captures:
// the most that it is ahead by after a capture back. It is 0 where there is no such move, or too much to look through.
func (c change) letsShot() (given, taken int) {
	if c.next.Turn() != c.side.Other() {
		return 0, 0
	}
	budget := 3000
	ahead := 0
	for m, t := range traces(c.next.Position()) {
		if len(t.Taken) > 0 {
			continue
		}
		p, err := c.next.Position().Play(m)
		if err != nil || p.Turn() != c.side {
			continue
		}
		gives, takes, net := 0, number(c.after, c.side), number(c.after, c.side)
		for answer, back := range traces(p) {
			n := len(back.Taken)
			q, err := p.Play(answer)
			if budget--; n == 0 || err != nil || budget < 0 {
				net = 0
				break
			}
			most, best := 0, -n
			for shot, t := range traces(q) {
				if budget--; budget < 0 || len(t.Taken) == 0 {
					continue
				}
				after, err := q.Play(shot)
				if err != nil {
					continue
				}
				lost := 0
				for _, t := range traces(after) {
					lost = max(lost, len(t.Taken))
				}
				if n := len(t.Taken) - n - lost; n > best {
					most, best = len(t.Taken), n
				}
			}
			gives, takes, net = max(gives, n), min(takes, most), min(net, best)
		}
		if gives > 0 && net > ahead && takes > gives {
			given, taken, ahead = gives, takes, net
		}
	}
	if budget < 0 {
		return 0, 0
	}
	return given, taken
}

// kingNext tells whether the side can make a king with its next move, or bring new pieces onto a board without kings,
// whatever is answered, and could not before.
func (c change) kingNext() bool {
	if c.next.Turn() != c.side.Other() || canPromote(c.line.Position()) {
		return false
	}
	p, some := c.next.Position(), false
	for m := range traces(p) {
		next, err := p.Play(m)
		if err != nil || next.Turn() != c.side || !canPromote(next) {
			return false
		}
		some = true
	}
	return some
}

// How far it is looked for a way to make a king, or to bring new pieces, that nothing can stop: so many moves of both
// sides together, and so many positions.
const (
	forcedPlies     = 7
	forcedPositions = 4000
)

// forces tells whether after the move a side can make a king that cannot be taken at once, or bring new pieces onto a
// board without kings, whatever the other one does, in a few moves. It is false where that takes too many positions.
func (c change) forces(side engine.Side) bool {
	budget := forcedPositions
	for plies := 1; plies <= forcedPlies; plies++ {
		if forcing(c.next.Position(), side, plies, &budget) {
			return true
		}
	}
	return false
}

// forcing is forces in so many moves of both sides.
func forcing(p engine.Position, side engine.Side, plies int, budget *int) bool {
	if turn := p.Turn(); plies == 0 || turn != side && turn != side.Other() {
		return false
	}
	own, v, some := p.Turn() == side, p.View(), false
	for m, t := range traces(p) {
		if *budget--; *budget <= 0 {
			return false
		}
		next, err := p.Play(m)
		if err != nil {
			return false
		}
		switch {
		case own && promoted(v, next, t), own && forcing(next, side, plies-1, budget):
			return true
		case !own && !forcing(next, side, plies-1, budget):
			return false
		}
		some = true
	}
	return !own && some
}

// promoted tells whether a move of a position has made a king that cannot be taken at once, or brought new pieces.
func promoted(before engine.View, p engine.Position, t engine.Trace) bool {
	if len(t.Drops) > 0 {
		return true
	}
	at, made := crowned(before, p.View(), t)
	if !made {
		return false
	}
	for _, answer := range traces(p) {
		if slices.Contains(answer.Taken, at) {
			return false
		}
	}
	return true
}
