package analysis

import (
	"iter"
	"slices"

	"tabuleiro/engine"
)

// cellsFor is Why on a board of cells.
func (c change) cellsFor() (list facts) {
	list.add(c.captures())
	list.add(Fact{Code: FactWinsGame}, c.wins())
	at, made := crowned(c.before, c.after, c.trace)
	list.add(Fact{Code: FactCrowns, At: []int{at}}, made)
	saved := c.saved()
	list.add(Fact{Code: FactSaves, At: saved}, len(saved) > 0 && !c.wins())
	passed := c.answered() && passes(c.next.Position())
	list.add(Fact{Code: FactPasses}, passed)
	list.add(Fact{Code: FactOnlyReply}, c.answered() && !passed && IsForced(c.next.Position()))
	n := c.threat()
	list.add(Fact{Code: FactThreatens, Count: n}, n > 0)
	return list
}

// captures returns the fact about the pieces captured by the move and its expected continuation.
func (c change) captures() (Fact, bool) {
	given, taken, won := c.material()
	took, answers := len(c.trace.Taken), c.answers()
	if !c.keepsKings() { // a king is worth more than a man
		won = 0
	}
	won = c.certain(0, max(0, won))
	switch {
	case won > 0 && given > 0 && taken > given && took == 0 && answers == given:
		return Fact{Code: FactSacrifice, Count: given, Other: taken}, true
	case won > 0 && !c.wins():
		return Fact{Code: FactWins, Count: won}, true
	case took == 1 && leaves(c.trace) && c.next.Turn() != engine.Nobody:
		return Fact{Code: FactExchange, Count: 1}, true
	case given > 0 && c.exchanges(given, taken):
		return Fact{Code: FactExchange, Count: given}, true
	}
	return Fact{Code: FactTakes, Count: took}, took > 0
}

// keepsKings reports whether the side's lead in kings after the continuation is at least that of before.
func (c change) keepsKings() bool {
	lead := func(v engine.View) int {
		_, own := v.Count(c.side)
		_, others := v.Count(c.side.Other())
		return own - others
	}
	return lead(c.end.Position().View()) >= lead(c.before)
}

// exchanges reports whether the sides capture equally many pieces, at once and for certain.
func (c change) exchanges(given, taken int) bool {
	took := len(c.trace.Taken)
	return given == taken && (took == given || took == 0) && c.answers() == given && c.certain(-everyPiece, everyPiece) == 0
}

// cellsAgainst is Against on a board of cells.
func (c change) cellsAgainst() (list facts) {
	list.add(Fact{Code: FactLosesGame}, c.loses())
	list.add(c.losses())
	list.add(Fact{Code: FactLetsKing}, c.answered() && canCrown(c.next.Position()))
	list.add(Fact{Code: FactLetsDraw}, c.end.Outcome().Draw())
	n := c.lets()
	list.add(Fact{Code: FactLetsTake, Count: n}, n > 0)
	return list
}

// losses returns the fact that the side loses more pieces than it captures, if it does.
func (c change) losses() (Fact, bool) {
	_, _, won := c.material()
	if won >= 0 || len(c.moves) < soon || c.loses() { // the pieces may be won back
		return Fact{}, false
	}
	lost := -c.certain(won, 0)
	return Fact{Code: FactLoses, Count: lost}, lost > 0
}

// answered reports whether the other side is on turn after the move.
func (c change) answered() bool { return c.next.Turn() == c.side.Other() }

// most is the maximum number of moves of a position to examine.
const most = 400

// traces iterates over at most most moves of a position, with their traces.
func traces(p engine.Position) iter.Seq2[engine.Move, engine.Trace] {
	return func(yield func(engine.Move, engine.Trace) bool) {
		n := 0
		for m := range p.Moves() {
			if n++; n > most || !yield(m, p.Trace(m)) {
				return
			}
		}
	}
}

// takes returns the greatest number of pieces captured by a move of a position; all is false if it has too many moves
// to examine.
func takes(p engine.Position) (n int, all bool) {
	moves := 0
	for _, t := range traces(p) {
		moves++
		n = max(n, len(t.Taken))
	}
	return n, moves < most
}

// canTake reports whether the side on turn can capture, or has too many moves to examine.
func canTake(p engine.Position) bool {
	n, all := takes(p)
	return n > 0 || !all
}

// crowned returns the square where a move made a man a king.
func crowned(before, after engine.View, t engine.Trace) (at int, ok bool) {
	if len(t.Path) < 2 {
		return 0, false
	}
	at = t.Path[len(t.Path)-1]
	return at, !before.Cells[t.Path[0]].King && after.Cells[at].King
}

// canCrown reports whether the side on turn can make a king.
func canCrown(p engine.Position) bool {
	v := p.View()
	for m, t := range traces(p) {
		if len(t.Path) < 2 || v.Cells[t.Path[0]].King {
			continue
		}
		if next, err := p.Play(m); err == nil {
			if _, ok := crowned(v, next.View(), t); ok {
				return true
			}
		}
	}
	return false
}

// saved returns the side's pieces that the other side could have captured, if none of the side's pieces can be
// captured after the move. If the side could capture, nothing counts as saved.
func (c change) saved() (cells []int) {
	p, ok := c.line.Position().(engine.NullMover)
	if !ok || canTake(c.line.Position()) || c.answered() && canTake(c.next.Position()) ||
		p.NullMove().Turn() != c.side.Other() {
		return nil
	}
	for _, t := range traces(p.NullMove()) {
		cells = append(cells, t.Taken...)
	}
	slices.Sort(cells)
	return slices.Compact(cells)
}

// passes reports whether the only move of a position is to pass.
func passes(p engine.Position) bool {
	for m := range p.Moves() {
		return m == engine.Pass
	}
	return false
}

// lets returns the number of pieces that the other side can capture next; 0 if it has too many moves to examine.
func (c change) lets() int {
	if n, all := takes(c.next.Position()); all && c.answered() {
		return n
	}
	return 0
}

// threat returns the number of pieces that the side could capture if the other side passed, provided that it could
// not capture before the move and the other side cannot now.
func (c change) threat() (n int) {
	p, ok := c.next.Position().(engine.NullMover)
	if ok && c.answered() && !canTake(c.next.Position()) && !canTake(c.line.Position()) {
		n, _ = takes(p.NullMove())
	}
	return n
}
