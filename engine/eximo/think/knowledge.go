package think

import (
	"math/bits"

	"tabuleiro/engine/eximo/rules"
	"tabuleiro/engine/learn"
)

// knowledge is what has been learned about the value of boards.
//
// The men are seen through windows of four ranks by two files, each of which has a weight for everything that can stand
// in it; the balance of men and the turn have weights, too. Every weight is there twice, for a full board and for an
// empty one, and what lies between is mixed by the number of men. Left and right are worth the same, and what is good
// for one side is as bad for the other, so up to four windows share their weights.
type knowledge struct {
	windows []learn.Taper // by window and pattern; those of the right half are seen in a mirror
	others  []learn.Taper
}

// Numbers of windows, of what can stand in them, and of men.
const (
	Patterns = 6561 // what can stand in a window: on each of 8 squares nothing, an own man, or one of the other side
	Rows     = 5    // where a window can begin
	Pairs    = 4    // files where it can begin, the mirrored ones left out
	Shared   = 3 * Pairs
	FullMen  = 32 // on a full board
)

// Numbers of the features besides windows.
const (
	tempo = iota
	Balance
	mobile // moves without capture
	kept   // free squares for drops, up to two
	others
)

// Weights counts all of them.
const Weights = 2 * (Shared*Patterns + others)

// Gather brings two files together, two bits a rank.
func Gather(set uint64, file int) uint64 {
	set = set >> (file & 63) & 0x0303030303030303
	set = (set | set>>6) & 0x000f000f000f000f
	set = (set | set>>12) & 0x000000ff000000ff
	return (set | set>>24) & 0xffff
}

// Mirrored is learn.Ternary with the bits of each rank changed.
var Mirrored = func() (m [256]uint16) {
	for set := range m {
		m[set] = learn.Ternary[set>>1&0x55|set<<1&0xaa]
	}
	return m
}()

// changed is a pattern with its ranks turned and the sides changed; reflected is one in a mirror.
func changed(pattern int) int {
	n := 0
	for range 4 {
		n, pattern = n*9+(3-pattern%3)%3+(3-pattern/3%3)%3*3, pattern/9
	}
	return n
}

func reflected(pattern int) int {
	n, power := 0, 1
	for range 4 {
		n, pattern, power = n+(pattern%3*3+pattern/3%3)*power, pattern/9, power*9
	}
	return n
}

// Weight is the number of the weight of a pattern in a window on a full board, and 1, or -1 if it is the other side's
// gain. It is 0 if the pattern is worth nothing.
func Weight(pair, row, pattern int) (index, sign int) {
	if pair == Pairs-1 { // the middle files are their own mirror image
		pattern = min(pattern, reflected(pattern))
	}
	image, imageRow := changed(pattern), Rows-1-row
	if pair == Pairs-1 {
		image = min(image, reflected(image))
	}
	switch {
	case imageRow > row || imageRow == row && image > pattern:
		return (pair*3+row)*Patterns + pattern, 1
	case imageRow == row && image == pattern:
		return 0, 0
	}
	return (pair*3+imageRow)*Patterns + image, -1
}

// newKnowledge unfolds weights: those on a full board, then those on an empty one.
func newKnowledge(list []int16) *knowledge {
	tapers := learn.Tapers(list)
	k := &knowledge{windows: make([]learn.Taper, Pairs*Rows*Patterns), others: tapers[Shared*Patterns:]}
	for pair := range Pairs {
		for row := range Rows {
			for pattern := range Patterns {
				i, sign := Weight(pair, row, pattern)
				k.windows[(pair*Rows+row)*Patterns+pattern] = tapers[i].Times(sign)
			}
		}
	}
	return k
}

// Amounts counts how much there is of the features besides windows.
func Amounts(b rules.Board) [others]int {
	return [others]int{
		tempo:   1,
		Balance: bits.OnesCount64(b.Own) - bits.OnesCount64(b.Opp),
		mobile:  b.Mobility() - b.Turned().Mobility(),
		kept:    min(2, bits.OnesCount64(rules.Zone&b.Empty())) - min(2, bits.OnesCount64(rules.Flip(rules.Zone)&b.Empty())),
	}
}

// value is what a board is worth for the side on turn.
func (k *knowledge) value(n *Node) int {
	full, empty := 0, 0
	for file := range 7 {
		own, opp := Gather(n.Own, file), Gather(n.Opp, file)
		pair, table := file, &learn.Ternary
		if file >= Pairs {
			pair, table = 6-file, &Mirrored
		}
		window := k.windows[pair*Rows*Patterns:]
		for range Rows {
			w := window[table[own&255]+2*table[opp&255]]
			full += int(w.Full)
			empty += int(w.Empty)
			window = window[Patterns:]
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
