package rules

import (
	"fmt"
	"iter"

	"tabuleiro/engine"
	"tabuleiro/engine/grid"
)

// Position is a board as the side to move sees it, with that side.
type Position struct {
	Board
	Second bool // Second is to move
}

// Start is the start position: 16 men a side, First to move.
var Start = Position{Board: Board{Own: 0x667e7e, Opp: 0x7e7e66 << 40}}

// side returns the side to move, ignoring the end of the game.
func (p Position) side() engine.Side {
	if p.Second {
		return engine.Second
	}
	return engine.First
}

// Outcome implements engine.Position. A side without men loses when it is its turn.
func (p Position) Outcome() engine.Outcome {
	switch {
	case p.Own == 0:
		return engine.Outcome{Winner: p.side().Other(), Reason: engine.NoPieces, Points: 1}
	case p.movable() == 0:
		return engine.Outcome{Winner: p.side().Other(), Reason: engine.NoMoves, Points: 1}
	}
	return engine.Outcome{}
}

// Turn implements engine.Position.
func (p Position) Turn() engine.Side {
	if p.movable() == 0 {
		return engine.Nobody
	}
	return p.side()
}

// Moves implements engine.Position: in square order of the canonical texts, square by square.
func (p Position) Moves() iter.Seq[engine.Move] {
	return func(yield func(engine.Move) bool) {
		p.Each(func(m Move) bool { return yield(p.Text(m)) })
	}
}

// Each calls yield with the moves until it returns false. Of several with the same result it yields only the first.
func (p Position) Each(yield func(Move) bool) {
	seen := make(map[Board]bool)
	for _, man := range p.ordered(p.movable()) {
		for _, w := range p.ways(man) {
			for _, drops := range p.allDrops(w) {
				m := Move{w, drops}
				if after := p.after(m); !seen[after] {
					seen[after] = true
					if !yield(m) {
						return
					}
				}
			}
		}
	}
}

// PlayMove returns the position after a legal move.
func (p Position) PlayMove(m Move) Position { return Position{p.after(m).Turned(), !p.Second} }

// Starts implements engine.Position: the men that have a move.
func (p Position) Starts() []string {
	var names []string
	for _, man := range p.ordered(p.movable()) {
		names = append(names, p.name(man))
	}
	return names
}

// Rights implements engine.Obligations: there are none.
func (p Position) Rights() []engine.Move { return nil }

// Duty implements engine.Obligations: capturing is compulsory. Choices lack the drops, if any follow.
func (p Position) Duty() *engine.MoveError {
	if p.CanCapture() == 0 {
		return nil
	}
	r := reading{position: p}
	return r.mustCapture()
}

// Read implements engine.Position.
func (p Position) Read(text string) (engine.Move, error) {
	m, e := p.read(text)
	if e != nil {
		return "", e
	}
	return p.Text(m), nil
}

// Play implements engine.Position.
func (p Position) Play(text engine.Move) (engine.Position, error) {
	m, e := p.read(string(text))
	if e != nil || p.Text(m) != text {
		return nil, engine.Uncanonical(p, text)
	}
	return p.PlayMove(m), nil
}

// Trace implements engine.Position.
func (p Position) Trace(text engine.Move) engine.Trace {
	m, e := p.read(string(text))
	if e != nil || p.Text(m) != text {
		return engine.Trace{}
	}
	var t engine.Trace
	for _, square := range m.squares {
		t.Path = append(t.Path, p.real(square))
	}
	for _, square := range p.ordered(m.taken) {
		t.Taken = append(t.Taken, p.real(square))
	}
	for _, square := range p.ordered(m.drops) {
		t.Drops = append(t.Drops, p.real(square))
	}
	return t
}

// Perft implements engine.Perfter.
func (p Position) Perft(depth int) uint64 {
	return engine.CountSequences(p.Board, depth, Board.distinct, Board.After, nil)
}

// cells returns the men in the order of engine.View.
func (p Position) cells() []engine.Side {
	cells := make([]engine.Side, 64)
	for _, square := range p.ordered(p.Own) {
		cells[p.real(square)] = p.side()
	}
	for _, square := range p.ordered(p.Opp) {
		cells[p.real(square)] = p.side().Other()
	}
	return cells
}

// View implements engine.Position.
func (p Position) View() engine.View {
	v := grid.View(p.cells(), 8, p.Turn())
	for square := range v.Cells { // the rows where men are dropped, for both sides
		v.Cells[square].Shade = (Zone|Flip(Zone))>>square&1 > 0
	}
	return v
}

// letters are those of First's and Second's men in the text of a position.
const letters = "wb"

// Key implements engine.Position. It is the text, because there are no counters.
func (p Position) Key() string { return p.String() }

// String implements engine.Position.
func (p Position) String() string {
	return grid.Text(p.cells(), 8, letters, int(p.side()-engine.First))
}

// parse parses the text of a position. In a game no man stays on its last row; if a text has one there, it can
// capture sideways and arrives again.
func parse(text string) (engine.Position, error) {
	cells, _, mover, err := grid.Parse(text, letters, 8)
	var b Board
	for i, side := range cells {
		switch side {
		case engine.First:
			b.Own |= 1 << i
		case engine.Second:
			b.Opp |= 1 << i
		}
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("position %q: %w", text, err)
	case b.Own|b.Opp == 0:
		return nil, fmt.Errorf("position %q: %w", text, engine.InvalidPosition("there is not a single man"))
	case mover == 1:
		return Position{b.Turned(), true}, nil
	}
	return Position{Board: b}, nil
}

// NullMove implements engine.NullMover.
func (p Position) NullMove() engine.Position { return Position{p.Turned(), !p.Second} }
