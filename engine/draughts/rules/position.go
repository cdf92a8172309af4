package rules

import (
	"cmp"
	"iter"
	"math/bits"
	"slices"
	"strconv"

	"tabuleiro/engine"
	"tabuleiro/engine/grid"
)

// Position is a board with the counters of the rules.
type Position struct {
	Variant    *Variant
	Sides      [2]uint64 // pieces of First and Second
	Kings      uint64    // of both
	Mover      int       // index in Sides
	Idling     int       // plies in a row without a man's move or a capture
	Forced     int       // number of the stronger side's next move in a forced ending, from 1; or plies of another ending
	Road       int       // plies of an ending on the long diagonal
	Unanswered Idle      // the last move, if it omitted a capture and can still be answered
	Owes       bool      // the side to move must capture, because the other side has demanded it
}

// Start returns the start position.
func (v *Variant) Start() Position {
	p := Position{Variant: v}
	men := v.rows * v.Width / 2
	low, high := 0, 1
	if !v.FirstUp {
		low, high = 1, 0
	}
	for n := 1; n <= men; n++ {
		p.Sides[low] |= v.Bit[n]
		p.Sides[high] |= v.Bit[v.Count+1-n]
	}
	return p
}

// Board returns the position as the side to move sees it.
func (p Position) Board() Board {
	near := p.Variant.Width / 2
	if (p.Mover == 0) != p.Variant.FirstUp {
		near = -near
	}
	return Board{p.Sides[p.Mover], p.Sides[1-p.Mover], p.Kings, near}
}

// Outcome implements engine.Position. A win takes precedence over counters.
func (p Position) Outcome() engine.Outcome {
	v, other := p.Variant, SideOf(1-p.Mover)
	switch {
	case p.Sides[p.Mover] == 0: // [FPD 4.2a]
		return engine.Outcome{Winner: other, Reason: engine.NoPieces, Points: 1}
	case p.Sides[1-p.Mover] == 0:
		return engine.Outcome{Winner: SideOf(p.Mover), Reason: engine.NoPieces, Points: 1}
	case p.Unanswered.To != 0:
		return engine.Outcome{} // an answer is a move, and no move that omits a capture draws by counting
	case !p.movable(): // [FPD 4.2b]
		return engine.Outcome{Winner: other, Reason: engine.NoMoves, Points: 1}
	}
	return engine.Outcome{Reason: v.Drawn(p.Board(), p.Idling, p.Forced, p.Road)}
}

// Unclaimed implements engine.Drawer.
func (p Position) Unclaimed() engine.Position {
	p.Idling, p.Forced, p.Road = 0, 0, 0
	return p
}

// movable reports whether the side on turn has a move over the board.
func (p Position) movable() bool {
	captures, moves := p.Variant.Can(p.Board())
	return captures || moves
}

// SideOf returns the side with an index in Position.Sides.
func SideOf(turn int) engine.Side { return engine.First + engine.Side(turn) }

// Turn implements engine.Position.
func (p Position) Turn() engine.Side {
	if p.Outcome().Decided() {
		return engine.Nobody
	}
	return SideOf(p.Mover)
}

// Legal lists the moves over the board, in the order of Moves.
func (p Position) Legal() []Move {
	if p.Outcome().Decided() {
		return nil
	}
	return p.listed(false)
}

// All lists the moves over the board and then the answers to an omitted capture.
func (p Position) All() []Move { return append(p.Legal(), p.Answers()...) }

// Text returns the canonical text of a legal move.
func (p Position) Text(m Move) engine.Move {
	switch {
	case m.From != 0:
		return p.Variant.Text(p.Board(), m)
	case m.Taken == 0:
		return DemandText
	}
	return engine.Move(HuffText + " " + strconv.Itoa(p.Variant.Square(m.Taken)))
}

// listed lists the moves over the board in order, in a game that is not over: once per result or, if apart, captures
// once per piece and result.
func (p Position) listed(apart bool) []Move {
	list := p.AppendMoves(make([]Move, 0, 32), apart)
	slices.SortFunc(list, inOrder)
	return list
}

// AppendMoves appends the moves over the board in a game that is not over, in no order.
func (p Position) AppendMoves(list []Move, apart bool) []Move {
	b := p.Board()
	due := p.Variant.CanCapture(b)
	if due {
		list = p.Variant.captures(b, list, apart)
	}
	if !due || p.free() {
		list = p.Variant.quiet(b, b.Own, list)
	}
	return list
}

// inOrder compares moves by origin, then by destination, then by the pieces taken.
func inOrder(a, b Move) int {
	return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To), cmp.Compare(a.Taken, b.Taken))
}

// Moves implements engine.Position. Moves are ordered by origin, then by destination, then by the pieces they take,
// compared from the highest number down; demand and huffs follow.
func (p Position) Moves() iter.Seq[engine.Move] {
	return func(yield func(engine.Move) bool) {
		for _, m := range p.All() {
			if !yield(p.Text(m)) {
				return
			}
		}
	}
}

// Find returns the legal move with a canonical text.
func (p Position) Find(text engine.Move) (Move, bool) {
	for _, m := range p.All() {
		if p.Text(m) == text {
			return m, true
		}
	}
	return Move{}, false
}

// Play implements engine.Position.
func (p Position) Play(text engine.Move) (engine.Position, error) {
	m, ok := p.Find(text)
	if !ok {
		return nil, engine.Uncanonical(p, text)
	}
	return p.After(m), nil
}

// After returns the position after a legal move.
func (p Position) After(m Move) Position {
	if m.From == 0 {
		return p.answer(m)
	}
	v, before := p.Variant, p.Board()
	after := v.After(before, m)
	next := Position{Variant: v, Kings: after.Kings, Mover: 1 - p.Mover}
	next.Sides[p.Mover], next.Sides[1-p.Mover] = after.Opp, after.Own
	if m.Taken == 0 && m.From&before.Kings != 0 {
		next.Idling = min(p.Idling+1, v.QuietPlies) // the counter may already be full while an answer is pending
	}
	if m.Taken == 0 && p.free() && v.CanCapture(before) {
		next.Unanswered = Idle{m.From, m.To, m.From&before.Kings != 0}
	}
	next.Forced, next.Road = v.Ending(before, after, p.Forced, p.Road)
	return next
}

// Perft implements engine.Perfter. With huffing it needs positions, because answers are moves and the board alone
// does not determine them.
func (p Position) Perft(depth int) uint64 {
	if v := p.Variant; v.Huffing != HuffingOn && p.Sides[1-p.Mover] != 0 {
		return engine.CountSequences(p.Board(), depth, v.Moves, v.After, v.countSteps)
	}
	return engine.CountSequences(p, depth, Position.appendAll, Position.After, nil)
}

// appendAll appends the moves over the board and the answers.
func (p Position) appendAll(list []Move) []Move {
	if p.Sides[0] == 0 || p.Sides[1] == 0 {
		return list
	}
	return append(p.AppendMoves(list, false), p.Answers()...)
}

// View implements engine.Position.
func (p Position) View() engine.View {
	v := p.Variant
	view := grid.View(make([]engine.Side, v.Width*v.Width), v.Width, p.Turn())
	view.Black = v.Black
	for n := 1; n <= v.Count; n++ {
		cell := engine.Cell{Dark: true, King: p.Kings&v.Bit[n] != 0}
		if !v.Letters {
			cell.Label = v.names[n]
		}
		for i, side := range p.Sides {
			if side&v.Bit[n] != 0 {
				cell.Side = SideOf(i)
			}
		}
		view.Cells[v.cell[n]] = cell
	}
	return view
}

// Trace implements engine.Position: the squares of the canonical text (of a demand, the way back), and the captured
// pieces in the order of the numbers.
func (p Position) Trace(text engine.Move) engine.Trace {
	m, ok := p.Find(text)
	if !ok {
		return engine.Trace{}
	}
	var t engine.Trace
	for _, square := range p.route(m) {
		t.Path = append(t.Path, p.Variant.cell[p.Variant.Square(square)])
	}
	for taken := m.Taken; taken != 0; taken &= taken - 1 {
		t.Taken = append(t.Taken, p.Variant.cell[p.Variant.Square(taken)])
	}
	return t
}

// NullMove implements engine.NullMover. It drops an answerable move and all counters.
func (p Position) NullMove() engine.Position {
	return Position{Variant: p.Variant, Sides: p.Sides, Kings: p.Kings, Mover: 1 - p.Mover}
}

// TimeoutOutcome implements engine.Timed. The rules of the federations say only that losing on time loses the game.
func (p Position) TimeoutOutcome(late engine.Side) engine.Outcome {
	winner, loser := p.Sides[1], p.Sides[0]
	if late == engine.Second {
		winner, loser = loser, winner
	}
	// With so few pieces counting would draw the game, and waiting for the clock should not win it.
	if bits.OnesCount64(winner) == 1 && winner&p.Kings != 0 && loser&p.Kings != 0 {
		return engine.Outcome{Reason: engine.TimeDraw}
	}
	return engine.Outcome{Winner: late.Other(), Reason: engine.TimeOver, Points: 1}
}

// Starts implements engine.Starter: the squares of the pieces that have a legal move, then demand and huffs.
func (p Position) Starts() []string {
	var starts []string
	for _, m := range p.reader().distinct() {
		if from := p.Variant.Label(m.From); !slices.Contains(starts, from) {
			starts = append(starts, from)
		}
	}
	for _, m := range p.Rights() {
		starts = append(starts, string(m))
	}
	return starts
}

// Duty implements engine.Obligations: capturing is compulsory [3.1.1a]. With huffing there is no duty until the
// capture is demanded.
func (p Position) Duty() *engine.MoveError {
	if r := p.reader(); r.mustCapture() {
		return r.compulsory()
	}
	return nil
}
