// Package endings has tables of the results of boards with few pieces, and of the plies to them, for any rules of the
// draughts family.
//
// cmd/lab computes the tables by retrograde analysis from the rules of the variant alone. There is a table per class
// of material (class.go), with a value for each board for the side on turn. Of the draws by counting the tables
// consider only the limit of plies without a capture or a man's move.
//
// The tables of compulsory capture are valid with huffing too: a side that always captures, and demands every capture
// omitted, gets at least the same result, and both sides can do so.
package endings

import (
	"encoding/binary"
	"errors"
	"sync"

	"tabuleiro/engine/draughts/rules"
	"tabuleiro/engine/learn"
)

// Value is the result of a board for the side on turn: 0 is a draw; n is a win within n plies, up to a capture or
// man's move that keeps the win, or until the other side has no moves; -1-n is a loss that can be delayed for n
// plies.
type Value int8

// Draw is the value of a board that neither side can win.
const Draw Value = 0

// Plies returns how long a win takes or a loss can be delayed, 0 to 120.
func (v Value) Plies() int {
	if v < 0 {
		return -1 - int(v)
	}
	return int(v)
}

// Retrograde returns the value of a board whose best move leads to a board of value v for the other side; progress
// says that the move is a capture or a man's move.
func (v Value) Retrograde(progress bool) Value {
	plies := Value(v.Plies() + 1)
	if progress {
		plies = 1
	}
	switch {
	case v < 0:
		return plies
	case v > 0:
		return -1 - plies
	}
	return Draw
}

// Better reports whether a value is better than another: wins before draws before losses, faster wins and slower
// losses first.
func (v Value) Better(than Value) bool {
	if v > 0 && than > 0 || v < 0 && than < 0 {
		return v < than
	}
	return v > than
}

// Tables holds the tables of a variant. It is safe for concurrent use.
type Tables struct {
	grid    *Grid
	variant *rules.Variant
	classes [Classes]table
}

// table is the table of a class, unpacked on first use.
type table struct {
	once   sync.Once
	packed []byte
	values []Value
}

// values returns the values of a class; nil if they are missing or damaged.
func (t *Tables) values(c Material) []Value {
	tab := &t.classes[c.Index()]
	tab.once.Do(func() {
		raw, err := learn.Inflate(tab.packed)
		if err != nil || len(raw) != t.grid.Size(c) {
			return
		}
		tab.values = make([]Value, len(raw))
		for i, x := range raw {
			tab.values[i] = Value(int8(x))
		}
	})
	return tab.values
}

// Value returns the value of a board; false if it is not in the tables. A board that is not stored, because the side
// on turn must capture or only the swapped class is in the file, gets its value from its moves.
func (t *Tables) Value(b rules.Board) (Value, bool) {
	switch {
	case b.Own == 0:
		return -1, true
	case b.Opp == 0:
		return 1, true
	}
	s := t.grid.PieceSets(b)
	c := s.Material()
	if c.Pieces() > MaxPieces {
		return 0, false
	}
	values := t.values(c)
	if values != nil && !t.variant.CanCapture(b) {
		return values[t.grid.Number(s, c)], true
	}
	if values == nil && t.values(c.Swapped()) == nil {
		return 0, false
	}
	var room [32]rules.Move
	best := Value(-1)
	for i, m := range t.variant.Moves(b, room[:0]) {
		v, ok := t.Value(t.variant.After(b, m))
		if !ok {
			return 0, false
		}
		if v = v.Retrograde(m.Taken != 0 || m.From&b.Kings == 0); v.Plies() > t.variant.QuietPlies {
			v = Draw
		}
		if i == 0 || v.Better(best) {
			best = v
		}
	}
	return best, true
}

var errDamaged = errors.New("tables of endings: the file is damaged")

// Read parses the file that cmd/lab made for the same rules.
func Read(v *rules.Variant, file []byte) (*Tables, error) {
	t := &Tables{grid: GridOf(v), variant: v}
	for _, c := range Listed(MaxPieces) {
		for _, c := range c.WithSwapped() {
			size, n := binary.Uvarint(file)
			if n <= 0 || size > uint64(len(file)-n) {
				return nil, errDamaged
			}
			t.classes[c.Index()].packed = file[n : n+int(size)]
			file = file[n+int(size):]
		}
	}
	if len(file) > 0 {
		return nil, errDamaged
	}
	return t, nil
}

// WithSwapped returns a class and the swapped one if they differ.
func (c Material) WithSwapped() []Material {
	if other := c.Swapped(); other != c {
		return []Material{c, other}
	}
	return []Material{c}
}
