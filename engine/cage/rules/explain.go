package rules

import (
	"slices"

	"tabuleiro/engine"
	"tabuleiro/engine/grid"
)

var reason = grid.NewReason[int]

// illegal returns an Illegal error about a square.
func illegal(rule engine.Code, square int, choices ...string) *engine.MoveError {
	return engine.NewIllegal(rule, name(square), choices...)
}

// explainStep returns what forbids a step to an empty neighbour; nil if it is legal.
func (r *reading) explainStep(to int) *engine.MoveError {
	from := r.squares[0]
	d := slices.Index(Neighbours[:], to-from)
	if !r.look.Steps(d, SquareSet(from)).Empty() {
		return nil
	}
	return grid.FirstReason(name,
		reason(!r.look.entry(d).has(to), sideBySide, r.neighbour(to)),
		reason(!r.look.contact.has(from), neither, to),
		reason(!r.look.contact.has(to), leavesEnemies, from),
		reason(true, notNearer, to))
}

// neighbour returns the checker because of which restriction 1 forbids a square.
func (r *reading) neighbour(to int) int {
	return SquareSet(to).neighbours().And(r.look.Own.Minus(SquareSet(r.squares[0]))).First()
}

// explainJump returns why a sequence, which may be empty, cannot continue with a jump between two squares, with the
// possible continuations.
func (r *reading) explainJump(way []jump, at, to int) *engine.MoveError {
	e := r.jumpInTheWay(way, at, to)
	if len(way) > 0 && e.Choices == nil {
		if e.Choices = r.next(way); e.Choices == nil {
			e.Choices = []string{string(r.canonical(way).Text())}
		}
	}
	return e
}

// endsInside reports whether a sequence is to leave the board by a jump from a square over another one, behind which the
// board goes on.
func (r *reading) endsInside(at, over int) bool {
	files, ranks := over%stride-at%stride, over/stride-at/stride
	return r.star && over == r.squares[len(r.squares)-1] && (files == 0 || ranks == 0) && adjacent(at, over) &&
		r.position.Size.Squares.has(2*over-at)
}

func (r *reading) jumpInTheWay(way []jump, at, to int) *engine.MoveError {
	own, opp := r.look.Own.Minus(SquareSet(r.squares[0])), r.look.Opp.Minus(captured(way))
	over, files, ranks := at+(to-at)/2, to%stride-at%stride, to/stride-at/stride
	straight, two := files == 0 || ranks == 0, max(files, -files, ranks, -ranks) == 2
	e := grid.FirstReason(name,
		reason(at == to, grid.SameSquare, to),
		reason(r.endsInside(at, to) && opp.has(to), notAtEdge, to),
		reason(own.Or(opp).has(to), grid.Occupied, to),
		reason(adjacent(at, to) && len(r.next(way)) > 0, jumpGoesOn, at),
		reason(adjacent(at, to), jumpOver, at),
		reason(!straight && files*files != ranks*ranks, notInLine, to),
		reason(!straight && two && opp.has(over), notDiagonal, to),
		reason(!straight || !two, grid.TooFar, to),
		reason(opp.has(over), sideBySide, r.neighbour(to)),
		reason(own.has(over), grid.OwnInTheWay, over),
		reason(r.look.Opp.has(over), alreadyTaken, over),
		reason(len(way) == 0 && !r.typed.Captures(), grid.TooFar, to),
		reason(true, grid.NothingTaken, to))
	for _, j := range r.ways.next(at, opp, nil) {
		if (e.Rule == grid.Occupied || e.Rule == notAtEdge) && j.over == to {
			e.Choices = []string{wayText(r.squares[0], append(slices.Clip(way), j))}
		}
	}
	return e
}
