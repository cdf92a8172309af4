// Package endings knows who wins on boards with few pieces, and in how many plies, by any table of rules of the
// draughts family.
//
// The tables are worked out backwards from the end in cmd/lab, by the rules of the variant and nothing else. They are
// by class, how many men and kings each side has (class.go), and hold a number for each board, as the side on turn sees
// it. How a game comes to a draw by counting is in them only as far as it ends after so many plies without a capture or
// a man's move.
//
// Where huffing is played the tables of compulsory capture hold, too: a side that captures whenever it can, and demands
// a capture that was not made, gets what it would get there, and both sides can.
package endings

import (
	"encoding/binary"
	"errors"
	"sync"

	"tabuleiro/engine/draughts/rules"
	"tabuleiro/engine/learn"
)

// Value is what a board is worth for the side on turn: 0 is a draw, n a win that takes n plies at most until a capture
// or a man's move after which it still is one, or until the other side has no moves, and -1-n a loss that can be put
// off for n plies.
type Value int8

// Draw is the value of a board that nobody can win.
const Draw Value = 0

// Plies is how long a win takes or a loss can be put off, 0 to 120.
func (v Value) Plies() int {
	if v < 0 {
		return -1 - int(v)
	}
	return int(v)
}

// Retrograde is the value of a board whose best move leads to a board of value v for the other side; progress reports
// whether that move is a capture or a man's move.
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

// Better reports whether a value is better than another one: a win, the sooner the better, a draw, a loss, the later the
// better.
func (v Value) Better(than Value) bool {
	if v > 0 && than > 0 || v < 0 && than < 0 {
		return v < than
	}
	return v > than
}

// Horizon bounds the plies of games that know no such limit.
const Horizon = 120

// QuietPlies counts the plies that may pass without a capture or a man's move.
func QuietPlies(v *rules.Variant) int {
	if v.QuietPlies != 0 {
		return v.QuietPlies
	}
	return Horizon
}

// Tables are those of a variant. They may be used by many at once.
type Tables struct {
	grid    *Grid
	variant *rules.Variant
	classes [Classes]table
}

// table is that of a class; it is unpacked when it is needed first.
type table struct {
	once   sync.Once
	packed []byte
	values []Value
}

// values are the values of a class; nil if they are not in the file, or damaged.
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

// Value is what a board is worth; false if it is not in the tables. A board without a number of its own, as one has to
// capture or the file has the boards of the other side only, has the value that its moves lead to.
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
		if v = v.Retrograde(m.Taken != 0 || m.From&b.Kings == 0); v.Plies() > QuietPlies(t.variant) {
			v = Draw
		}
		if i == 0 || v.Better(best) {
			best = v
		}
	}
	return best, true
}

var errDamaged = errors.New("tables of endings: the file is damaged")

// Read reads the file that cmd/lab made for the same rules.
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

// WithSwapped are a class and the swapped one, if it is another one.
func (c Material) WithSwapped() []Material {
	if other := c.Swapped(); other != c {
		return []Material{c, other}
	}
	return []Material{c}
}
