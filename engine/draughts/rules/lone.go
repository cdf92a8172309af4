package rules

import "math/bits"

// Dead implements engine.Drawer [FPD 4.3a]: one king each, of which neither can be caught whatever the other one does. It
// is the strict reading: with more on the board an error could still lose, and players go on until they agree or a
// count ends it.
func (p Position) Dead() bool {
	b := p.Board()
	if !p.Variant.lone || bits.OnesCount64(b.Own&b.Kings) != 1 || bits.OnesCount64(b.Opp&b.Kings) != 1 ||
		bits.OnesCount64(b.Own|b.Opp) != 2 {
		return false
	}
	return !p.Variant.caught()[[2]uint64{b.Own, b.Opp}]
}

// catches are the boards with one king each, of the side on turn and of the other one, on which a side wins against any
// defence.
func (v *Variant) catches() map[[2]uint64]bool {
	won, lost := map[[2]uint64]bool{}, map[[2]uint64]bool{}
	for before := -1; before < len(won)+len(lost); {
		before = len(won) + len(lost)
		for own := range v.Count {
			for opp := range v.Count {
				at := [2]uint64{v.Bit[own+1], v.Bit[opp+1]}
				if own == opp || won[at] || lost[at] {
					continue
				}
				wins, loses := false, true
				b := Board{at[0], at[1], at[0] | at[1], v.Width / 2}
				for _, m := range v.Moves(b, nil) {
					next := v.After(b, m)
					after := [2]uint64{next.Own, next.Opp}
					wins = wins || next.Own == 0 || lost[after]
					loses = loses && won[after]
				}
				if wins {
					won[at] = true
				} else if loses {
					lost[at] = true
				}
			}
		}
	}
	for at := range lost {
		won[at] = true
	}
	return won
}
