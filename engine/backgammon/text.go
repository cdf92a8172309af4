package backgammon

import (
	"fmt"
	"strings"
)

const willRoll = "roll" // the third field of a text

// String implements engine.Position.
func (p position) String() string {
	m := matchID{
		cube: p.cube, owner: p.owner, move: p.mover, crawford: p.crawford, state: underWay, turn: p.mover, dice: p.dice,
		length: p.length, score: p.score, jacoby: p.jacoby,
	}
	switch p.phase {
	case opening:
		m.state = notBegun
	case doubled:
		m.doubled, m.turn = true, 1-p.mover
	case ended:
		m.state = p.end
		switch p.end {
		case resigned:
			m.resigned, m.turn = p.multiple, p.winner
		case dropped:
			m.turn = 1 - p.mover
		}
	}
	text := positionID(p.board()) + ":" + m.String()
	if p.phase == rolling && p.mayDouble(p.mover) == "" {
		text += ":" + willRoll
	}
	return text
}

// parse reads the text of a position, or an XGID. A resignation on offer is left out: offers belong to the match.
func (r *rules) parse(text string) (position, error) {
	if strings.HasPrefix(text, xgidPrefix) {
		b, m, err := parseXGID(text)
		if err != nil {
			return position{}, err
		}
		return r.place(text, b, m, false)
	}
	fields := strings.Split(text, ":")
	if len(fields) < 2 || len(fields) > 3 || len(fields) == 3 && fields[2] != willRoll {
		return position{}, fmt.Errorf("position %q: it is not PositionID:MatchID, PositionID:MatchID:%s or an XGID", text, willRoll)
	}
	b, err := parsePositionID(fields[0])
	if err != nil {
		return position{}, err
	}
	m, err := parseMatchID(fields[1])
	if err != nil {
		return position{}, err
	}
	return r.place(text, b, m, len(fields) == 3)
}

// place makes a position of a board, seen by the side on roll, and of what a Match ID says. With rolls, the side on roll
// has decided to roll.
func (r *rules) place(text string, b board, m matchID, rolls bool) (position, error) {
	p := position{
		rules: r, mover: m.move, dice: m.dice, cube: m.cube, owner: m.owner, length: m.length, score: m.score,
		crawford: m.crawford && m.length > 0, jacoby: m.jacoby && m.length == 0,
	}
	p.sides[p.mover], p.sides[1-p.mover] = b.own, b.opp
	bare := [2]bool{p.sides[0].onBoard() == 0, p.sides[1].onBoard() == 0}
	fail := func(what string) (position, error) { return p, fmt.Errorf("position %q: %s", text, what) }
	over := m.state == bornOff || m.state == resigned || m.state == dropped
	switch {
	case p.cube == 0 && p.owner != nobody:
		return fail("a cube that shows 1 belongs to nobody")
	case bare[0] && bare[1]:
		return fail("both sides have borne off everything")
	case bare[0] || bare[1]:
		if m.state != bornOff {
			return fail("a side has borne off everything, and the game is not over")
		}
	case m.state == bornOff:
		return fail("the game is over, and no side has borne off everything")
	}
	if p.length > 0 && !over && max(p.score[0], p.score[1]) >= p.length {
		return fail("the match is over, but not the game")
	}
	switch {
	case rolls && (m.state != underWay || m.doubled || p.dice[0] != 0):
		return fail("nobody can have decided to roll")
	case over:
		return p.placeEnded(m, bare[0], fail)
	case m.state == notBegun:
		if m.doubled {
			return fail("nobody can double before the game")
		}
		if p.dice[0] != p.dice[1] || p.dice[0] != 0 && r.opening != each {
			return fail("the dice of the opening are no tie")
		}
		p.mover = 0
		return p, nil
	case m.doubled:
		if p.owner == 1-p.mover || p.cube == cubeBits {
			return fail("the side on roll cannot have doubled")
		}
		p.phase = doubled
		return p, nil
	}
	p = p.decide()
	if rolls {
		if p.phase != deciding {
			return fail("there is nothing but to roll")
		}
		p.phase = rolling
	}
	return p, nil
}

// placeEnded is place for a game that is over.
func (p position) placeEnded(m matchID, blackBare bool, fail func(string) (position, error)) (position, error) {
	p.phase, p.end, p.dice, p.multiple = ended, m.state, [2]int{}, 1
	switch m.state {
	case dropped:
		p.winner = p.mover
	case resigned:
		p.winner, p.multiple = m.turn, m.resigned
		if p.multiple == 0 {
			return fail("a resignation is worth 1, 2 or 3 stakes")
		}
	default:
		p.winner = 1
		if blackBare {
			p.winner = 0
		}
		p.multiple = p.won(p.winner)
	}
	return p, nil
}
