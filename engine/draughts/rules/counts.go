package rules

import "tabuleiro/engine"

// Counts implements engine.Drawer: quiet moves from the half of what makes a draw, an ending from its beginning.
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
