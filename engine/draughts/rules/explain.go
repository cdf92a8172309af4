package rules

import (
	"math/bits"

	"tabuleiro/engine"
	"tabuleiro/engine/grid"
)

var reason = grid.NewReason[uint64]

// illegal returns an Illegal error about a square, 0 for none.
func (r *reading) illegal(rule engine.Code, at uint64, choices ...engine.Move) *engine.MoveError {
	return engine.NewIllegal(rule, r.variant.place(at), texts(choices)...)
}

// place returns the Label of a square, "" for none.
func (v *Variant) place(at uint64) string {
	if at == 0 {
		return ""
	}
	return v.Label(at)
}

// checkOwner returns an error if the first square has no piece of the side to move.
func (r *reading) checkOwner() *engine.MoveError {
	from := r.squares[0]
	return grid.FirstReason(r.variant.place,
		reason(r.from.Outcome().Decided(), grid.GameOver, 0),
		reason(r.board.Opp&from != 0, opponents, from),
		reason(r.board.Own&from == 0, grid.EmptySquare, from))
}

// explainPiece returns why the piece on the first square has no legal move.
func (r *reading) explainPiece() *engine.MoveError {
	if e := r.checkOwner(); e != nil {
		return e
	}
	v, from := r.variant, r.squares[0]
	switch taken := r.captured(); {
	case taken != 0:
		return r.capturesLess(taken)
	case r.mustCapture() && len(v.quiet(r.board, from, nil)) > 0:
		return r.compulsory()
	}
	return r.illegal(pieceBlocked, from)
}

// explain returns which rule forbids a move over at least two squares that are not the path of a legal move.
func (r *reading) explain() *engine.MoveError {
	if e := r.checkOwner(); e != nil {
		return e
	}
	taken := r.captured()
	if taken != 0 {
		return r.capturesLess(taken)
	}
	// The squares are no capture, so some first step fails.
	for i, to := range r.squares[1:] {
		victim, e := r.explainStep(r.squares[i], to, taken)
		if e != nil {
			if e.Choices == nil && len(r.squares) > 2 {
				e.Choices = texts(r.matching(r.squares[:max(i+1, 2)])) // the squares before may be right
			}
			return e
		}
		taken |= victim
	}
	return r.illegal(grid.NothingTaken, r.squares[1])
}

// mustCapture reports whether only captures are legal.
func (r *reading) mustCapture() bool { return len(r.due) > 0 && !r.from.free() }

// compulsory returns the error of compulsory capture [FPD 3.1.1a].
func (r *reading) compulsory() *engine.MoveError {
	e := r.illegal(grid.MustCapture, 0)
	if r.from.Owes {
		e.Rule = demanded
	}
	for _, m := range r.due {
		e.Choices = append(e.Choices, string(r.from.Text(m)))
	}
	return e
}

// capturesLess returns which law is broken by a capture that takes too little, or not with a king.
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

// captured returns the pieces of the best capture by the piece on the first square, complete or not and of any worth,
// that lands on the following squares in their order and ends on the last; 0 if there is none. Without following
// squares any capture counts.
func (r *reading) captured() (best uint64) {
	v, squares := r.variant, r.squares[1:]
	last := len(squares) - 1
	w := walk{variant: v, board: r.board, move: Move{From: r.squares[0], Taken: r.board.Opp}}
	w.done = func(s state) bool {
		if s.taken != 0 && (last < 0 || s.found >= last && s.at == squares[last]) &&
			(best == 0 || v.worth(s.taken, r.board, false) > v.worth(best, r.board, false)) {
			best = s.taken
		}
		return false
	}
	w.find(state{at: r.squares[0]}, func(found int, to uint64) int {
		if found < last && squares[found] == to {
			found++
		}
		return found
	})
	return best
}

// explainStep checks one step of a path after taking some pieces. It returns the captured piece or, if the step is
// impossible, the reason.
func (r *reading) explainStep(from, to, taken uint64) (victim uint64, e *engine.MoveError) {
	v, first := r.variant, r.squares[0]
	line, by := v.Line(from, to)
	king := r.board.Kings&first != 0 || v.crowned(r.board, taken)
	e = grid.FirstReason(v.place,
		reason(from == to, grid.SameSquare, to),
		reason(line == nil, notDiagonal, to),
		reason(!king && v.promotion == ends && from != first && from&v.Ends != 0, promotionEnds, from))
	switch {
	case e != nil:
	case king:
		victim, e = r.explainKing(line, taken)
	default:
		victim, e = r.explainMan(line, by, taken)
	}
	if e == nil && victim == 0 {
		e = r.explainQuiet(to, taken)
	}
	return victim, e
}

// explainQuiet returns why a possible quiet step is not part of a legal move.
func (r *reading) explainQuiet(to, taken uint64) *engine.MoveError {
	alone := len(r.squares) == 2
	switch {
	case alone && r.typed.Captures() && !r.mustCapture():
		return r.illegal(grid.NothingTaken, to, r.matching(r.squares)...)
	case alone || taken == 0 && r.mustCapture():
		return r.compulsory() // nothing else forbids the step
	case taken == 0 && !r.typed.Captures():
		return r.illegal(grid.MoveOver, to, r.matching([]uint64{r.squares[0], to})...)
	}
	return r.illegal(grid.NothingTaken, to)
}

// Line returns the squares after from up to to along a diagonal, and the step along it; nil if they are not on a
// diagonal.
func (v *Variant) Line(from, to uint64) (squares []uint64, by int) {
	for _, by := range v.Around {
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

// explainMan returns what blocks a man's step along a line, or the piece it captures; neither if it is a quiet move.
func (r *reading) explainMan(line []uint64, by int, taken uint64) (victim uint64, e *engine.MoveError) {
	v, b, over, to := r.variant, r.board, line[0], line[len(line)-1]
	full := (b.Own | b.Opp) &^ r.squares[0]
	forward, two := by == b.Near || by == b.far(), len(line) == 2
	if two && over&b.Opp != 0 && to&full == 0 {
		return over, grid.FirstReason(v.place,
			reason(taken&over != 0, jumpedTwice, over),
			reason(v.spared && over&b.Kings != 0, manTakesNoKing, over),
			reason(!forward && !v.menBack, manTakesBack, over))
	}
	return 0, r.taking(to, grid.FirstReason(v.place,
		reason(!forward && !(two && v.menBack), manBackwards, to),
		reason(len(line) > 2, manOneStep, to),
		reason(to&full != 0, grid.Occupied, to),
		reason(two && over&b.Own != 0, grid.OwnInTheWay, over),
		reason(two && (r.typed.Captures() || len(r.squares) > 2), grid.NothingTaken, to),
		reason(two, manOneStep, to)))
}

// explainKing does the same for a king.
func (r *reading) explainKing(line []uint64, taken uint64) (victim uint64, e *engine.MoveError) {
	v, own, last := r.variant, r.board.Own&^r.squares[0], len(line)-1
	to, full := line[last], own|r.board.Opp
	if v.short && last > 0 && (last > 1 || full&line[0] == 0) {
		return 0, r.illegal(kingOneStep, to)
	}
	for i, at := range line {
		if full&at == 0 {
			continue
		}
		behind := line[min(i+1, last)]
		e := grid.FirstReason(v.place,
			reason(at == to, grid.Occupied, to),
			reason(own&at != 0, grid.OwnInTheWay, at),
			reason(taken&at != 0, jumpedTwice, at),
			reason(full&behind != 0, twoInLine, at),
			reason(v.reach == Adjacent && i > 0, kingTooFar, at),
			reason(v.reach != Flying && behind != to, kingLandsBehind, behind))
		if e != nil {
			return 0, r.taking(at, e)
		}
		victim |= at
	}
	return victim, nil
}

// taking adds to an error the captures of a piece at a square by the piece on the first square.
func (r *reading) taking(at uint64, e *engine.MoveError) *engine.MoveError {
	for _, m := range r.legal {
		if e != nil && (e.Rule == grid.Occupied || e.Rule == kingLandsBehind) && m.From == r.squares[0] && m.Taken&at != 0 {
			e.Choices = append(e.Choices, string(r.from.Text(m)))
		}
	}
	return e
}
