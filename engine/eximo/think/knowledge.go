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

const (
	patterns = 6561 // what can stand in a window: on each of 8 squares nothing, an own man, or one of the other side
	rows     = 5    // where a window can begin
	pairs    = 4    // files where it can begin, the mirrored ones left out
	shared   = 3 * pairs
	fullMen  = 32 // on a full board
)

// Numbers of the features besides windows.
const (
	tempo = iota
	balance
	mobile // moves without capture
	kept   // free squares for drops, up to two
	others
)

// weights is how many there are.
const weights = 2 * (shared*patterns + others)

// gather brings two files together, two bits a rank.
func gather(set uint64, file int) uint64 {
	set = set >> (file & 63) & 0x0303030303030303
	set = (set | set>>6) & 0x000f000f000f000f
	set = (set | set>>12) & 0x000000ff000000ff
	return (set | set>>24) & 0xffff
}

// mirrored is learn.Ternary with the bits of each rank changed.
var mirrored = func() (m [256]uint16) {
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

// weight is the number of the weight of a pattern in a window on a full board, and 1, or -1 if it is the other side's
// gain. It is 0 if the pattern is worth nothing.
func weight(pair, row, pattern int) (index, sign int) {
	if pair == pairs-1 { // the middle files are their own mirror image
		pattern = min(pattern, reflected(pattern))
	}
	image, imageRow := changed(pattern), rows-1-row
	if pair == pairs-1 {
		image = min(image, reflected(image))
	}
	switch {
	case imageRow > row || imageRow == row && image > pattern:
		return (pair*3+row)*patterns + pattern, 1
	case imageRow == row && image == pattern:
		return 0, 0
	}
	return (pair*3+imageRow)*patterns + image, -1
}

// newKnowledge unfolds weights: those on a full board, then those on an empty one.
func newKnowledge(list []int16) *knowledge {
	tapers := learn.Tapers(list)
	k := &knowledge{windows: make([]learn.Taper, pairs*rows*patterns), others: tapers[shared*patterns:]}
	for pair := range pairs {
		for row := range rows {
			for pattern := range patterns {
				i, sign := weight(pair, row, pattern)
				k.windows[(pair*rows+row)*patterns+pattern] = tapers[i].Times(sign)
			}
		}
	}
	return k
}

// eachWindow calls see with the pattern in every window.
func eachWindow(b rules.Board, see func(pair, row, pattern int)) {
	for file := range 7 {
		own, opp := gather(b.Own, file), gather(b.Opp, file)
		pair, table := file, &learn.Ternary
		if file >= pairs {
			pair, table = 6-file, &mirrored
		}
		for row := range rows {
			see(pair, row, int(table[own&255]+2*table[opp&255]))
			own, opp = own>>2, opp>>2
		}
	}
}

// amounts is how much there is of the features besides windows.
func amounts(b rules.Board) [others]int {
	return [others]int{
		tempo:   1,
		balance: bits.OnesCount64(b.Own) - bits.OnesCount64(b.Opp),
		mobile:  b.Mobility() - b.Turned().Mobility(),
		kept:    min(2, bits.OnesCount64(rules.Zone&b.Empty())) - min(2, bits.OnesCount64(rules.Flip(rules.Zone)&b.Empty())),
	}
}

// value is what a board is worth for the side on turn.
func (k *knowledge) value(n *node) int {
	full, empty := 0, 0
	for file := range 7 {
		own, opp := gather(n.Own, file), gather(n.Opp, file)
		pair, table := file, &learn.Ternary
		if file >= pairs {
			pair, table = 6-file, &mirrored
		}
		window := k.windows[pair*rows*patterns:]
		for range rows {
			w := window[table[own&255]+2*table[opp&255]]
			full += int(w.Full)
			empty += int(w.Empty)
			window = window[patterns:]
			own, opp = own>>2, opp>>2
		}
	}
	for i, amount := range amounts(n.Board) {
		full += amount * int(k.others[i].Full)
		empty += amount * int(k.others[i].Empty)
	}
	men := min(bits.OnesCount64(n.Own|n.Opp), fullMen)
	return learn.Mixed(full, empty, men, fullMen)
}

// features appends what Evaluate sums up, for package learn.
func features(n *node, list []learn.Feature) []learn.Feature {
	full := float32(min(bits.OnesCount64(n.Own|n.Opp), fullMen)) / fullMen
	add := func(index, amount int) {
		if amount != 0 {
			list = learn.Tapered(list, index, weights/2, float32(amount), full)
		}
	}
	eachWindow(n.Board, func(pair, row, pattern int) {
		if pattern != 0 {
			add(weight(pair, row, pattern))
		}
	})
	for i, amount := range amounts(n.Board) {
		add(shared*patterns+i, amount)
	}
	return list
}

// prior fills in what is known before anything was learned: what a man is worth.
func prior(list []float64) {
	list[shared*patterns+balance] = 100
	list[weights/2+shared*patterns+balance] = 100
}
