package rules

import (
	"math/bits"

	"tabuleiro/engine"
)

// illegal is an Illegal error about a square (0: about none).
func (r *reading) illegal(rule engine.Code, at uint64) *engine.MoveError {
	e := &engine.MoveError{Kind: engine.Illegal, Rule: rule}
	if at != 0 {
		e.At = r.variant.Label(at)
	}
	return e
}

// whose says what is wrong with moving what stands on the first square, if it is not a piece of the side to move.
func (r *reading) whose() *engine.MoveError {
	switch from := r.squares[0]; {
	case r.from.Outcome().Decided():
		return r.illegal(gameOver, 0)
	case r.board.Opp&from != 0:
		return r.illegal(opponents, from)
	case r.board.Own&from == 0:
		return r.illegal(emptySquare, from)
	}
	return nil
}

// explainPiece says why the piece on the first square has no legal move.
func (r *reading) explainPiece() *engine.MoveError {
	if e := r.whose(); e != nil {
		return e
	}
	v, from := r.variant, r.squares[0]
	t := try{variant: v, board: r.board, from: from}
	t.capture(from, 0, 0)
	switch {
	case t.taken != 0:
		return r.capturesLess(t.taken)
	case r.mustCapture() && len(v.quiet(r.board, from, nil)) > 0:
		return r.compulsory()
	}
	return r.illegal(pieceBlocked, from)
}

// explain says which rule forbids to move over the squares, at least two, which are the way of no legal move.
func (r *reading) explain() *engine.MoveError {
	if e := r.whose(); e != nil {
		return e
	}
	t := try{variant: r.variant, board: r.board, from: r.squares[0], squares: r.squares[1:]}
	t.capture(t.from, 0, 0)
	if t.taken != 0 {
		return r.capturesLess(t.taken)
	}
	// The squares are no capture, so there is a first step that does not work.
	taken := uint64(0)
	for i, to := range r.squares[1:] {
		victim, e := r.explainStep(r.squares[i], to, taken)
		if e != nil {
			if e.Choices == nil && len(r.squares) > 2 {
				e.Choices = texts(r.like(r.squares[:max(i+1, 2)])) // the squares before may be right
			}
			return e
		}
		taken |= victim
	}
	return r.illegal(nothingTaken, r.squares[1])
}

// moveOver is that a move without capture ends on a square, and the text goes on.
func (r *reading) moveOver(at uint64) *engine.MoveError {
	e := r.illegal(moveOver, at)
	e.Choices = texts(r.like([]uint64{r.squares[0], at}))
	return e
}

// mustCapture reports whether all legal moves have to be captures.
func (r *reading) mustCapture() bool { return len(r.due) > 0 && !r.from.free() }

// compulsory is the law of obligation [FPD 3.1.1a].
func (r *reading) compulsory() *engine.MoveError {
	e := r.illegal(mustCapture, 0)
	if r.from.Owes {
		e.Rule = demanded
	}
	for _, m := range r.due {
		e.Choices = append(e.Choices, string(r.variant.Text(r.board, m)))
	}
	return e
}

// capturesLess says which law a capture breaks that takes too little, or is not a king's.
func (r *reading) capturesLess(taken uint64) *engine.MoveError {
	e := r.compulsory()
	due := r.due[0].Taken
	switch n := bits.OnesCount64(due); {
	case r.variant.kingFirst && r.due[0].From&r.board.Kings != 0 && r.squares[0]&r.board.Kings == 0:
		e.Rule = mustUseKing
	case !r.variant.most:
		e.Rule = captureGoesOn
	case n > bits.OnesCount64(taken):
		e.Rule, e.Count = mustTakeMost, n
	case r.variant.kingAmong && r.due[0].From&r.board.Kings != 0 && r.squares[0]&r.board.Kings == 0:
		e.Rule = mustUseAKing
	case r.variant.kingEarly && bits.OnesCount64(due&r.board.Kings) == bits.OnesCount64(taken&r.board.Kings):
		e.Rule = mustMeetKing
	default:
		e.Rule, e.Count = mustTakeKings, bits.OnesCount64(due&r.board.Kings)
	}
	return e
}

// try looks among all captures of a piece, finished or not and whatever they are worth, for those that land on the
// given squares in their order and end on the last.
type try struct {
	variant *Variant
	board   Board
	from    uint64
	squares []uint64 // none: any capture will do
	taken   uint64   // by the best that was found; 0: none was
	seen    map[state]bool
}

func (t *try) capture(at, taken uint64, found int) {
	here := state{at, taken, found}
	if t.seen[here] {
		return
	}
	if t.seen == nil {
		t.seen = make(map[state]bool)
	}
	t.seen[here] = true
	last := len(t.squares) - 1
	if taken != 0 && (last < 0 || found >= last && at == t.squares[last]) &&
		(t.taken == 0 || t.variant.worth(taken, t.board, false) > t.variant.worth(t.taken, t.board, false)) {
		t.taken = taken
	}
	var room [maxHops]hop
	for _, h := range t.variant.hops(t.board, t.from, at, taken, room[:0]) {
		n := found
		if n < last && t.squares[n] == h.to {
			n++
		}
		t.capture(h.to, taken|h.victim, n)
	}
}

// explainStep looks at one step of a way, some pieces taken before. It gives the piece that the step captures or, if
// the step cannot be, the reason.
func (r *reading) explainStep(from, to, taken uint64) (victim uint64, e *engine.MoveError) {
	if from == to {
		return 0, r.illegal(sameSquare, to)
	}
	line, by := r.variant.Line(from, to)
	king := r.board.Kings&r.squares[0] != 0 || r.variant.crowned(r.board, taken)
	switch {
	case line == nil:
		return 0, r.illegal(notDiagonal, to)
	case king:
		victim, e = r.explainKing(line, taken)
	case r.variant.promotion == ends && from != r.squares[0] && from&r.variant.Ends != 0:
		return 0, r.illegal(promotionEnds, from)
	default:
		victim, e = r.explainMan(line, by, taken)
	}
	if e != nil || victim != 0 {
		return victim, e
	}
	return 0, r.explainQuiet(to, taken)
}

// explainQuiet says why a step that takes nothing and could be made is none of a legal move.
func (r *reading) explainQuiet(to, taken uint64) *engine.MoveError {
	alone := len(r.squares) == 2
	switch {
	case alone && r.typed.Captures() && !r.mustCapture():
		e := r.illegal(nothingTaken, to)
		e.Choices = texts(r.like(r.squares))
		return e
	case alone || taken == 0 && r.mustCapture():
		return r.compulsory() // nothing else forbids the step
	case taken == 0 && !r.typed.Captures():
		return r.moveOver(to)
	}
	return r.illegal(nothingTaken, to)
}

// Line is the squares after one up to another along a diagonal, and the step that leads along it; nil if there is no
// such line.
func (v *Variant) Line(from, to uint64) (squares []uint64, by int) {
	for _, by := range v.around {
		squares = squares[:0]
		for at := Step(from, by) & v.squares; at != 0; at = Step(at, by) & v.squares {
			squares = append(squares, at)
			if at == to {
				return squares, by
			}
		}
	}
	return nil, 0
}

// explainMan says what is in the way of a man's step along a line, or what it captures. Neither, and it is a move.
func (r *reading) explainMan(line []uint64, by int, taken uint64) (victim uint64, e *engine.MoveError) {
	v, b, to := r.variant, r.board, line[len(line)-1]
	full := (b.Own | b.Opp) &^ r.squares[0]
	forward := by == b.Near || by == b.far()
	switch {
	case len(line) == 2 && line[0]&b.Opp != 0 && to&full == 0:
		return r.explainJump(line[0], forward || v.menBack, taken)
	case !forward && (len(line) != 2 || !v.menBack):
		return 0, r.illegal(manBackwards, to)
	case len(line) > 2:
		return 0, r.illegal(manOneStep, to)
	case to&full != 0:
		return 0, r.occupied(to)
	case len(line) == 1:
		return 0, nil
	case line[0]&b.Own != 0:
		return 0, r.illegal(ownInTheWay, line[0])
	case r.typed.Captures() || len(r.squares) > 2:
		return 0, r.illegal(nothingTaken, to)
	}
	return 0, r.illegal(manOneStep, to)
}

// explainJump says what is in the way of a man's jump over a piece of the opponent, in a direction in which men capture
// or not.
func (r *reading) explainJump(over uint64, captures bool, taken uint64) (victim uint64, e *engine.MoveError) {
	switch {
	case taken&over != 0:
		return 0, r.illegal(jumpedTwice, over)
	case r.variant.spared && over&r.board.Kings != 0:
		return 0, r.illegal(manTakesNoKing, over)
	case !captures:
		return 0, r.illegal(manTakesBack, over)
	}
	return over, nil
}

// explainKing is the same for a king.
func (r *reading) explainKing(line []uint64, taken uint64) (victim uint64, e *engine.MoveError) {
	own, to := r.board.Own&^r.squares[0], line[len(line)-1]
	if r.variant.short && len(line) > 1 && (len(line) > 2 || (own|r.board.Opp)&line[0] == 0) {
		return 0, r.illegal(kingOneStep, to)
	}
	for i, at := range line {
		switch {
		case (own|r.board.Opp)&at == 0:
		case at == to:
			return 0, r.occupied(to)
		case own&at != 0:
			return 0, r.illegal(ownInTheWay, at)
		case taken&at != 0:
			return 0, r.illegal(jumpedTwice, at)
		case (own|r.board.Opp)&line[i+1] != 0:
			return 0, r.illegal(twoInLine, at)
		case r.variant.reach == Adjacent && i > 0:
			return 0, r.illegal(kingTooFar, at)
		case r.variant.reach != Flying && line[i+1] != to:
			return 0, r.taking(at, r.illegal(kingLandsBehind, line[i+1]))
		default:
			victim |= at
		}
	}
	return victim, nil
}

// occupied says that a piece stands on the square, and which captures take it.
func (r *reading) occupied(at uint64) *engine.MoveError {
	return r.taking(at, r.illegal(occupied, at))
}

// taking adds to an error how the piece on the first square may capture another.
func (r *reading) taking(at uint64, e *engine.MoveError) *engine.MoveError {
	for _, m := range r.legal {
		if m.From == r.squares[0] && m.Taken&at != 0 {
			e.Choices = append(e.Choices, string(r.variant.Text(r.board, m)))
		}
	}
	return e
}
