package think

import (
	"math/bits"

	"tabuleiro/engine/draughts/rules"
	"tabuleiro/engine/learn"
)

// knowledge is what a player has learned about the value of boards of one size.
//
// The men are seen through windows of four rows by two squares, each of which has a weight for everything that can
// stand in it; kings and the balance of pieces have weights of their own. Every weight is there twice, for a full board
// and for an empty one, and what lies between is mixed by the number of pieces. A gain of one side is a loss of the
// other, so windows that are each other's image under half a turn share their weights.
//
// On 10x10 boards men are worth something else as soon as there is a king, so the windows have weights for both.
type knowledge struct {
	frame   *frame
	windows []learn.Taper // by set, window and pattern, as the side that moves up gains by it
	others  []learn.Taper // by number of the feature
}

// frame is the geometry of the windows on boards of one size.
type frame struct {
	pieces int // at the start
	top    int // the highest bit of a square
	rows   int // from which a window can begin
	pairs  int // of squares of a row that windows stand on
	sets   int // of windows: 1, or 2 if the second one is for boards with kings

	// How the two squares of all rows are brought together: see gather.
	twos, fours, eights uint64
	by3, by9, by18      int

	half    int       // the shorter of the two steps forward
	all     uint64    // squares
	squares int       // how many
	square  [64]uint8 // a number by bit, from 0
}

// patterns is how many different things can stand in a window: on each of 8 squares nothing, a man that moves up or one
// that moves down.
const patterns = 6561

// Numbers of the features besides windows. The squares of kings follow, then balances, and on 10x10 endings and rooms.
const (
	tempo = iota
	balance
	king1 // having one king, two, three; and each further one
	king2
	king3
	kingMore
	kingAt
)

// newFrame is the frame of boards that are 8 or 10 cells wide, with one set of windows or two.
func newFrame(v *rules.Variant, sets int) *frame {
	width, half := v.Width, v.Width/2
	f := &frame{rows: width - 3, pairs: half - 1, squares: half * width, half: half, sets: sets}
	for _, side := range v.Start().Sides {
		f.pieces += bits.OnesCount64(side)
	}
	group := width + 1 // bits of two rows
	f.by3, f.by9, f.by18 = bits.TrailingZeros64(v.Bit[half+1])-2, group-4, 2*group-8
	for row := range width {
		at := bits.TrailingZeros64(v.Bit[row*half+1])
		f.twos |= 3 << at
		f.top = max(f.top, at+half-1)
		for i := range half {
			f.square[at+i] = uint8(row*half + i)
			f.all |= 1 << (at + i)
		}
	}
	for i := range half {
		f.fours |= 15 << (i * group)
	}
	for i := 0; i < half; i += 2 {
		f.eights |= 255 << (i * group)
	}
	return f
}

// gather brings the squares number pair and pair+1 of all rows together, two bits a row.
func (f *frame) gather(set uint64, pair int) uint64 {
	set = set >> (pair & 63) & f.twos
	set = (set | set>>(f.by3&63)) & f.fours
	set = (set | set>>(f.by9&63)) & f.eights
	return set&0xff | set>>(f.by18&63)&0xff00 | set>>(2*f.by18&63)&0xf0000
}

// turned is a pattern as the other side sees it, after half a turn.
func turned(pattern int) int {
	n := 0
	for range 8 {
		digit := pattern % 3
		if digit != 0 {
			digit = 3 - digit
		}
		n, pattern = n*3+digit, pattern/3
	}
	return n
}

// shared is the number of the windows that have weights of their own.
func (f *frame) shared() int { return (f.rows*f.pairs + 1) / 2 }

// count is the number of weights.
func (f *frame) count() int {
	n := f.others() + kingAt + f.squares + balances
	if f.sets > 1 {
		n += endgames + rooms
	}
	return 2 * n
}

// others is where the weights begin that are not of windows.
func (f *frame) others() int { return f.sets * f.shared() * patterns }

// weight is the number of the weight of a pattern in a window on a full board, and 1, or -1 if it is the other side's
// gain. It is 0 if the pattern is its own image.
func (f *frame) weight(window, pattern int) (index, sign int) {
	image := f.rows*f.pairs - 1 - window
	if image > window {
		return window*patterns + pattern, 1
	}
	other := turned(pattern)
	switch {
	case image < window || other < pattern:
		return image*patterns + other, -1
	case other == pattern:
		return 0, 0
	}
	return window*patterns + pattern, 1
}

// newKnowledge unfolds weights: those of the windows and of the other features on a full board, then the same again for
// an empty one.
func newKnowledge(f *frame, weights []int16) *knowledge {
	tapers := learn.Tapers(weights)
	size := f.rows * f.pairs * patterns
	windows := make([]learn.Taper, f.sets*size)
	for set := range f.sets {
		begin := set * f.shared() * patterns
		for window := range f.rows * f.pairs {
			for pattern := range patterns {
				i, sign := f.weight(window, pattern)
				windows[set*size+window*patterns+pattern] = tapers[begin+i].Times(sign)
			}
		}
	}
	return &knowledge{frame: f, windows: windows, others: tapers[f.others():]}
}

// value is what a board is worth for the side on turn.
func (k *knowledge) value(n *node) int {
	up, down := n.Own, n.Opp
	if n.Near < 0 {
		up, down = down, up
	}
	f, full, empty := k.frame, 0, 0
	menUp, menDown := up&^n.Kings, down&^n.Kings
	window := k.windows
	if f.sets > 1 && n.Kings != 0 {
		window = window[len(window)/2:]
	}
	for pair := range f.pairs {
		a, b := f.gather(menUp, pair), f.gather(menDown, pair)
		for range f.rows {
			w := window[learn.Ternary[a&255]+2*learn.Ternary[b&255]]
			full += int(w.Full)
			empty += int(w.Empty)
			window = window[patterns:]
			a, b = a>>2, b>>2
		}
	}
	add := func(feature, amount int) {
		w := k.others[feature]
		full += amount * int(w.Full)
		empty += amount * int(w.Empty)
	}
	add(balance, bits.OnesCount64(menUp)-bits.OnesCount64(menDown))
	if n.Kings != 0 {
		var room [maxTerms]term
		for _, t := range f.kingTerms(up, down, n.Kings, room[:0]) {
			add(int(t.feature), int(t.amount))
		}
	}
	if n.Near < 0 {
		full, empty = -full, -empty
	}
	add(tempo, 1)
	pieces := min(bits.OnesCount64(up|down), f.pieces)
	value := learn.Mixed(full, empty, pieces, f.pieces)
	if f.sets > 1 && n.quiet > patient {
		value = value * (impatient - int(n.quiet)) / (impatient - patient)
	}
	return value
}
