package engine

import (
	"fmt"
	"slices"
	"strings"
)

// Line is a start position and the moves played since. It is immutable, and knows what a single position cannot:
// repetition, and how to take moves back.
type Line struct {
	repeat int
	start  Position
	steps  []step
	since  int // positions before this index do not count for repetition
}

type step struct {
	move Move
	pos  Position // after the move
	key  string   // of pos
}

// NewLine returns a line without moves.
func (g *Game) NewLine(start Position) Line {
	return Line{repeat: g.Repeat, start: start}
}

// Position returns the current position.
func (l Line) Position() Position { return l.At(len(l.steps)) }

// At returns the position after the first n moves, 0 <= n <= Len.
func (l Line) At(n int) Position {
	if n == 0 {
		return l.start
	}
	return l.steps[n-1].pos
}

// Len returns the number of moves played.
func (l Line) Len() int { return len(l.steps) }

// Move returns the n-th move, counted from 0.
func (l Line) Move(n int) Move { return l.steps[n].move }

// Turn returns who decides next; Nobody when the game is over, by repetition included.
func (l Line) Turn() Side {
	if l.Outcome().Decided() {
		return Nobody
	}
	return l.Position().Turn()
}

// Play appends canonical moves. With an error it returns the line up to the move that cannot be played.
func (l Line) Play(moves ...Move) (_ Line, err error) {
	l = l.Back(0)
	for _, m := range moves {
		if l, err = l.extend(m); err != nil {
			break
		}
	}
	return l, err
}

// extend is Play without copying: no other line may extend the same line.
func (l Line) extend(m Move) (Line, error) {
	if o := l.Outcome(); o.Decided() {
		return l, fmt.Errorf("play %s: the game is over: %s", m, o.Reason)
	}
	next, err := l.Position().Play(m)
	if err != nil {
		return l, err
	}
	l.steps = append(l.steps, step{m, next, next.Key()})
	return l, nil
}

// ParseMoves parses canonical moves separated by spaces; a space within a move is written "_".
func ParseMoves(text string) (moves []Move) {
	for move := range strings.FieldsSeq(text) {
		moves = append(moves, Move(strings.ReplaceAll(move, "_", " ")))
	}
	return moves
}

// Back returns the line without its last n moves.
func (l Line) Back(n int) Line {
	l.steps = slices.Clip(l.steps[:len(l.steps)-n])
	l.since = min(l.since, len(l.steps))
	return l
}

// Unclaimed returns a drawn line as it continues if nobody claims the draw: repetition and counters start anew.
func (l Line) Unclaimed() Line {
	if !l.Outcome().Draw() {
		return l
	}
	l.since = len(l.steps)
	p, ok := l.Position().(Drawer)
	switch {
	case ok && l.since > 0:
		l.steps = slices.Clone(l.steps)
		l.steps[l.since-1].pos = p.Unclaimed()
	case ok:
		l.start = p.Unclaimed()
	}
	return l
}

// Outcome returns that of the last position or, if it goes on, a draw by repetition.
func (l Line) Outcome() Outcome {
	o := l.Position().Outcome()
	if o.Decided() || l.repeat == 0 {
		return o
	}
	if l.Seen() >= l.repeat {
		return Outcome{Reason: Repetition}
	}
	return o
}

// Seen counts the occurrences of the current position, including this one.
func (l Line) Seen() int {
	key, n := l.Position().Key(), 0
	if l.since == 0 && l.start.Key() == key {
		n++
	}
	for _, s := range l.steps[max(0, l.since-1):] {
		if s.key == key {
			n++
		}
	}
	return n
}

// View returns the view of the last position, with the trace of the last move.
func (l Line) View() View {
	v := l.Position().View()
	v.Turn = l.Turn()
	if n := len(l.steps); n > 0 {
		v.Last = l.Trace(n - 1)
	}
	return v
}

// Trace returns the trace of move n, with the pieces it took.
func (l Line) Trace(n int) Trace {
	before := l.At(n)
	t := before.Trace(l.steps[n].move)
	for _, i := range t.Taken {
		t.Lost = append(t.Lost, before.View().Cells[i])
	}
	return t
}
