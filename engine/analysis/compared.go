package analysis

import "tabuleiro/engine"

// compared are facts that mean something beside another move alone: those of the worse one, then those of the better.
func compared(line engine.Line, worse, better []engine.Move) (list []difference) {
	w, ok := newChange(line, worse)
	b, also := newChange(line, better)
	if !ok || !also {
		return nil
	}
	if w.before.Points != nil {
		if n, other := b.broughtHome(), w.broughtHome(); w.before.Points.Race() && n > other {
			list = append(list, difference{Fact{Code: FactHome, Count: n}, true})
		}
		return list
	}
	at, opens := w.opensRow()
	if _, both := b.opensRow(); opens && !both {
		list = append(list, difference{Fact{Code: FactOpensRow, At: []int{at}}, false})
	}
	return list
}

// broughtHome is how many checkers come into the home of their side, or are borne off from outside it.
func (c change) broughtHome() (n int) {
	for own := home + 1; own <= points24; own++ {
		n += held(c.before, c.side, own) - held(c.after, c.side, own)
	}
	return n + c.before.Points.Bar[c.side-engine.First]
}

// opensRow is the square of the side's own last row that a man leaves, where the other side has no king yet.
func (c change) opensRow() (at int, ok bool) {
	if road(c.before) == nil || len(c.trace.Path) < 2 || kings(c.before, c.side.Other()) > 0 {
		return 0, false
	}
	at = c.trace.Path[0]
	last := at / c.before.Files
	return at, !c.before.Cells[at].King && (last == 0 || last == c.before.Ranks-1)
}
