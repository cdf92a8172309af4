package rules

import (
	"slices"

	"tabuleiro/engine"
)

func illegal(rule engine.Code) *engine.MoveError {
	return &engine.MoveError{Kind: engine.Illegal, Rule: rule}
}

// illegalAt is about a square.
func illegalAt(rule engine.Code, square int) *engine.MoveError {
	e := illegal(rule)
	e.At = name(square)
	return e
}

// explainStep says what forbids to step to an empty neighbour; nil if nothing does.
func (r *reading) explainStep(to int) *engine.MoveError {
	from := r.squares[0]
	d := slices.Index(Around[:], to-from)
	switch {
	case !r.look.Steps(d, Only(from)).Empty():
		return nil
	case !r.look.entry(d).has(to):
		return r.explainNeighbour(to)
	case !r.look.contact.has(from):
		return illegalAt(neither, to)
	case !r.look.contact.has(to):
		return illegalAt(leavesEnemies, from)
	}
	return illegalAt(notNearer, to)
}

// explainNeighbour is restriction 1 at a square where the checker would stand.
func (r *reading) explainNeighbour(to int) *engine.MoveError {
	own := r.look.Own.Without(Only(r.squares[0]))
	return illegalAt(sideBySide, Only(to).beside().And(own).First())
}

// explainJump says why the beginning of a sequence, or none, cannot go on with a jump from a square to another, and how
// it can.
func (r *reading) explainJump(way []jump, at, to int) *engine.MoveError {
	e := r.jumpInTheWay(way, at, to)
	if len(way) > 0 && e.Choices == nil {
		if e.Choices = r.next(way); e.Choices == nil {
			e.Choices = []string{string(r.whole(way).Text())}
		}
	}
	return e
}

func (r *reading) jumpInTheWay(way []jump, at, to int) *engine.MoveError {
	own := r.look.Own.Without(Only(r.squares[0]))
	opp := r.look.Opp.Without(taken(way))
	switch {
	case at == to:
		return illegalAt(sameSquare, to)
	case own.Or(opp).has(to):
		return r.explainOccupied(way, at, to)
	case near(at, to) && len(r.next(way)) > 0:
		return illegalAt(jumpGoesOn, at)
	case near(at, to):
		return illegalAt(jumpOver, at)
	}
	between := at + (to-at)/2
	switch rule := shape(to%stride-at%stride, to/stride-at/stride, opp.has(between)); {
	case rule != "":
		return illegalAt(rule, to)
	case opp.has(between):
		return r.explainNeighbour(to)
	case own.has(between):
		return illegalAt(ownInTheWay, between)
	case r.look.Opp.has(between):
		return illegalAt(alreadyTaken, between)
	case len(way) == 0 && !r.typed.Captures():
		return illegalAt(tooFar, to)
	}
	return illegalAt(nothingTaken, to)
}

// shape is the rule that forbids to jump so far, over an enemy in the middle or not.
func shape(files, ranks int, enemy bool) engine.Code {
	straight, two := files == 0 || ranks == 0, max(files, -files, ranks, -ranks) == 2
	switch {
	case !straight && files*files != ranks*ranks:
		return notInLine
	case !straight && two && enemy:
		return notDiagonal
	case !straight || !two:
		return tooFar
	}
	return ""
}

// explainOccupied says that a checker stands on the square, and how it can be jumped.
func (r *reading) explainOccupied(way []jump, at, to int) *engine.MoveError {
	e := illegalAt(occupied, to)
	for _, j := range r.ways.next(at, r.look.Opp.Without(taken(way)), nil) {
		if j.over == to {
			e.Choices = []string{wayText(r.squares[0], append(slices.Clip(way), j))}
		}
	}
	return e
}
