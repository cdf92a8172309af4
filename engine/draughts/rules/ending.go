package rules

import (
	"math"
	"math/bits"

	"tabuleiro/engine"
)

// fits reports whether a board is an ending of a row.
func (e ending) fits(v *Variant, b Board) bool {
	weak, strong := b.Own, b.Opp
	if bits.OnesCount64(weak) > bits.OnesCount64(strong) {
		weak, strong = strong, weak
	}
	pieces := bits.OnesCount64(b.Own | b.Opp)
	return e.plies != 0 && pieces >= e.least && pieces <= e.most && weak&b.Kings != 0 && strong&b.Kings != 0 &&
		bits.OnesCount64((b.Own|b.Opp)&^b.Kings) <= e.men && (e.weak == 0 || bits.OnesCount64(weak) == e.weak) &&
		(!e.road || weak&v.River != 0 && strong&v.River == 0)
}

// endingOf is the row that counts on a board, of those of the road or of the others; one without plies if there is
// none.
func (v *Variant) endingOf(b Board, road bool) ending {
	for _, e := range v.Endings {
		if e.road == road && e.fits(v, b) {
			return e
		}
	}
	return ending{}
}

// Ending counts the plies of endings: how many there are after a move, given the boards before and after it and how
// many there were, and the same of an ending on the road.
func (v *Variant) Ending(before, after Board, plies, road int) (int, int) {
	if v.Endings[0].plies == 0 || after.Own&after.Kings == 0 || after.Opp&after.Kings == 0 {
		return 0, 0
	}
	return v.goesOn(before, after, plies, false), v.goesOn(before, after, road, true)
}

func (v *Variant) goesOn(before, after Board, plies int, road bool) int {
	e := v.endingOf(after, road)
	same := bits.OnesCount64(before.Own|before.Opp) == bits.OnesCount64(after.Own|after.Opp) &&
		bits.OnesCount64(before.Kings) == bits.OnesCount64(after.Kings)
	if e.plies == 0 || e != v.endingOf(before, road) || e.anew && !same {
		return 0
	}
	return min(plies+1, e.plies)
}

// Drawn is why counting has made a draw of a board that is neither won nor lost; "" if it has not. Numbers are those of
// Position.
func (v *Variant) Drawn(b Board, idling, forced, road int) engine.Code {
	switch {
	case v.QuietPlies != 0 && idling >= v.QuietPlies:
		return quietCodes[v.QuietPlies]
	case v.Forced.Kings != 0:
		if forced > v.Forced.Moves {
			return forcada // [FPD 3.2.1b]
		}
	case forced != 0 || road != 0:
		if e := v.endingOf(b, false); e.plies != 0 && forced >= e.plies {
			return e.reason
		}
		if e := v.endingOf(b, true); e.plies != 0 && road >= e.plies {
			return e.reason
		}
	}
	return ""
}

// Left is the number of plies there are until an ending makes a draw, if it lasts.
func (v *Variant) Left(b Board, forced, road int) int {
	plies := math.MaxInt
	if e := v.endingOf(b, false); e.plies != 0 {
		plies = e.plies - forced
	}
	if e := v.endingOf(b, true); e.plies != 0 {
		plies = min(plies, e.plies-road)
	}
	return plies
}
