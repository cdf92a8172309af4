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
func (v *Variant) endingOf(b Board, road bool) *ending {
	for i := range v.Endings {
		if e := &v.Endings[i]; e.plies != 0 && e.road == road && e.fits(v, b) {
			return e
		}
	}
	return &noEnding
}

var noEnding ending

// goesOn returns a counter of endings after a move, given the boards before and after it.
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

// counted is an ending rule with the number counted so far.
type counted struct {
	*ending
	count int
}

// endings returns the ending rules that fit, each with its counter: of the others, and of the road.
func (p *Position) endings() [2]counted {
	return [2]counted{{p.Variant.endingOf(p.Board, false), p.Forced}, {p.Variant.endingOf(p.Board, true), p.Road}}
}

// Drawn returns why counting has drawn a position that is neither won nor lost; "" if it has not.
func (p *Position) Drawn() engine.Code {
	if p.Idling >= p.Variant.QuietPlies {
		return quietCodes[p.Variant.QuietPlies]
	}
	if p.Forced == 0 && p.Road == 0 {
		return ""
	}
	for _, e := range p.endings() {
		if e.plies != 0 && e.count >= e.plies {
			return e.reason
		}
	}
	return ""
}

// Left returns the number of plies until an ending rule draws the game.
func (p *Position) Left() int {
	plies := math.MaxInt
	for _, e := range p.endings() {
		switch strong, _ := p.strong(); {
		case e.plies == 0 || e.river && e.count == 0:
		case e.river && strong == p.Own:
			plies = 2*(e.plies-e.count) - 1
		case e.river:
			plies = 2 * (e.plies - e.count)
		default:
			plies = min(plies, e.plies-e.count)
		}
	}
	return plies
}

// IsDeadPosition implements engine.Drawer [FPD 4.3a]: each side has one king, and neither king can be caught by
// force. This is the strict reading: with more pieces an error could still lose, so play continues until a draw is
// agreed or counted.
func (p Position) IsDeadPosition() bool {
	b := p.Board
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
	if 2*p.Idling >= v.QuietPlies {
		list = append(list, engine.Count{Of: engine.QuietMoves, Number: p.Idling / 2, Most: v.QuietPlies / 2})
	}
	for _, e := range p.endings() {
		switch {
		case e.plies == 0 || e.count == 0:
		case e.river:
			list = append(list, engine.Count{Of: engine.ForcedMoves, Number: e.count, Most: e.plies - 1})
		default:
			list = append(list, engine.Count{Of: engine.EndingMoves, Number: e.count / 2, Most: e.plies / 2})
		}
	}
	return list
}
