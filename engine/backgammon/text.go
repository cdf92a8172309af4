package backgammon

import (
	"errors"
	"fmt"
	"strings"

	"tabuleiro/engine"
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
	b, m, rolls, err := parseText(text)
	if err != nil {
		return position{}, err
	}
	p, err := r.place(b, m, rolls)
	if err != nil {
		return position{}, fmt.Errorf("position %q: %w", text, err)
	}
	return p, nil
}

// parseText takes the text of a position, or an XGID, apart: the board seen by the side on roll, what a Match ID says, and
// whether the side on roll has decided to roll.
func parseText(text string) (b board, m matchID, rolls bool, err error) {
	if strings.HasPrefix(text, xgidPrefix) {
		b, m, err = parseXGID(text)
		return b, m, false, err
	}
	fields := strings.Split(text, ":")
	if len(fields) < 2 || len(fields) > 3 || len(fields) == 3 && fields[2] != willRoll {
		return b, m, false, fmt.Errorf("position %q: it is not PositionID:MatchID, PositionID:MatchID:%s or an XGID", text, willRoll)
	}
	if b, err = parsePositionID(fields[0]); err == nil {
		m, err = parseMatchID(fields[1])
	}
	return b, m, len(fields) == 3, err
}

// place makes a position of a board, seen by the side on roll, and of what a Match ID says. With rolls, the side on roll
// has decided to roll.
func (r *rules) place(b board, m matchID, rolls bool) (position, error) {
	p := position{
		rules: r, mover: m.move, dice: m.dice, cube: m.cube, owner: m.owner, length: m.length, score: m.score,
		crawford: m.crawford && m.length > 0, jacoby: m.jacoby && m.length == 0,
	}
	p.sides[p.mover], p.sides[1-p.mover] = b.own, b.opp
	if err := p.checkPlaced(m, rolls); err != nil {
		return p, err
	}
	switch {
	case m.over():
		return p.placeEnded(m)
	case m.state == notBegun:
		p.mover = 0
		return p, nil
	case m.doubled:
		p.phase = doubled
		return p, nil
	}
	p = p.decide()
	if rolls {
		if p.phase != deciding {
			return p, errors.New("there is nothing but to roll")
		}
		p.phase = rolling
	}
	return p, nil
}

// over tells whether the game has ended.
func (m matchID) over() bool { return m.state == bornOff || m.state == resigned || m.state == dropped }

// checkPlaced tells what cannot be together.
func (p position) checkPlaced(m matchID, rolls bool) error {
	black, red := p.sides[0].onBoard() == 0, p.sides[1].onBoard() == 0
	begun := m.state != notBegun
	switch {
	case p.cube == 0 && p.owner != nobody:
		return engine.Impossible("a cube that shows 1 has no owner")
	case black && red:
		return engine.Impossible("both sides have borne off everything")
	case (black || red) && m.state != bornOff:
		return engine.Impossible("a side has borne off everything, and the game is not over")
	case !black && !red && m.state == bornOff:
		return engine.Impossible("the game is over, and no side has borne off everything")
	case p.length > 0 && !m.over() && max(p.score[0], p.score[1]) >= p.length:
		return engine.Impossible("the match is over, but not the game")
	case rolls && (m.state != underWay || m.doubled || p.dice[0] != 0):
		return engine.Impossible("neither side can have decided to roll")
	case m.over():
	case !begun && m.doubled:
		return engine.Impossible("neither side can double before the game")
	case !begun && (p.dice[0] != p.dice[1] || p.dice[0] != 0 && p.rules.opening != each):
		return engine.Impossible("the dice of the opening are no tie")
	case m.doubled && (p.owner == 1-p.mover || p.cube == cubeBits):
		return engine.Impossible("the side on roll cannot have doubled")
	}
	return nil
}

// placeEnded is place for a game that is over.
func (p position) placeEnded(m matchID) (position, error) {
	p.phase, p.end, p.dice, p.multiple = ended, m.state, [2]int{}, 1
	switch m.state {
	case dropped:
		p.winner = p.mover
	case resigned:
		p.winner, p.multiple = m.turn, m.resigned
		if p.multiple == 0 {
			return p, errors.New("a resignation is worth 1, 2 or 3 stakes")
		}
	default:
		p.winner = 1
		if p.sides[0].onBoard() == 0 {
			p.winner = 0
		}
		p.multiple = p.won(p.winner)
	}
	return p, nil
}
