package learn

// Taper is a weight on a full board and on an empty one, in Fine parts. Between them both are mixed by the number of
// pieces.
type Taper struct{ Full, Empty int16 }

// Tapers are weights of which the first half is for a full board and the second half for an empty one.
func Tapers(weights []int16) []Taper {
	list := make([]Taper, len(weights)/2)
	for i := range list {
		list[i] = Taper{weights[i], weights[len(list)+i]}
	}
	return list
}

// Times is the weight if there is so much of it as the sign says: 1, 0 or -1.
func (t Taper) Times(sign int) Taper { return Taper{int16(sign) * t.Full, int16(sign) * t.Empty} }

// Mixed is the value of sums of weights on a board with so many pieces of most.
func Mixed(full, empty, pieces, most int) int {
	return (full*pieces + empty*(most-pieces)) / (most * Fine)
}

// Ternary has bit i of the index as 3^i: a set of up to eight squares as a pattern.
var Ternary = func() (t [256]uint16) {
	for set := range t {
		t[set] = 3*t[set>>1] + uint16(set&1)
	}
	return t
}()
