package rules

import "slices"

// Change is a move as the difference of two boards.
type Change struct {
	Own   uint64 // squares that have a man of the side on turn either before or after it
	Taken uint64
}

// After returns the board after a move, as the other side sees it.
func (b Board) After(c Change) Board { return Board{b.Own ^ c.Own, b.Opp ^ c.Taken}.Turned() }

// distinct appends the moves, each result once: different men of the second row that arrive may each be dropped where
// they stood, which leads to the same board.
func (b Board) distinct(list []Change) []Change {
	begin := len(list)
	list = b.Changes(list)
	kept := list[:begin]
	for _, c := range list[begin:] {
		if c.Own&b.Own != 0 || !slices.Contains(kept[begin:], c) {
			kept = append(kept, c)
		}
	}
	return kept
}

// Changes appends the moves. Some results may occur several times.
func (b Board) Changes(list []Change) []Change {
	if men := b.CanCapture(); men != 0 {
		for ; men != 0; men &= men - 1 {
			one := men & -men
			list = Board{b.Own ^ one, b.Opp}.captures(one, one, 0, list)
		}
		return list
	}
	begin := len(list)
	empty := b.Empty()
	var arrive, all uint64
	for _, d := range Ahead {
		to := d.Next(b.Own) & empty
		arrive |= d.Before(to & LastRow)
		for to &^= LastRow; to != 0; to &= to - 1 {
			one := to & -to
			list = append(list, Change{Own: one | d.Before(one)})
		}
		all |= b.Over(b.Own, d)
	}
	for men := all & b.Own; men != 0; men &= men - 1 {
		one := men & -men
		ends := b.JumpEnds(one, all)
		if ends&LastRow != 0 {
			arrive |= one
		}
		for ends &^= LastRow; ends != 0; ends &= ends - 1 {
			list = append(list, Change{Own: one | ends&-ends})
		}
	}
	if arrive != 0 {
		steps := len(list)
		for ; arrive != 0; arrive &= arrive - 1 {
			one := arrive & -arrive
			list = Board{b.Own ^ one, b.Opp}.drops(one, 0, list)
		}
		// moves that arrive are usually best
		slices.Reverse(list[begin:steps])
		slices.Reverse(list[begin:])
	}
	return list
}

// captures appends the captures of a man, removed from the board, from the square at that it reached by capturing
// taken. No two have the same result, because the captured men determine the path, rank by rank.
func (b Board) captures(man, at, taken uint64, list []Change) []Change {
	over := false
	if at&LastRow == 0 || taken == 0 {
		for _, d := range around {
			victim := d.Next(at) & b.Opp &^ taken
			if to := d.Next(victim) & (b.Empty() &^ man); to != 0 {
				over = true
				list = b.captures(man, to, taken|victim, list)
			}
		}
	}
	switch {
	case over:
		return list
	case at&LastRow != 0:
		return Board{b.Own, b.Opp ^ taken}.drops(man, taken, list)
	}
	return append(list, Change{man ^ at, taken})
}

// drops appends the moves of a man that arrives, given the board without it and its captures.
func (b Board) drops(man, taken uint64, list []Change) []Change {
	free := Zone & b.Empty()
	if free&(free-1) == 0 {
		return append(list, Change{man ^ free, taken})
	}
	for ; free != 0; free &= free - 1 {
		first := free & -free
		for rest := free ^ first; rest != 0; rest &= rest - 1 {
			list = append(list, Change{man ^ (first | rest&-rest), taken})
		}
	}
	return list
}
