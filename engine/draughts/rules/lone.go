package rules

import (
	"math/bits"
	"slices"
)

// IsDeadPosition implements engine.Drawer [FPD 4.3a]: one king each, of which neither can be caught whatever the other one does. It
// is the strict reading: with more on the board an error could still lose, and players go on until they agree or a
// count ends it.
func (p Position) IsDeadPosition() bool {
	b := p.Board()
	if !p.Variant.lone || bits.OnesCount64(b.Own&b.Kings) != 1 || bits.OnesCount64(b.Opp&b.Kings) != 1 ||
		bits.OnesCount64(b.Own|b.Opp) != 2 {
		return false
	}
	return !p.Variant.catches(b, 1) && !p.Variant.caught(b, 0)
}

// catches reports whether the side on turn can capture, or force in so many more moves that it can. On boards with one
// king each one more is as good as any number.
func (v *Variant) catches(b Board, more int) bool {
	return slices.ContainsFunc(v.Moves(b, nil), func(m Move) bool {
		return m.Taken != 0 || more > 0 && v.caught(v.After(b, m), more-1)
	})
}

// caught reports whether the other side catches the king of the side on turn, whatever that does.
func (v *Variant) caught(b Board, more int) bool {
	return !slices.ContainsFunc(v.Moves(b, nil), func(m Move) bool { return !v.catches(v.After(b, m), more) })
}
