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
	frame   *Frame
	windows []learn.Taper // by set, window and pattern, as the side that moves up gains by it
	others  []learn.Taper // by number of the feature
}

// Frame is the geometry of the windows on boards of one size.
type Frame struct {
	Pieces int // at the start
	top    int // the highest bit of a square
	Rows   int // from which a window can begin
	Pairs  int // of squares of a row that windows stand on
	Sets   int // of windows: 1, or 2 if the second one is for boards with kings

	// How the two squares of all rows are brought together: see gather.
	twos, fours, eights uint64
	by3, by9, by18      int

	half    int       // the shorter of the two steps forward
	all     uint64    // squares
	squares int       // how many
	square  [64]uint8 // a number by bit, from 0
}

// Patterns is the number of different things that can stand in a window: on each of 8 squares nothing, a man that moves
// up or one
// that moves down.
const Patterns = 6561

// Numbers of the features besides windows. The squares of kings follow, then balances, and on 10x10 endings and rooms.
const (
	Tempo = iota
	Balance
	King1 // having one king, two, three; and each further one
	king2
	king3
	KingMore
	kingAt
)

// newFrame is the frame of boards that are 8 or 10 cells wide, with one set of windows or two.
func newFrame(v *rules.Variant, sets int) *Frame {
	width, half := v.Width, v.Width/2
	f := &Frame{Rows: width - 3, Pairs: half - 1, squares: half * width, half: half, Sets: sets}
	for _, side := range v.Start().Sides {
		f.Pieces += bits.OnesCount64(side)
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

// Gather brings the squares number pair and pair+1 of all rows together, two bits a row.
func (f *Frame) Gather(set uint64, pair int) uint64 {
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

// Shared counts the windows that have weights of their own.
func (f *Frame) Shared() int { return (f.Rows*f.Pairs + 1) / 2 }

// Count returns the number of weights.
func (f *Frame) Count() int {
	n := f.SharedOffset() + kingAt + f.squares + balances
	if f.Sets > 1 {
		n += endgames + rooms
	}
	return 2 * n
}

// SharedOffset is where the weights begin that are not of windows.
func (f *Frame) SharedOffset() int { return f.Sets * f.Shared() * Patterns }

// Weight is the number of the weight of a pattern in a window on a full board, and 1, or -1 if it is the other side's
// gain. It is 0 if the pattern is its own image.
func (f *Frame) Weight(window, pattern int) (index, sign int) {
	image := f.Rows*f.Pairs - 1 - window
	if image > window {
		return window*Patterns + pattern, 1
	}
	other := turned(pattern)
	switch {
	case image < window || other < pattern:
		return image*Patterns + other, -1
	case other == pattern:
		return 0, 0
	}
	return window*Patterns + pattern, 1
}

// newKnowledge unfolds weights: those of the windows and of the other features on a full board, then the same again for
// an empty one.
func newKnowledge(f *Frame, weights []int16) *knowledge {
	tapers := learn.Tapers(weights)
	size := f.Rows * f.Pairs * Patterns
	windows := make([]learn.Taper, f.Sets*size)
	for set := range f.Sets {
		begin := set * f.Shared() * Patterns
		for window := range f.Rows * f.Pairs {
			for pattern := range Patterns {
				i, sign := f.Weight(window, pattern)
				windows[set*size+window*Patterns+pattern] = tapers[begin+i].Times(sign)
			}
		}
	}
	return &knowledge{frame: f, windows: windows, others: tapers[f.SharedOffset():]}
}

// value is what a board is worth for the side on turn.
func (k *knowledge) value(n *Node) int {
	up, down := n.Own, n.Opp
	if !n.IsUp() {
		up, down = down, up
	}
	f, full, empty := k.frame, 0, 0
	menUp, menDown := up&^n.Kings, down&^n.Kings
	window := k.windows
	if f.Sets > 1 && n.Kings != 0 {
		window = window[len(window)/2:]
	}
	for pair := range f.Pairs {
		a, b := f.Gather(menUp, pair), f.Gather(menDown, pair)
		for range f.Rows {
			w := window[learn.Ternary[a&255]+2*learn.Ternary[b&255]]
			full += int(w.Full)
			empty += int(w.Empty)
			window = window[Patterns:]
			a, b = a>>2, b>>2
		}
	}
	add := func(feature, amount int) {
		w := k.others[feature]
		full += amount * int(w.Full)
		empty += amount * int(w.Empty)
	}
	add(Balance, bits.OnesCount64(menUp)-bits.OnesCount64(menDown))
	if n.Kings != 0 {
		var room [maxTerms]Term
		for _, t := range f.KingTerms(up, down, n.Kings, room[:0]) {
			add(int(t.Feature), int(t.Amount))
		}
	}
	if !n.IsUp() {
		full, empty = -full, -empty
	}
	add(Tempo, 1)
	pieces := min(bits.OnesCount64(up|down), f.Pieces)
	value := learn.Mixed(full, empty, pieces, f.Pieces)
	if f.Sets > 1 {
		value = value * (Impatient - max(int(n.Quiet), Patient)) / (Impatient - Patient)
	}
	return value
}
