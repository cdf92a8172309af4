package rules

import "math/bits"

// CanCapture reports whether the side on turn can capture.
func (v *Variant) CanCapture(b Board) bool {
	return v.jumpers(b) != 0 || b.Own&b.Kings != 0 && v.kingCaptures(b)
}

// Can reports whether the side on turn can capture and, if not, whether it can move.
func (v *Variant) Can(b Board) (captures, moves bool) {
	if v.CanCapture(b) {
		return true, false
	}
	near, far := v.steps(b)
	back, behind := Step(b.Own&b.Kings, -b.Near), Step(b.Own&b.Kings, -b.far())
	return false, near|far|(back|behind)&v.Empty(b) != 0
}

// steps returns the squares to which pieces of the side on turn can step forward, by each of the two steps.
func (v *Variant) steps(b Board) (near, far uint64) {
	return Step(b.Own, b.Near) & v.Empty(b), Step(b.Own, b.far()) & v.Empty(b)
}

// countSteps returns the number of moves if only men can move and no capture is possible; false otherwise.
func (v *Variant) countSteps(b Board) (n uint64, ok bool) {
	near, far := v.steps(b)
	return uint64(bits.OnesCount64(near) + bits.OnesCount64(far)), b.Own&b.Kings == 0 && !v.CanCapture(b)
}

// Empty returns the empty squares of a board.
func (v *Variant) Empty(b Board) uint64 { return v.squares &^ (b.Own | b.Opp) }

// kingCaptures reports whether a king of the side on turn can capture. Kings moved in the same direction never meet,
// so all are moved together.
func (v *Variant) kingCaptures(b Board) bool {
	empty := v.Empty(b)
	for _, d := range v.Around {
		next := Step(b.Own&b.Kings, d)
		if v.reach == Adjacent {
			if Step(next&b.Opp, d)&empty != 0 {
				return true
			}
			continue
		}
		for next != 0 {
			if Step(next&b.Opp, d)&empty != 0 {
				return true
			}
			next = Step(next&empty, d)
		}
	}
	return false
}

// jumpers returns the men that can capture.
func (v *Variant) jumpers(b Board) uint64 {
	empty, prey := v.Empty(b), b.Opp
	if v.spared {
		prey &^= b.Kings
	}
	near, far := b.Near, b.far()
	from := Step(Step(empty, -near)&prey, -near) | Step(Step(empty, -far)&prey, -far)
	if v.menBack {
		from |= Step(Step(empty, near)&prey, near) | Step(Step(empty, far)&prey, far)
	}
	return from & b.Own &^ b.Kings
}
