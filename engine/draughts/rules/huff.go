package rules

import (
	"cmp"
	"errors"
	"fmt"

	"tabuleiro/engine"
)

// Idle is a quiet move made although a capture was due; the zero value is none.
type Idle struct {
	From, To uint64
	king     bool // made by a king; the piece may also have become a king by it
}

// free reports whether a quiet move is allowed although a capture is due.
func (p Position) free() bool { return p.Variant.Huffing == HuffingOn && !p.Owes }

// beforeIdle returns the position before the idle move, without counters, because the capture that must follow resets
// them all.
func (p Position) beforeIdle() Position {
	m, b := p.Unanswered, p.Turned()
	b.Own, b.Kings = b.Own&^m.To|m.From, b.Kings&^m.To
	if m.king {
		b.Kings |= m.From
	}
	return Position{Variant: p.Variant, Board: b}
}

// huffable returns the pieces that had a legal capture when the idle move was made. A piece whose captures lacked
// priority had no duty.
func (p Position) huffable() uint64 {
	q := p.beforeIdle()
	set := uint64(0)
	for _, m := range q.Variant.captures(q.Board, nil, true) {
		set |= m.From
	}
	if set&p.Unanswered.From != 0 {
		set = set&^p.Unanswered.From | p.Unanswered.To
	}
	return set
}

// Answers returns the answers of the side on turn to an idle move, before it moves: to demand the capture, or to huff
// a piece, in the order of the squares.
func (p Position) Answers() []Move {
	if p.Unanswered.To == 0 {
		return nil
	}
	list := []Move{{}}
	for set := p.huffable(); set != 0; set &= set - 1 {
		list = append(list, Move{Taken: set & -set})
	}
	return list
}

// Rights implements engine.Obligations: the answers to an omitted capture. Moves lists them after the moves over the
// board.
func (p Position) Rights() []engine.Move {
	var rights []engine.Move
	for _, m := range p.Answers() {
		rights = append(rights, p.Text(m))
	}
	return rights
}

// Canonical words of the answers.
const (
	DemandText = "demand"
	HuffText   = "huff"
)

// answer returns the position after an answer. A demanded move leaves nothing to answer; after huffing the same side
// moves and the count of quiet moves restarts, because a piece was removed.
func (p Position) answer(m Move) Position {
	if m.Taken == 0 {
		next := p.beforeIdle()
		next.Owes = true
		return next
	}
	next := Position{Variant: p.Variant, Board: p.Board}
	next.Opp, next.Kings = p.Opp&^m.Taken, p.Kings&^m.Taken
	return next
}

// route returns the squares of a move; for a demand, the idle move backwards.
func (p Position) route(m Move) []uint64 {
	switch {
	case m.From != 0:
		return p.Variant.Route(p.Board, m)
	case m.Taken == 0:
		return []uint64{p.Unanswered.To, p.Unanswered.From}
	}
	return nil
}

// huffingText appends the fields about huffing to the text of a position.
func (p Position) huffingText(text string) string {
	switch {
	case p.Owes:
		return text + ":C"
	case p.Unanswered.To == 0:
		return text
	}
	text += ":Q"
	if p.Unanswered.king {
		text += "K"
	}
	return fmt.Sprintf("%s%d-%d", text, p.Variant.Square(p.Unanswered.From), p.Variant.Square(p.Unanswered.To))
}

// parseIdle parses an idle move.
func (v *Variant) parseIdle(text string) (Idle, error) {
	m := fenItem.FindStringSubmatch(text)
	if m == nil || m[1] == "D" || m[2] != "" || m[4] == "" {
		return Idle{}, fmt.Errorf("field Q%s: it must be a move, like Q33-28, or QK33-28 of a king", text)
	}
	from, err := v.numbered(m[3], m[3], v.Corner)
	to, wrong := v.numbered(m[4], m[4], v.Corner)
	if err = cmp.Or(err, wrong); err != nil {
		return Idle{}, fmt.Errorf("field Q%s: %w", text, err)
	}
	return Idle{v.Bit[from[0]], v.Bit[to[0]], m[1] != ""}, nil
}

// checkHuffing returns an error if the fields about huffing are impossible in the position.
func (p *Position) checkHuffing() error {
	v, m := p.Variant, p.Unanswered
	switch {
	case m.To == 0 && !p.Owes:
		return nil
	case v.Huffing != HuffingOn:
		return errors.New("fields Q and C are about huffing: they need the option capture=huff")
	case m.To != 0 && p.Owes:
		return errors.New("fields Q and C: what can still be answered has not been demanded yet")
	case p.Owes && !v.CanCapture(p.Board):
		return errors.New("field C: there is nothing to capture")
	case p.Owes:
		return nil
	}
	q := p.beforeIdle()
	for _, move := range v.quiet(q.Board, m.From&^(p.Own|p.Opp), nil) {
		next := q.After(move)
		if next.Unanswered == m && next.Board == p.Board {
			return nil
		}
	}
	return fmt.Errorf("field Q%d-%d: it must be a move without capture when a capture was due, of a king if K stands "+
		"before it", v.Square(m.From), v.Square(m.To))
}
