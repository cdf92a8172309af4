package rules

import (
	"slices"

	"tabuleiro/engine"
	"tabuleiro/engine/grid"
)

var reason = grid.NewReason[int]

// noSquare means no square.
const noSquare = -1

// illegal returns an Illegal error about a square.
func (r *reading) illegal(rule engine.Code, at int, choices ...string) *engine.MoveError {
	return engine.NewIllegal(rule, r.position.name(at), choices...)
}

// matching returns the legal paths of the man over some squares.
func (r *reading) matching(squares []int) []path {
	var list []path
	for _, w := range r.paths {
		if w.lands(squares) {
			list = add(list, w)
		}
	}
	return list
}

// checkOwner returns an error if the first square has no man of the side to move.
func (r *reading) checkOwner() *engine.MoveError {
	at, from := r.squares[0], uint64(1)<<r.squares[0]
	return grid.FirstReason(r.position.name,
		reason(r.position.movable() == 0, grid.GameOver, noSquare),
		reason(r.position.Opp&from != 0, opponents, at),
		reason(r.position.Own&from == 0, grid.EmptySquare, at))
}

// mustCapture returns the error of compulsory capture.
func (r *reading) mustCapture() *engine.MoveError {
	e := engine.NewIllegal(grid.MustCapture, "")
	for _, man := range r.position.ordered(r.position.movable()) {
		e.Choices = append(e.Choices, r.choices(r.position.ways(man))...)
	}
	return e
}

// explainMan returns why the man on the first square has no legal move.
func (r *reading) explainMan() *engine.MoveError {
	if e := r.checkOwner(); e != nil {
		return e
	}
	if r.position.CanMove()&(1<<r.squares[0]) != 0 {
		return r.mustCapture()
	}
	return r.illegal(pieceBlocked, r.squares[0])
}

// mode is the kind of a path so far.
type mode uint8

const (
	nothing mode = iota
	stepping
	jumping
	capturing
)

// explain returns which rule forbids a text that is no legal path.
func (r *reading) explain() *engine.MoveError {
	if e := r.checkOwner(); e != nil {
		return e
	}
	from, rest, ways := r.squares[0], r.squares[1:], r.matching(r.squares)
	last := r.squares[len(rest)]
	switch {
	case len(rest) == 0 && len(ways) > 0: // a man that cannot arrive, followed by drops
		return engine.NewIllegal(dropNotDue, "", r.choices(ways)...)
	case len(rest) == 0:
		return r.explainMan()
	case len(ways) > 0 && ways[0].taken != 0: // the man stops although it can capture or jump again
		return r.illegal(captureGoesOn, last, r.choices(ways)...)
	case len(ways) > 0:
		return r.illegal(jumpGoesOn, last, r.choices(ways)...)
	}
	b, done := r.position.Board, nothing
	b.Own &^= 1 << from
	for i, to := range rest {
		victim, now, e := r.explainHop(b, r.squares[i], to, done)
		if e != nil {
			if e.Rule == grid.Occupied {
				takes := slices.DeleteFunc(slices.Clone(r.paths), func(w path) bool { return w.taken&(1<<to) == 0 })
				e.Choices = r.choices(takes)
			}
			if e.Choices == nil && i > 0 {
				e.Choices = r.choices(r.matching(r.squares[:i+1])) // the squares before may be right
			}
			return e
		}
		b.Opp, done = b.Opp&^victim, now
	}
	// Every hop is possible, so the move omits a compulsory capture.
	return r.mustCapture()
}

// explainHop checks a hop of a path, on a board without its man and those captured before. It returns the captured
// man and the mode with the hop or, if the hop is impossible, the reason.
func (r *reading) explainHop(b Board, from, to int, done mode) (victim uint64, now mode, e *engine.MoveError) {
	files, ranks, over := to%8-from%8, to/8-from/8, (from+to)/2
	far, flat := max(files, -files, ranks, -ranks), ranks == 0
	two := far == 2
	own, enemy := two && b.Own>>over&1 != 0, two && b.Opp>>over&1 != 0
	e = grid.FirstReason(r.position.name,
		reason(done != nothing && 1<<from&LastRow != 0, lastRowEnds, from),
		reason(done == stepping, stepEnds, from),
		reason(far == 0, grid.SameSquare, to),
		reason(ranks < 0, notBackwards, to),
		reason(flat && far > 2, sidewaysTakes, to),
		reason(far > 2 || two && (files|ranks)%2 != 0, grid.TooFar, to),
		reason(1<<to&b.Empty() == 0, grid.Occupied, to),
		reason(flat && !enemy, sidewaysTakes, to),
		reason(far == 1 && done != nothing, onlyJumps, to),
		reason(two && !own && !enemy, nothingToJump, over),
		reason(enemy && done == jumping, jumpNoCapture, over),
		reason(own && done == capturing, captureNoJump, over))
	switch {
	case far == 1:
		return 0, stepping, e
	case enemy:
		return 1 << over, capturing, e
	}
	return 0, jumping, e
}
