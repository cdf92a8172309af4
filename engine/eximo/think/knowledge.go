package think

import (
	"cmp"
	"math/bits"

	"tabuleiro/engine/eximo/rules"
	"tabuleiro/engine/learn"
)

// knowledge is the learned evaluation of boards. Every weight exists for a full and an empty board, interpolated by
// the number of men.
type knowledge struct {
	// Windows of four ranks by two files show the men, with a weight for every pattern in each window. Left and right
	// are equal, and a gain of one side is a loss of the other, so up to four windows share their weights.
	windows []learn.Taper // by window and pattern; those of the right half are mirrored
	others  []learn.Taper
}

// Numbers of windows and of men.
const (
	Rows    = 5 // rows on which a window can begin
	Pairs   = 4 // files on which a window can begin, without the mirrored ones
	Shared  = 3 * Pairs
	FullMen = 32 // number on a full board
)

// Numbers of the features besides windows.
const (
	tempo = iota
	Balance
	mobile // quiet moves
	kept   // free squares for drops, at most two
	others
)

// Weights is the number of weights.
const Weights = 2 * (Shared*learn.Patterns + others)

// Gather joins two files, two bits per rank.
func Gather(set uint64, file int) uint64 {
	set = set >> (file & 63) & 0x0303030303030303
	set = (set | set>>6) & 0x000f000f000f000f
	set = (set | set>>12) & 0x000000ff000000ff
	return (set | set>>24) & 0xffff
}

// Mirrored is learn.Ternary with the two bits of each rank swapped.
var Mirrored = func() (m [256]uint16) {
	for set := range m {
		m[set] = learn.Ternary[set>>1&0x55|set<<1&0xaa]
	}
	return m
}()

// Weight returns the index of the weight of a pattern in a window on a full board, and 1, -1 if the other side gains
// by it, or 0 if the pattern is worth nothing.
func Weight(window, pattern int) (index, sign int) {
	pair, row := window/Rows, window%Rows
	if pair == Pairs-1 { // the middle files are their own mirror image
		pattern = min(pattern, learn.Reflected(pattern))
	}
	image, imageRow := learn.Changed(pattern), Rows-1-row
	if pair == Pairs-1 {
		image = min(image, learn.Reflected(image))
	}
	sign = cmp.Or(cmp.Compare(imageRow, row), cmp.Compare(image, pattern))
	if sign < 0 {
		row, pattern = imageRow, image
	}
	return (pair*3+row)*learn.Patterns + pattern, sign
}

// newKnowledge expands weights: those for a full board, then those for an empty one.
func newKnowledge(list []int16) *knowledge {
	tapers := learn.Tapers(list)
	return &knowledge{learn.Windows(tapers, Pairs*Rows, Weight), tapers[Shared*learn.Patterns:]}
}

// Amounts returns the amounts of the features besides windows.
func Amounts(b rules.Board) [others]int {
	return [others]int{
		tempo:   1,
		Balance: bits.OnesCount64(b.Own) - bits.OnesCount64(b.Opp),
		mobile:  b.Mobility() - b.Turned().Mobility(),
		kept:    min(2, bits.OnesCount64(rules.Zone&b.Empty())) - min(2, bits.OnesCount64(rules.Flip(rules.Zone)&b.Empty())),
	}
}

// value returns the value of a board for the side on turn.
func (k *knowledge) value(n *Node) int {
	full, empty := 0, 0
	for file := range 7 {
		own, opp := Gather(n.Own, file), Gather(n.Opp, file)
		pair, table := file, &learn.Ternary
		if file >= Pairs {
			pair, table = 6-file, &Mirrored
		}
		window := k.windows[pair*Rows*learn.Patterns:]
		for range Rows {
			w := window[table[own&255]+2*table[opp&255]]
			full += int(w.Full)
			empty += int(w.Empty)
			window = window[learn.Patterns:]
			own, opp = own>>2, opp>>2
		}
	}
	for i, amount := range Amounts(n.Board) {
		full += amount * int(k.others[i].Full)
		empty += amount * int(k.others[i].Empty)
	}
	men := min(bits.OnesCount64(n.Own|n.Opp), FullMen)
	return learn.Mixed(full, empty, men, FullMen)
}
