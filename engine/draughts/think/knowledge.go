package think

import (
	"cmp"
	"math/bits"

	"tabuleiro/engine/draughts/rules"
	"tabuleiro/engine/learn"
)

// knowledge is the learned evaluation of boards of one size. Every weight exists for a full and an empty board,
// interpolated by the number of pieces.
type knowledge struct {
	frame *Frame
	// Windows of four rows by two squares show the men, with a weight for every pattern in each window. A gain of one
	// side is a loss of the other, so windows that are images of each other under half a turn share their weights. On
	// 10x10 boards men have another value once there is a king, so there are two sets of windows.
	windows []learn.Taper // by set, window and pattern, as gains of the side that moves up
	others  []learn.Taper // by feature: kings, balances of pieces and more
}

// Frame is the geometry of the windows on boards of one size.
type Frame struct {
	variant *rules.Variant
	Pieces  int // number at the start
	Rows    int // rows on which a window can begin
	Pairs   int // pairs of squares of a row on which windows stand
	Sets    int // sets of windows: 1, or 2 if the second one is for boards with kings

	// Masks and shifts for joining the pairs of all rows: see Gather.
	twos, fours, eights uint64
	by3, by9, by18      int
}

// Numbers of the features besides windows. The squares of kings follow, then balances, and on 10x10 endgames and
// rooms.
const (
	Tempo = iota
	Balance
	King1 // having one king, two, three, and each further one
	king2
	king3
	KingMore
	kingAt
)

// newFrame returns the frame of a variant's boards, with one or two sets of windows.
func newFrame(v *rules.Variant, sets int) *Frame {
	width, half, start := v.Width, v.Width/2, v.Start()
	f := &Frame{variant: v, Rows: width - 3, Pairs: half - 1, Sets: sets}
	f.Pieces = bits.OnesCount64(start.Own | start.Opp)
	group := width + 1 // bits of two rows
	f.by3, f.by9, f.by18 = bits.TrailingZeros64(v.Bit[half+1])-2, group-4, 2*group-8
	for row := range width {
		f.twos |= 3 * v.Bit[row*half+1]
	}
	for i := range half {
		f.fours |= 15 << (i * group)
	}
	for i := 0; i < half; i += 2 {
		f.eights |= 255 << (i * group)
	}
	return f
}

// Gather joins the squares number pair and pair+1 of all rows, two bits per row.
func (f *Frame) Gather(set uint64, pair int) uint64 {
	set = set >> (pair & 63) & f.twos
	set = (set | set>>(f.by3&63)) & f.fours
	set = (set | set>>(f.by9&63)) & f.eights
	return set&0xff | set>>(f.by18&63)&0xff00 | set>>(2*f.by18&63)&0xf0000
}

// Shared returns the number of windows with weights of their own.
func (f *Frame) Shared() int { return (f.Rows*f.Pairs + 1) / 2 }

// Count returns the number of weights.
func (f *Frame) Count() int {
	n := f.SharedOffset() + kingAt + f.variant.Count + balances
	if f.Sets > 1 {
		n += endgames + rooms
	}
	return 2 * n
}

// SharedOffset returns the index of the first weight that is not of a window.
func (f *Frame) SharedOffset() int { return f.Sets * f.Shared() * learn.Patterns }

// Weight returns the index of the weight of a pattern in a window on a full board, and 1, -1 if the other side gains
// by it, or 0 if the pattern is its own image.
func (f *Frame) Weight(window, pattern int) (index, sign int) {
	image, turned := f.Rows*f.Pairs-1-window, learn.Reflected(learn.Changed(pattern)) // after half a turn
	sign = cmp.Or(cmp.Compare(image, window), cmp.Compare(turned, pattern))
	if sign < 0 {
		window, pattern = image, turned
	}
	return window*learn.Patterns + pattern, sign
}

// newKnowledge expands weights: those of the windows and the other features for a full board, followed by the same
// for an empty board.
func newKnowledge(f *Frame, weights []int16) *knowledge {
	tapers := learn.Tapers(weights)
	var windows []learn.Taper
	for set := range f.Sets {
		own := tapers[set*f.Shared()*learn.Patterns:]
		windows = append(windows, learn.Windows(own, f.Rows*f.Pairs, f.Weight)...)
	}
	return &knowledge{frame: f, windows: windows, others: tapers[f.SharedOffset():]}
}

// value returns the value of a board for the side on turn.
func (k *knowledge) value(n *rules.Position) int {
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
			window = window[learn.Patterns:]
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
		value = value * (Impatient - max(n.Idling, Patient)) / (Impatient - Patient)
	}
	return value
}
