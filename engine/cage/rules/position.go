package rules

import (
	"iter"

	"tabuleiro/engine"
	"tabuleiro/engine/grid"
)

// Position is a board with the side to move.
type Position struct {
	Size  *Size
	sides [2]Set // checkers of First and Second
	Mover int    // index in sides
}

// Board returns the position as the side to move sees it.
func (p Position) Board() Board { return Board{p.sides[p.Mover], p.sides[1-p.Mover]} }

// sideOf returns the side with an index in Position.sides.
func sideOf(turn int) engine.Side { return engine.First + engine.Side(turn) }

// Outcome implements engine.Position. A move that removes the last enemies and the last own checker together wins.
func (p Position) Outcome() engine.Outcome {
	switch b := p.Board(); {
	case b.Own.Empty():
		return engine.Outcome{Winner: sideOf(1 - p.Mover), Reason: engine.NoPieces, Points: 1}
	case b.Opp.Empty():
		return engine.Outcome{Winner: sideOf(p.Mover), Reason: engine.NoPieces, Points: 1}
	case !p.Size.Moves(b) && !p.Size.Moves(b.Turned()):
		return engine.Outcome{Reason: neitherMoves}
	}
	return engine.Outcome{}
}

// Turn implements engine.Position.
func (p Position) Turn() engine.Side {
	if p.Outcome().Decided() {
		return engine.Nobody
	}
	return sideOf(p.Mover)
}

// Move is a step, a jump sequence, or a pass.
type Move struct {
	from int
	way  []jump // nil for a pass
}

// step returns a step.
func step(from, to int) Move { return Move{from, []jump{{noSquare, to}}} }

// Text returns the text of a move, which is canonical if its way is.
func (m Move) Text() engine.Move {
	if m.way == nil {
		return engine.Pass
	}
	return engine.Move(wayText(m.from, m.way))
}

// wayText returns the text of a step, a sequence, or the beginning of one.
func wayText(from int, way []jump) string {
	text := []byte(name(from))
	for _, j := range way {
		sign := byte('x')
		if j.over == noSquare {
			sign = '-'
		}
		text = append(append(text, sign), name(j.end())...)
		if j.to == noSquare {
			text = append(text, '*')
		}
	}
	return string(text)
}

// Moves implements engine.Position: by origin, steps before jumps, in square order.
func (p Position) Moves() iter.Seq[engine.Move] {
	return func(yield func(engine.Move) bool) {
		p.Each(func(m Move) bool { return yield(m.Text()) })
	}
}

// Each calls yield with the moves until it returns false. The way of a move is only valid during the call.
func (p Position) Each(yield func(Move) bool) {
	if p.Outcome().Decided() {
		return
	}
	l := p.Size.MoveInfo(p.Board())
	can := l.movable(l.Own)
	if can.Empty() {
		yield(Move{})
		return
	}
	for ; !can.Empty(); can = can.Minus(can.Lowest()) {
		from := can.First()
		for _, to := range l.stepsOf(from) {
			if !yield(step(from, to)) {
				return
			}
		}
		w := walk{jumpTargets: l.targets(from)}
		if !w.each(func(way []jump) bool { return yield(Move{from, way}) }) {
			return
		}
	}
}

// stepsOf returns the end squares of the steps of a checker, in square order.
func (l *MoveInfo) stepsOf(from int) []int {
	var list []int
	for d, by := range Neighbours {
		if !l.Steps(d, SquareSet(from)).Empty() {
			list = append(list, from+by)
		}
	}
	return list
}

// Starts implements engine.Position.
func (p Position) Starts() []string {
	if p.Outcome().Decided() {
		return nil
	}
	l := p.Size.MoveInfo(p.Board())
	can := l.movable(l.Own)
	if can.Empty() {
		return []string{string(engine.Pass)}
	}
	var list []string
	for ; !can.Empty(); can = can.Minus(can.Lowest()) {
		list = append(list, name(can.First()))
	}
	return list
}

// Play implements engine.Position.
func (p Position) Play(text engine.Move) (engine.Position, error) {
	m, e := p.read(string(text))
	if e != nil || m.Text() != text {
		return nil, engine.Uncanonical(p, text)
	}
	return p.After(m), nil
}

// After returns the position after a legal move.
func (p Position) After(m Move) Position {
	own, opp := &p.sides[p.Mover], &p.sides[1-p.Mover]
	p.Mover = 1 - p.Mover
	if m.way != nil {
		*opp = opp.Minus(captured(m.way))
		*own = own.Minus(SquareSet(m.from)).Or(SquareSet(m.way[len(m.way)-1].to))
	}
	return p
}

// Trace implements engine.Position. A path off the board ends on the square of the last captured checker; the checker
// that left is not among those taken.
func (p Position) Trace(text engine.Move) engine.Trace {
	m, e := p.read(string(text))
	if e != nil || m.way == nil || m.Text() != text {
		return engine.Trace{}
	}
	t := engine.Trace{Path: []int{p.Size.cell(m.from)}}
	for _, j := range m.way {
		t.Path = append(t.Path, p.Size.cell(j.end()))
		if j.over != noSquare {
			t.Taken = append(t.Taken, p.Size.cell(j.over))
		}
	}
	return t
}

// Perft implements engine.Perfter.
func (p Position) Perft(depth int) uint64 {
	c := Lister{Size: p.Size}
	return engine.CountSequences(p.Board(), depth, c.all, func(_, after Board) Board { return after }, nil)
}

// View implements engine.Position.
func (p Position) View() engine.View {
	v := grid.View(p.cells(), p.Size.Width, p.Turn())
	v.Red = true
	for square := range p.Size.Width * stride { // shaded rings around the centre, which steps approach
		if p.Size.Squares.has(square) {
			v.Cells[p.Size.cell(square)].Shade = p.Size.ring(square)%2 > 0
		}
	}
	return v
}

// cells returns the checkers in the order of engine.View.
func (p Position) cells() []engine.Side {
	cells := make([]engine.Side, p.Size.Width*p.Size.Width)
	for i, side := range p.sides {
		for ; !side.Empty(); side = side.Minus(side.Lowest()) {
			cells[p.Size.cell(side.First())] = sideOf(i)
		}
	}
	return cells
}

// NullMove implements engine.NullMover.
func (p Position) NullMove() engine.Position {
	p.Mover = 1 - p.Mover
	return p
}
