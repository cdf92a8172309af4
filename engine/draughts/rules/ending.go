package rules

import (
	"math"
	"math/bits"
	"slices"

	"tabuleiro/engine"
)

// strong returns the pieces of the side with more pieces, and of the other.
func (b Board) strong() (strong, weak uint64) {
	if bits.OnesCount64(b.Own) > bits.OnesCount64(b.Opp) {
		return b.Own, b.Opp
	}
	return b.Opp, b.Own
}

// fits reports whether a board is an ending of a rule.
func (e *ending) fits(v *Variant, b Board) bool {
	pieces := bits.OnesCount64(b.Own | b.Opp)
	if pieces < e.least || pieces > e.most {
		return false
	}
	strong, weak := b.strong()
	return weak&b.Kings != 0 && strong&b.Kings != 0 &&
		bits.OnesCount64((b.Own|b.Opp)&^b.Kings) <= e.men && (e.weak == 0 || bits.OnesCount64(weak) == e.weak) &&
		(!e.road || weak&v.River != 0 && strong&v.River == 0)
}

// endingOf returns the first ending rule that fits a board, of those of the road or of the others; one without plies
// if none does.
func (v *Variant) endingOf(b Board, road bool) ending {
	for i := range v.Endings {
		if e := &v.Endings[i]; e.plies != 0 && e.road == road && e.fits(v, b) {
			return *e
		}
	}
	return ending{}
}

// Ending updates the counters of endings after a move, given the boards before and after it: that of the first rule
// that fits, and that of the first on the road.
func (v *Variant) Ending(before, after Board, plies, road int) (int, int) {
	if v.Endings[0].plies == 0 || after.Own&after.Kings == 0 || after.Opp&after.Kings == 0 {
		return 0, 0
	}
	return v.goesOn(before, after, plies, false), v.goesOn(before, after, road, true)
}

func (v *Variant) goesOn(before, after Board, plies int, road bool) int {
	e := v.endingOf(after, road)
	switch strong, _ := after.strong(); {
	case e.plies == 0:
		return 0
	case e.river && plies == 0:
		return v.endingStarted(after)
	case e.river && strong == after.Own: // the weaker side has moved
		return plies
	case e != v.endingOf(before, road) || e.anew && !before.balanced(after):
		return 0
	}
	return min(plies+1, e.plies)
}

// balanced reports whether two boards have equal numbers of pieces and of kings.
func (b Board) balanced(o Board) bool {
	return bits.OnesCount64(b.Own|b.Opp) == bits.OnesCount64(o.Own|o.Opp) &&
		bits.OnesCount64(b.Kings) == bits.OnesCount64(o.Kings)
}

// endingStarted returns 1 if the stronger side stands on the long diagonal in an ending that counts from then on,
// else 0.
func (v *Variant) endingStarted(b Board) int {
	if strong, _ := b.strong(); v.endingOf(b, false).river && strong&v.River != 0 {
		return 1
	}
	return 0
}

// Drawn returns why counting has drawn a board that is neither won nor lost; "" if it has not. The counters are those
// of Position.
func (v *Variant) Drawn(b Board, idling, forced, road int) engine.Code {
	if v.QuietPlies != 0 && idling >= v.QuietPlies {
		return quietCodes[v.QuietPlies]
	}
	if forced == 0 && road == 0 {
		return ""
	}
	if e := v.endingOf(b, false); e.plies != 0 && forced >= e.plies {
		return e.reason
	}
	if e := v.endingOf(b, true); e.plies != 0 && road >= e.plies {
		return e.reason
	}
	return ""
}

// Left returns the number of plies until an ending rule draws the game.
func (v *Variant) Left(b Board, forced, road int) int {
	plies := math.MaxInt
	strong, _ := b.strong()
	switch e := v.endingOf(b, false); {
	case e.river && forced == 0:
	case e.river:
		if plies = 2 * (e.plies - forced); strong == b.Own {
			plies--
		}
	case e.plies != 0:
		plies = e.plies - forced
	}
	if e := v.endingOf(b, true); e.plies != 0 {
		plies = min(plies, e.plies-road)
	}
	return plies
}

// IsDeadPosition implements engine.Drawer [FPD 4.3a]: each side has one king, and neither king can be caught by
// force. This is the strict reading: with more pieces an error could still lose, so play continues until a draw is
// agreed or counted.
func (p Position) IsDeadPosition() bool {
	b := p.Board()
	if !p.Variant.lone || bits.OnesCount64(b.Own&b.Kings) != 1 || bits.OnesCount64(b.Opp&b.Kings) != 1 ||
		bits.OnesCount64(b.Own|b.Opp) != 2 {
		return false
	}
	return !p.Variant.catches(b, 1) && !p.Variant.caught(b, 0)
}

// catches reports whether the side on turn can capture, or can force a capture within more further moves. On boards
// with one king each, one more is as good as any number.
func (v *Variant) catches(b Board, more int) bool {
	return slices.ContainsFunc(v.Moves(b, nil), func(m Move) bool {
		return m.Taken != 0 || more > 0 && v.caught(v.After(b, m), more-1)
	})
}

// caught reports whether the other side catches the king of the side on turn after any of its moves.
func (v *Variant) caught(b Board, more int) bool {
	return !slices.ContainsFunc(v.Moves(b, nil), func(m Move) bool { return !v.catches(v.After(b, m), more) })
}

// Counts implements engine.Drawer. It reports quiet moves from half of their limit on, and an ending from its
// beginning.
func (p Position) Counts() (list []engine.Count) {
	v := p.Variant
	if v.QuietPlies > 0 && 2*p.Idling >= v.QuietPlies {
		list = append(list, engine.Count{Of: engine.QuietMoves, Number: p.Idling / 2, Most: v.QuietPlies / 2})
	}
	b := p.Board()
	for _, is := range []struct {
		plies int
		road  bool
	}{{p.Forced, false}, {p.Road, true}} {
		switch e := v.endingOf(b, is.road); {
		case e.plies == 0 || is.plies == 0:
		case e.river:
			list = append(list, engine.Count{Of: engine.ForcedMoves, Number: is.plies, Most: e.plies - 1})
		default:
			list = append(list, engine.Count{Of: engine.EndingMoves, Number: is.plies / 2, Most: e.plies / 2})
		}
	}
	return list
}
