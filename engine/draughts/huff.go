package draughts

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"tabuleiro/engine"
)

// idle is a move that was made instead of a capture; its zero value is none.
type idle struct {
	from, to uint64
	king     bool // it was a king's; a man may have become one by it
}

// free tells whether a move without capture stands although a capture is due.
func (p position) free() bool { return p.variant.huffing == huffingOn && !p.owes }

// before is the position in which the idle move was made, without what it counted: a capture will have to follow, which
// ends every count.
func (p position) before() position {
	m, q := p.idle, position{variant: p.variant, sides: p.sides, kings: p.kings &^ p.idle.to, turn: 1 - p.turn}
	q.sides[q.turn] = q.sides[q.turn]&^m.to | m.from
	if m.king {
		q.kings |= m.from
	}
	return q
}

// huffable is where the pieces stand that had a legal capture when the idle move was made: one that came first in the
// order of captures. A piece that could only have captured less had nothing that it should have done.
func (p position) huffable() uint64 {
	q := p.before()
	set := uint64(0)
	for _, m := range q.variant.captures(q.board(), nil, true) {
		set |= m.from
	}
	if set&p.idle.from != 0 {
		set = set&^p.idle.from | p.idle.to
	}
	return set
}

// answers lists what the side on turn may do about an idle move before it moves: demand the capture, and huff a piece in
// the order of the squares.
func (p position) answers() []move {
	if p.idle.to == 0 {
		return nil
	}
	list := []move{{}}
	for set := p.huffable(); set != 0; set &= set - 1 {
		list = append(list, move{taken: set & -set})
	}
	return list
}

// Rights implements engine.Arbiter: what the side on turn may do because the other side has not captured. Moves lists that
// after the moves over the board.
func (p position) Rights() []engine.Move {
	var rights []engine.Move
	for _, m := range p.answers() {
		rights = append(rights, p.answerText(m))
	}
	return rights
}

// The canonical words.
const (
	demandText = "demand"
	huffText   = "huff"
)

// answerText is the canonical text of an answer.
func (p position) answerText(m move) engine.Move {
	if m.taken == 0 {
		return demandText
	}
	return engine.Move(huffText + " " + strconv.Itoa(p.variant.square(m.taken)))
}

// answer is the position after an answer. Taking a move back leaves nothing to be answered. Huffing is not a turn: the
// same side goes on; as a piece has left the board, the count of quiet moves begins again.
func (p position) answer(m move) position {
	if m.taken == 0 {
		next := p.before()
		next.owes = true
		return next
	}
	next := position{variant: p.variant, sides: p.sides, kings: p.kings &^ m.taken, turn: p.turn}
	next.sides[1-p.turn] &^= m.taken
	return next
}

// route is the squares that a move goes over: of an idle move that is taken back, the way back.
func (p position) route(m move) []uint64 {
	switch {
	case m.from != 0:
		return p.variant.route(p.board(), m)
	case m.taken == 0:
		return []uint64{p.idle.to, p.idle.from}
	}
	return nil
}

// count is Perft where huffing is played: answers are moves, and the boards alone do not tell them.
func (p position) count(depth int) uint64 {
	if p.sides[0] == 0 || p.sides[1] == 0 {
		return 0
	}
	list := append(p.listed(false), p.answers()...)
	if depth == 1 {
		return uint64(len(list))
	}
	var n uint64
	for _, m := range list {
		n += p.play(m).count(depth - 1)
	}
	return n
}

// huffingText appends the fields about huffing to the text of a position.
func (p position) huffingText(text string) string {
	switch {
	case p.owes:
		return text + ":C"
	case p.idle.to == 0:
		return text
	}
	text += ":Q"
	if p.idle.king {
		text += "K"
	}
	return fmt.Sprintf("%s%d-%d", text, p.variant.square(p.idle.from), p.variant.square(p.idle.to))
}

// parseIdle reads an idle move.
func (v *variant) parseIdle(text string) (m idle, err error) {
	numbers, king := strings.CutPrefix(text, "K")
	low, high, ok := strings.Cut(numbers, "-")
	if !ok {
		return idle{}, fmt.Errorf("field Q%s: it must be a move, like Q33-28, or QK33-28 of a king", text)
	}
	from, err := v.parseSquare(low)
	if err != nil {
		return idle{}, fmt.Errorf("field Q%s: %w", text, err)
	}
	to, err := v.parseSquare(high)
	if err != nil {
		return idle{}, fmt.Errorf("field Q%s: %w", text, err)
	}
	return idle{v.bit[from], v.bit[to], king}, nil
}

// checkHuffing looks whether what a text says about huffing can have happened.
func (p *position) checkHuffing() error {
	v, m := p.variant, p.idle
	switch {
	case m.to == 0 && !p.owes:
		return nil
	case v.huffing != huffingOn:
		return errors.New("fields Q and C are about huffing: they need the option capture=huff")
	case m.to != 0 && p.owes:
		return errors.New("fields Q and C: what can still be answered has not been demanded yet")
	case p.owes && len(v.captures(p.board(), nil, false)) == 0:
		return errors.New("field C: there is nothing to capture")
	case p.owes:
		return nil
	}
	name := fmt.Sprintf("field Q%d-%d", v.square(m.from), v.square(m.to))
	crowned := p.kings&m.to != 0
	switch {
	case p.sides[1-p.turn]&m.to == 0 || (p.sides[0]|p.sides[1])&m.from != 0:
		return fmt.Errorf("%s: it must lead from an empty square to a piece of the side that is not on turn", name)
	case m.king && !crowned || !m.king && crowned != (m.to&v.ends != 0):
		return fmt.Errorf("%s: that piece is a king if K stands before the squares, or the move ends on the last row", name)
	}
	q := p.before()
	for _, quiet := range v.quiet(q.board(), m.from, nil) {
		if quiet.to == m.to && len(v.captures(q.board(), nil, false)) > 0 {
			return nil
		}
	}
	return fmt.Errorf("%s: it must be a move without capture when a capture was due", name)
}
