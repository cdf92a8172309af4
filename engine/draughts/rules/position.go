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

// Position is a board with everything else that affects the rest of the game.
type Position struct {
	Variant *Variant
	Board
	Idling     int  // plies in a row without a man's move or a capture
	Forced     int  // number of the stronger side's next move in a forced ending, from 1; or plies of another ending
	Road       int  // plies of an ending on the long diagonal
	Unanswered Idle // the last move, if it omitted a capture and can still be answered
	Owes       bool // the side to move must capture, because the other side has demanded it
}

// Start returns the start position.
func (v *Variant) Start() Position {
	b := Board{Near: v.Width / 2}
	for n := 1; n <= v.rows*v.Width/2; n++ {
		b.Own |= v.Bit[n]
		b.Opp |= v.Bit[v.Count+1-n]
	}
	if !v.FirstUp {
		b = b.Turned()
	}
	return Position{Variant: v, Board: b}
}

// Mover returns the side on turn, ignoring the end of the game.
func (p Position) Mover() engine.Side {
	if p.IsUp() == p.Variant.FirstUp {
		return engine.First
	}
	return engine.Second
}

// Side returns the pieces of a side.
func (p Position) Side(s engine.Side) uint64 {
	if s == p.Mover() {
		return p.Own
	}
	return p.Opp
}

// Outcome implements engine.Position. A win takes precedence over counters.
func (p Position) Outcome() engine.Outcome {
	switch {
	case p.Own == 0: // [FPD 4.2a]
		return engine.Outcome{Winner: p.Mover().Other(), Reason: engine.NoPieces, Points: 1}
	case p.Opp == 0:
		return engine.Outcome{Winner: p.Mover(), Reason: engine.NoPieces, Points: 1}
	case p.Unanswered.To != 0:
		return engine.Outcome{} // an answer is a move, and no move that omits a capture draws by counting
	case !p.movable(): // [FPD 4.2b]
		return engine.Outcome{Winner: p.Mover().Other(), Reason: engine.NoMoves, Points: 1}
	}
	return engine.Outcome{Reason: p.Drawn()}
}

// Unclaimed implements engine.Drawer.
func (p Position) Unclaimed() engine.Position {
	p.Idling, p.Forced, p.Road = 0, 0, 0
	return p
}

// movable reports whether the side on turn has a move over the board.
func (p Position) movable() bool {
	captures, moves := p.Variant.Can(p.Board)
	return captures || moves
}

// Turn implements engine.Position.
func (p Position) Turn() engine.Side {
	if p.Outcome().Decided() {
		return engine.Nobody
	}
	return p.Mover()
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
		return p.Variant.Text(p.Board, m)
	case m.Taken == 0:
		return DemandText
	}
	return engine.Move(HuffText + " " + strconv.Itoa(p.Variant.Square(m.Taken)))
}

// listed lists the moves over the board in order, in a game that is not over: once per result or, if apart, captures
// once per piece and result.
func (p Position) listed(apart bool) []Move {
	list := p.appendMoves(make([]Move, 0, 32), apart)
	slices.SortFunc(list, inOrder)
	return list
}

// appendMoves appends the moves over the board in a game that is not over, in no order.
func (p Position) appendMoves(list []Move, apart bool) []Move {
	due := p.Variant.CanCapture(p.Board)
	if due {
		list = p.Variant.captures(p.Board, list, apart)
	}
	if !due || p.free() {
		list = p.Variant.quiet(p.Board, p.Own, list)
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
	v, king := p.Variant, m.From&p.Kings != 0
	next := Position{Variant: v, Board: v.After(p.Board, m)}
	if m.Taken == 0 && king {
		next.Idling = min(p.Idling+1, v.QuietPlies) // the counter may already be full while an answer is pending
	}
	if m.Taken == 0 && p.free() && v.CanCapture(p.Board) {
		next.Unanswered = Idle{m.From, m.To, king}
	}
	if next.Own&next.Kings != 0 && next.Opp&next.Kings != 0 {
		next.Forced = v.goesOn(p.Board, next.Board, p.Forced, false)
		next.Road = v.goesOn(p.Board, next.Board, p.Road, true)
	}
	return next
}

// Perft implements engine.Perfter. With huffing it needs positions, because answers are moves and the board alone
// does not determine them.
func (p Position) Perft(depth int) uint64 {
	if v := p.Variant; v.Huffing != HuffingOn && p.Opp != 0 {
		return engine.CountSequences(p.Board, depth, v.Moves, v.After, v.countSteps)
	}
	return engine.CountSequences(p, depth, Position.AppendAll, Position.After, nil)
}

// AppendAll appends the moves over the board and the answers, in no order; none if a side has no pieces.
func (p Position) AppendAll(list []Move) []Move {
	if p.Own == 0 || p.Opp == 0 {
		return list
	}
	return append(p.appendMoves(list, false), p.Answers()...)
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
		for _, s := range []engine.Side{engine.First, engine.Second} {
			if p.Side(s)&v.Bit[n] != 0 {
				cell.Side = s
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
	return Position{Variant: p.Variant, Board: p.Turned()}
}

// TimeoutOutcome implements engine.Timed. The rules of the federations say only that losing on time loses the game.
func (p Position) TimeoutOutcome(late engine.Side) engine.Outcome {
	winner, loser := p.Side(late.Other()), p.Side(late)
	// With so few pieces counting would draw the game, and waiting for the clock should not win it.
	if bits.OnesCount64(winner) == 1 && winner&p.Kings != 0 && loser&p.Kings != 0 {
		return engine.Outcome{Reason: engine.TimeDraw}
	}
	return engine.Outcome{Winner: late.Other(), Reason: engine.TimeOver, Points: 1}
}

// Starts implements engine.Position: the squares of the pieces that have a legal move, then demand and huffs.
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
