package rules

import (
	"slices"

	"tabuleiro/engine"
	"tabuleiro/engine/grid"
)

// illegal is an Illegal error about a square.
func illegal(rule engine.Code, square int, choices ...string) *engine.MoveError {
	return engine.NewIllegal(rule, name(square), choices...)
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
		return illegal(neither, to)
	case !r.look.contact.has(to):
		return illegal(leavesEnemies, from)
	}
	return illegal(notNearer, to)
}

// explainNeighbour is restriction 1 at a square where the checker would stand.
func (r *reading) explainNeighbour(to int) *engine.MoveError {
	own := r.look.Own.Without(Only(r.squares[0]))
	return illegal(sideBySide, Only(to).beside().And(own).First())
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
		return illegal(grid.SameSquare, to)
	case own.Or(opp).has(to):
		return r.explainOccupied(way, at, to)
	case near(at, to) && len(r.next(way)) > 0:
		return illegal(jumpGoesOn, at)
	case near(at, to):
		return illegal(jumpOver, at)
	}
	between := at + (to-at)/2
	switch rule := shape(to%stride-at%stride, to/stride-at/stride, opp.has(between)); {
	case rule != "":
		return illegal(rule, to)
	case opp.has(between):
		return r.explainNeighbour(to)
	case own.has(between):
		return illegal(grid.OwnInTheWay, between)
	case r.look.Opp.has(between):
		return illegal(alreadyTaken, between)
	case len(way) == 0 && !r.typed.Captures():
		return illegal(grid.TooFar, to)
	}
	return illegal(grid.NothingTaken, to)
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
		return grid.TooFar
	}
	return ""
}

// explainOccupied says that a checker stands on the square, and how it can be jumped.
func (r *reading) explainOccupied(way []jump, at, to int) *engine.MoveError {
	e := illegal(grid.Occupied, to)
	for _, j := range r.ways.next(at, r.look.Opp.Without(taken(way)), nil) {
		if j.over == to {
			e.Choices = []string{wayText(r.squares[0], append(slices.Clip(way), j))}
		}
	}
	return e
}
