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

// Patterns is the number of patterns of a window of four rows by two squares: each is empty, or has a man of one side or
// the other.
const Patterns = 6561

// Changed returns a pattern with the rows reversed and the sides swapped.
func Changed(pattern int) int {
	n := 0
	for range 4 {
		n, pattern = n*9+(3-pattern%3)%3+(3-pattern/3%3)%3*3, pattern/9
	}
	return n
}

// Reflected returns the mirror image of a pattern.
func Reflected(pattern int) int {
	n, power := 0, 1
	for range 4 {
		n, pattern, power = n+(pattern%3*3+pattern/3%3)*power, pattern/9, power*9
	}
	return n
}

// Windows expands weights by window and pattern: weight returns the index of one, and 1, -1 if the other side gains by
// it, or 0 if the pattern is worth nothing.
func Windows(tapers []Taper, windows int, weight func(window, pattern int) (index, sign int)) []Taper {
	list := make([]Taper, windows*Patterns)
	for i := range list {
		index, sign := weight(i/Patterns, i%Patterns)
		list[i] = tapers[index].Times(sign)
	}
	return list
}
