package draughts

import (
	"cmp"
	"iter"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"tabuleiro/engine"
)

// position is a board with what the rules count.
type position struct {
	variant *variant
	sides   [2]uint64 // pieces of First and Second
	kings   uint64    // of both
	turn    int       // index in sides
	quiet   int       // plies in a row without a man's move or a capture
	forced  int       // number of the stronger side's next move in a forced ending, 1 up; 0: not counting
	idle    idle      // the last move, if it was made instead of a capture and can still be answered
	owes    bool      // the side to move has to capture, as the other one has demanded it
}

// start is the position in which the game begins.
func (v *variant) start() position {
	p := position{variant: v}
	men := v.rows * v.width / 2
	low, high := 0, 1
	if !v.countFirst {
		low, high = 1, 0
	}
	for n := 1; n <= men; n++ {
		p.sides[low] |= v.bit[n]
		p.sides[high] |= v.bit[v.count+1-n]
	}
	return p
}

// board is the position as the side to move sees it.
func (p position) board() board {
	near := p.variant.width / 2
	if (p.turn == 0) != p.variant.countFirst {
		near = -near
	}
	return board{p.sides[p.turn], p.sides[1-p.turn], p.kings, near}
}

// Outcome implements engine.Position. A side that has won has won, whatever the counters say.
func (p position) Outcome() engine.Outcome {
	v, other := p.variant, sideOf(1-p.turn)
	switch {
	case p.sides[p.turn] == 0: // [4.2a]
		return engine.Outcome{Winner: other, Reason: engine.NoPieces, Points: 1}
	case p.sides[1-p.turn] == 0:
		return engine.Outcome{Winner: sideOf(p.turn), Reason: engine.NoPieces, Points: 1}
	case p.idle.to != 0:
		return engine.Outcome{} // who may still answer has a move, and no move made instead of a capture draws by counting
	case v.perft(p.board(), 1) == 0: // [4.2b]
		return engine.Outcome{Winner: other, Reason: engine.NoMoves, Points: 1}
	case v.quietPlies != 0 && p.quiet >= v.quietPlies: // [3.2.1a]
		return engine.Outcome{Reason: twentyMoves}
	case v.forced.kings != 0 && p.forced > v.forced.moves: // [3.2.1b]
		return engine.Outcome{Reason: forcada}
	}
	return engine.Outcome{}
}

// sideOf is the side with an index in position.sides.
func sideOf(turn int) engine.Side { return engine.First + engine.Side(turn) }

// Turn implements engine.Position.
func (p position) Turn() engine.Side {
	if p.Outcome().Decided() {
		return engine.Nobody
	}
	return sideOf(p.turn)
}

// legal lists the moves over the board, in the order of Moves.
func (p position) legal() []move {
	if p.Outcome().Decided() {
		return nil
	}
	return p.listed(false)
}

// listed lists the moves over the board, in order, in a game that is not over; once for each result, or the captures once
// for each piece that can have that result.
func (p position) listed(apart bool) []move {
	b := p.board()
	list := p.variant.captures(b, make([]move, 0, 32), apart)
	if len(list) == 0 || p.free() {
		list = p.variant.quiet(b, b.own, list)
	}
	slices.SortFunc(list, inOrder)
	return list
}

// inOrder compares moves by origin, then by destination, then by the pieces taken.
func inOrder(a, b move) int {
	return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to), cmp.Compare(a.taken, b.taken))
}

// Moves implements engine.Position: by origin, then by destination; moves with the same ends by the pieces they take,
// those last that take the highest number. After them come demand and whom one may huff.
func (p position) Moves() iter.Seq[engine.Move] {
	return func(yield func(engine.Move) bool) {
		b := p.board()
		for _, m := range p.legal() {
			if !yield(p.variant.text(b, m)) {
				return
			}
		}
		for _, m := range p.Rights() {
			if !yield(m) {
				return
			}
		}
	}
}

// find is the legal move with a canonical text. Only moves with the same ends are written down to be compared.
func (p position) find(text engine.Move) (move, bool) {
	b := p.board()
	from, to := p.variant.endsOf(string(text))
	for _, m := range p.legal() {
		if m.from == from && m.to == to && p.variant.text(b, m) == text {
			return m, true
		}
	}
	for _, m := range p.answers() {
		if p.answerText(m) == text {
			return m, true
		}
	}
	return move{}, false
}

// endsOf are the squares with the numbers at both ends of a text; none if there are no such numbers.
func (v *variant) endsOf(text string) (from, to uint64) {
	const digits = "0123456789"
	first := text[:len(text)-len(strings.TrimLeft(text, digits))]
	last := text[len(strings.TrimRight(text, digits)):]
	a, err := v.parseSquare(first)
	b, wrong := v.parseSquare(last)
	if err != nil || wrong != nil {
		return 0, 0
	}
	return v.bit[a], v.bit[b]
}

// Play implements engine.Position.
func (p position) Play(text engine.Move) (engine.Position, error) {
	m, ok := p.find(text)
	if !ok {
		canonical, err := p.Read(string(text))
		if err == nil {
			err = &engine.MoveError{Kind: engine.Illegal, Text: string(text), Rule: notCanonical, Choices: []string{string(canonical)}}
		}
		return nil, err
	}
	return p.play(m), nil
}

// play is the position after a legal move.
func (p position) play(m move) position {
	if m.from == 0 {
		return p.answer(m)
	}
	v, before := p.variant, p.board()
	after := v.after(before, m)
	next := position{variant: v, kings: after.kings, turn: 1 - p.turn}
	next.sides[p.turn], next.sides[1-p.turn] = after.opp, after.own
	if m.taken == 0 && m.from&before.kings != 0 {
		next.quiet = min(p.quiet+1, v.quietPlies) // it may be full already, and waiting for an answer
	}
	if m.taken == 0 && p.free() && len(v.captures(before, nil, false)) > 0 {
		next.idle = idle{m.from, m.to, m.from&before.kings != 0}
	}
	stronger, ok := next.forcedEnding()
	switch {
	case !ok:
	case p.forced != 0 && stronger == p.turn:
		next.forced = p.forced + 1
	case p.forced != 0:
		next.forced = p.forced
	case next.sides[stronger]&v.river != 0:
		next.forced = 1
	}
	return next
}

// forcedEnding tells whether one side has just the kings for a forced ending and the other has one king, and which side
// is the stronger. Nothing but a capture changes that, and it cannot come back.
func (p position) forcedEnding() (stronger int, ok bool) {
	if p.variant.forced.kings == 0 || (p.sides[0]|p.sides[1])&^p.kings != 0 {
		return 0, false
	}
	n := [2]int{bits.OnesCount64(p.sides[0]), bits.OnesCount64(p.sides[1])}
	switch n {
	case [2]int{p.variant.forced.kings, 1}:
		return 0, true
	case [2]int{1, p.variant.forced.kings}:
		return 1, true
	}
	return 0, false
}

// Perft implements engine.Perfter.
func (p position) Perft(depth int) uint64 {
	if depth == 0 {
		return 1
	}
	if p.sides[0] == 0 || p.sides[1] == 0 {
		return 0
	}
	if p.variant.huffing == huffingOn {
		return p.count(depth)
	}
	return p.variant.perft(p.board(), depth)
}

// View implements engine.Position.
func (p position) View() engine.View {
	v := p.variant
	view := engine.View{
		Files: v.width,
		Ranks: v.width,
		Cells: make([]engine.Cell, v.width*v.width),
		Edges: true,
		Turn:  p.Turn(),
	}
	for n := 1; n <= v.count; n++ {
		cell := engine.Cell{Dark: true, Label: strconv.Itoa(n), King: p.kings&v.bit[n] != 0}
		for i, side := range p.sides {
			if side&v.bit[n] != 0 {
				cell.Side = sideOf(i)
			}
		}
		view.Cells[v.cell[n]] = cell
	}
	return view
}

// Trace implements engine.Position: the squares of the canonical text (of a demand, the way back), and what is taken in the
// order of the numbers.
func (p position) Trace(text engine.Move) engine.Trace {
	m, ok := p.find(text)
	if !ok {
		return engine.Trace{}
	}
	var t engine.Trace
	for _, square := range p.route(m) {
		t.Path = append(t.Path, p.variant.cell[p.variant.square(square)])
	}
	for taken := m.taken; taken != 0; taken &= taken - 1 {
		t.Taken = append(t.Taken, p.variant.cell[p.variant.square(taken)])
	}
	return t
}
