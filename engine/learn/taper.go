package learn

// Taper holds a weight for a full board and one for an empty board, in units of 1/Fine. In between they are
// interpolated by the number of pieces.
type Taper struct{ Full, Empty int16 }

// Tapers returns tapers from weights, the first half for a full board and the second half for an empty one.
func Tapers(weights []int16) []Taper {
	list := make([]Taper, len(weights)/2)
	for i := range list {
		list[i] = Taper{weights[i], weights[len(list)+i]}
	}
	return list
}

// Times returns the weight times sign, which is 1, 0 or -1.
func (t Taper) Times(sign int) Taper { return Taper{int16(sign) * t.Full, int16(sign) * t.Empty} }

// Mixed returns the value of sums of weights on a board with pieces of at most most pieces.
func Mixed(full, empty, pieces, most int) int {
	return (full*pieces + empty*(most-pieces)) / (most * Fine)
}

// Ternary replaces bit i of its index by 3^i: it maps a set of up to eight squares to a pattern.
var Ternary = func() (t [256]uint16) {
	for set := range t {
		t[set] = 3*t[set>>1] + uint16(set&1)
	}
	return t
}()
