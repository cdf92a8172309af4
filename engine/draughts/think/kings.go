package think

import (
	"cmp"
	"math/bits"

	"tabuleiro/engine/draughts/rules"
)

// Term is the amount of a feature, for the side that moves up.
type Term struct{ Feature, Amount int16 }

// maxTerms is more than the number of terms of any board's kings.
const maxTerms = 64

// Plies without progress after which values on 10x10 begin to shrink, and at which they would reach zero, because a
// long time without progress leads to a draw.
const (
	Patient   = 8
	Impatient = 48
)

// KingTerms appends the features of a board with kings.
func (f *Frame) KingTerms(up, down, kings uint64, list []Term) []Term {
	add := func(feature, amount int) {
		if amount != 0 {
			list = append(list, Term{int16(feature), int16(amount)})
		}
	}
	menUp, menDown := bits.OnesCount64(up&^kings), bits.OnesCount64(down&^kings)
	kingsUp, kingsDown := bits.OnesCount64(up&kings), bits.OnesCount64(down&kings)
	for i, amount := range kingAmounts(kingsUp, kingsDown) {
		add(King1+i, amount)
	}
	add(f.kingBalance(menUp, menDown, kingsUp, kingsDown))
	for set := up & kings; set != 0; set &= set - 1 {
		add(kingAt+f.variant.Square(set)-1, 1)
	}
	for set := down & kings; set != 0; set &= set - 1 {
		add(kingAt+f.variant.Count-f.variant.Square(set), -1)
	}
	if f.Sets == 1 {
		return list
	}
	begin := kingAt + f.variant.Count + balances
	if max(menUp, menDown) < 4 {
		i, sign := endgame(menUp, menDown, min(kingsUp, 4), min(kingsDown, 4))
		add(begin+i, sign)
	}
	begin += endgames
	empty := f.variant.Empty(rules.Board{Own: up, Opp: down})
	add(begin+min(f.room(up&kings, empty), 2*rooms-1)/2, min(kingsUp, 1))
	add(begin+min(f.room(down&kings, empty), 2*rooms-1)/2, -min(kingsDown, 1))
	return list
}

// room returns the number of squares that the kings of a side can reach in one move.
func (f *Frame) room(kings, empty uint64) int {
	var reached uint64
	for _, d := range f.variant.Around {
		for to := rules.Step(kings, d) & empty; to != 0; to = rules.Step(to, d) & empty {
			reached |= to
		}
	}
	return bits.OnesCount64(reached)
}

// rooms is the number of weights for room.
const rooms = 20

// endgames is the number of weights for balances of up to three men and four kings per side.
const endgames = 4 * 4 * 5 * 5

// endgame returns the index of the weight for few pieces, and 1, -1 if the other side gains by it, or 0 if neither
// does.
func endgame(menUp, menDown, kingsUp, kingsDown int) (index, sign int) {
	a := ((menUp*4+menDown)*5+kingsUp)*5 + kingsDown
	b := ((menDown*4+menUp)*5+kingsDown)*5 + kingsUp
	return max(a, b), cmp.Compare(a, b)
}

// kingAmounts returns the amounts of the features from King1 to KingMore, for the side that moves up.
func kingAmounts(up, down int) [4]int {
	return [4]int{min(up, 1) - min(down, 1), min(up/2, 1) - min(down/2, 1), min(up/3, 1) - min(down/3, 1),
		max(0, up-3) - max(0, down-3)}
}

// balances is the number of weights for balances of men and kings.
const balances = 5 * 9

// kingBalance returns the feature for the difference in men, up to two, and the numbers of kings, up to two per side;
// and 1, -1 if the other side gains by it, or 0 if neither does.
func (f *Frame) kingBalance(menUp, menDown, kingsUp, kingsDown int) (feature, sign int) {
	more := max(-2, min(menUp-menDown, 2))
	up, down := min(kingsUp, 2), min(kingsDown, 2)
	sign = cmp.Or(cmp.Compare(more, 0), cmp.Compare(up, down))
	if sign < 0 {
		more, up, down = -more, down, up
	}
	return kingAt + f.variant.Count + (more+2)*9 + up*3 + down, sign
}
