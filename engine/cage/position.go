package cage

import (
	"iter"

	"tabuleiro/engine"
	"tabuleiro/engine/grid"
)

// position is a board and who is to move.
type position struct {
	size  *size
	sides [2]set // checkers of First and Second
	turn  int    // index in sides
}

// board is the position as the side to move sees it.
func (p position) board() board { return board{p.sides[p.turn], p.sides[1-p.turn]} }

// sideOf is the side with an index in position.sides.
func sideOf(turn int) engine.Side { return engine.First + engine.Side(turn) }

// Outcome implements engine.Position.
func (p position) Outcome() engine.Outcome {
	switch p.size.end(p.board()) {
	case moverWon:
		return engine.Outcome{Winner: sideOf(1 - p.turn), Reason: engine.NoPieces, Points: 1}
	case moverLost:
		return engine.Outcome{Winner: sideOf(p.turn), Reason: engine.NoPieces, Points: 1}
	case nobodyMoves:
		return engine.Outcome{Reason: neitherMoves}
	}
	return engine.Outcome{}
}

// Turn implements engine.Position.
func (p position) Turn() engine.Side {
	if p.Outcome().Decided() {
		return engine.Nobody
	}
	return sideOf(p.turn)
}

// move is a step, a jump sequence or, if it is neither, a pass.
type move struct {
	from int
	to   int    // where a step ends
	way  []jump // of a jump sequence
	pass bool
}

// text is the text of a move, canonical if its way is.
func (m move) text() engine.Move {
	if m.pass {
		return engine.Pass
	}
	if m.way == nil {
		return engine.Move(name(m.from) + "-" + name(m.to))
	}
	return engine.Move(wayText(m.from, m.way))
}

// wayText is the text of a sequence, or of the beginning of one.
func wayText(from int, way []jump) string {
	text := append(make([]byte, 0, 64), name(from)...)
	for _, j := range way {
		text = append(text, 'x')
		if j.to != out {
			text = append(text, name(j.to)...)
			continue
		}
		text = append(text, name(j.over)...)
		text = append(text, '*')
	}
	return string(text)
}

// Moves implements engine.Position: by origin, steps before jumps, in square order.
func (p position) Moves() iter.Seq[engine.Move] {
	return func(yield func(engine.Move) bool) {
		p.each(func(m move) bool { return yield(m.text()) })
	}
}

// each goes through the moves until yield says no. The way of a move changes afterwards.
func (p position) each(yield func(move) bool) {
	if p.Outcome().Decided() {
		return
	}
	l := p.size.look(p.board())
	can := l.movable(l.own)
	if can.empty() {
		yield(move{pass: true})
		return
	}
	for ; !can.empty(); can = can.without(can.lowest()) {
		from := can.first()
		for _, to := range l.stepsOf(from) {
			if !yield(move{from: from, to: to}) {
				return
			}
		}
		w := walk{ways: l.ways(from)}
		if !w.each(func(way []jump) bool { return yield(move{from: from, way: way}) }) {
			return
		}
	}
}

// stepsOf lists where the steps of one checker end, in square order.
func (l *look) stepsOf(from int) []int {
	var list []int
	for d, by := range around {
		if !l.steps(d, only(from)).empty() {
			list = append(list, from+by)
		}
	}
	return list
}

// Starts implements engine.Starter.
func (p position) Starts() []string {
	if p.Outcome().Decided() {
		return nil
	}
	l := p.size.look(p.board())
	can := l.movable(l.own)
	if can.empty() {
		return []string{string(engine.Pass)}
	}
	var list []string
	for ; !can.empty(); can = can.without(can.lowest()) {
		list = append(list, name(can.first()))
	}
	return list
}

// Play implements engine.Position.
func (p position) Play(text engine.Move) (engine.Position, error) {
	m, e := p.read(string(text))
	if e == nil && m.text() != text {
		e = &engine.MoveError{Kind: engine.Illegal, Rule: notCanonical, Choices: []string{string(m.text())}}
	}
	if e != nil {
		e.Text = string(text)
		return nil, e
	}
	return p.play(m), nil
}

// play is the position after a legal move.
func (p position) play(m move) position {
	own, opp := &p.sides[p.turn], &p.sides[1-p.turn]
	p.turn = 1 - p.turn
	if m.pass {
		return p
	}
	to := m.to
	if m.way != nil {
		*opp = opp.without(taken(m.way))
		to = m.way[len(m.way)-1].to
	}
	*own = own.without(only(m.from))
	if to != out {
		*own = own.or(only(to))
	}
	return p
}

// Trace implements engine.Position. A way out of the board ends on the last square over which it leads; the checker that
// left is not among those taken.
func (p position) Trace(text engine.Move) engine.Trace {
	m, e := p.read(string(text))
	if e != nil || m.pass || m.text() != text {
		return engine.Trace{}
	}
	cell := p.size.cell
	if m.way == nil {
		return engine.Trace{Path: []int{cell(m.from), cell(m.to)}}
	}
	t := engine.Trace{Path: []int{cell(m.from)}}
	for _, j := range m.way {
		end := j.to
		if end == out {
			end = j.over
		}
		t.Path = append(t.Path, cell(end))
		t.Taken = append(t.Taken, cell(j.over))
	}
	return t
}

// Perft implements engine.Perfter.
func (p position) Perft(depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	c := counter{size: p.size}
	return c.perft(p.board(), depth)
}

// View implements engine.Position.
func (p position) View() engine.View {
	v := grid.View(p.cells(), p.size.width, p.Turn())
	v.Red = true
	for square := range p.size.width * stride { // rings around the centre, which steps approach
		if p.size.squares.has(square) {
			v.Cells[p.size.cell(square)].Shade = p.size.ring(square)%2 > 0
		}
	}
	return v
}

// cells is who stands where, in the order of engine.View.
func (p position) cells() []engine.Side {
	cells := make([]engine.Side, p.size.width*p.size.width)
	for i, side := range p.sides {
		for ; !side.empty(); side = side.without(side.lowest()) {
			cells[p.size.cell(side.first())] = sideOf(i)
		}
	}
	return cells
}
