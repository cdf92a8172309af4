package analysis

import (
	"iter"
	"slices"

	"tabuleiro/engine"
)

// cellsFor is Why on a board of cells.
func (c change) cellsFor() (list []Fact) {
	add := func(f Fact, is bool) {
		if is {
			list = append(list, f)
		}
	}
	given, taken, won := c.material()
	took, even := len(c.trace.Taken), false
	if own, others := c.crowns(len(c.moves)); others > max(0, own) { // a king is worth more than a piece
		won = 0
	}
	if won = c.surely(max(0, won)); given > 0 && given == taken {
		even = c.certain() == 0
	}
	ends := c.wins()
	if gets, _ := c.opposition(); gets && won == 0 && !ends {
		add(Fact{Code: FactGetsMove}, true)
	}
	switch answers := c.answers(); {
	case won > 0 && taken > given && given > 0 && took == 0 && answers == given:
		add(Fact{Code: FactSacrifice, Count: given, Other: taken}, true)
	case won > 0 && !ends:
		add(Fact{Code: FactWins, Count: won}, true)
	case took == 1 && leaves(c.trace) && c.next.Turn() != engine.Nobody:
		add(Fact{Code: FactExchange, Count: 1}, true)
	case given > 0 && given == taken && (took == given || took == 0) && answers == given && even:
		add(Fact{Code: FactExchange, Count: given}, true)
	case took > 0:
		add(Fact{Code: FactTakes, Count: took}, true)
	}
	add(Fact{Code: FactWinsGame}, ends)
	add(Fact{Code: FactLeaves}, took > 1 && leaves(c.trace))
	at, made := crowned(c.before, c.after, c.trace)
	add(Fact{Code: FactCrowns, At: []int{at}}, made)
	add(Fact{Code: FactDrops, Count: len(c.trace.Drops)}, len(c.trace.Drops) > 0)
	next := c.kingNext()
	if own, others := c.promotes(shortly); own && !others && !next && !made && len(c.trace.Drops) == 0 && !ends &&
		c.forces(c.side) {
		add(Fact{Code: c.ofKings(FactKingSoon, FactDropsSoon)}, true)
	}
	if !ends {
		saved := c.saved()
		add(Fact{Code: FactSaves, At: saved}, len(saved) > 0)
		add(Fact{Code: c.ofKings(FactStopsKing, FactStopsNew)}, c.stopsKing())
		add(Fact{Code: FactOffRoad}, c.keepsOffRoad())
		add(c.comesToRoad())
	}
	add(Fact{Code: FactForcesOut}, c.forcesOut())
	add(Fact{Code: FactPasses}, c.next.Turn() == c.side.Other() && passes(c.next.Position()))
	add(Fact{Code: FactOnlyReply}, c.next.Turn() == c.side.Other() && Only(c.next.Position()) &&
		!passes(c.next.Position()))
	if n := c.threat(); n > 0 {
		add(Fact{Code: FactThreatens, Count: n}, true)
	}
	own, others := c.crowns(atOnce)
	add(Fact{Code: FactTakesKing, Count: -others}, others < 0 && own >= 0)
	add(Fact{Code: c.ofKings(FactKingNext, FactDropsNext)}, next)
	o := c.next.Outcome()
	add(Fact{Code: FactDrawsGame}, o.Decided() && o.Winner == engine.Nobody)
	return list
}

// cellsAgainst is Against on a board of cells.
func (c change) cellsAgainst() (list []Fact) {
	over := c.end().Outcome().Winner == c.side.Other()
	if over {
		list = append(list, Fact{Code: FactLosesGame})
	}
	if _, _, won := c.material(); won < 0 && len(c.moves) >= soon && !over { // what is given may come back
		if lost := -c.surely(won); lost > 0 {
			list = append(list, Fact{Code: FactLoses, Count: lost})
		}
	}
	if _, loses := c.opposition(); loses && len(list) == 0 {
		list = append(list, Fact{Code: FactLosesMove})
	}
	if own, others := c.crowns(atOnce); others >= 0 {
		if _, made := crowned(c.before, c.after, c.trace); made && len(c.moves) >= enough {
			own-- // the king that it makes may fall at once
		}
		if own < 0 {
			list = append(list, Fact{Code: FactLosesKing, Count: -own})
		}
	}
	if given, taken := c.letsShot(); given > 0 {
		list = append(list, Fact{Code: FactLetsShot, Count: given, Other: taken})
	}
	king := c.next.Turn() == c.side.Other() && canPromote(c.next.Position())
	if king {
		list = append(list, Fact{Code: c.ofKings(FactLetsKing, FactLetsNew)})
	}
	if own, others := c.promotes(shortly); others && !own && !king && c.forces(c.side.Other()) {
		list = append(list, Fact{Code: c.ofKings(FactLetsSoon, FactLetsDrops)})
	}
	if c.draws() {
		list = append(list, Fact{Code: FactLetsDraw})
	}
	if n := c.lets(); n > 0 {
		list = append(list, Fact{Code: FactLetsTake, Count: n})
	}
	return list
}

// number is how many pieces a side has.
func number(v engine.View, side engine.Side) (n int) {
	for _, c := range v.Cells {
		if c.Side == side {
			n++
		}
	}
	return n
}

// most is how many moves of a position are looked through.
const most = 400

// traces are the moves of a position with their ways, at most so many.
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

// canTake tells whether the side on turn can take something, or has too many moves to look for it.
func canTake(p engine.Position) bool {
	n := 0
	for _, t := range traces(p) {
		if n++; len(t.Taken) > 0 || n == most {
			return true
		}
	}
	return false
}

// crowned is where a man has become a king by a move.
func crowned(before, after engine.View, t engine.Trace) (at int, ok bool) {
	if len(t.Path) < 2 {
		return 0, false
	}
	at = t.Path[len(t.Path)-1]
	return at, !before.Cells[t.Path[0]].King && after.Cells[at].King
}

// canPromote tells whether the side on turn can make a king, or bring new pieces onto a board without kings.
func canPromote(p engine.Position) bool {
	v := p.View()
	for m, t := range traces(p) {
		if len(t.Drops) > 0 {
			return true
		}
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

// passed is the position before the move if the other side had been on turn in it.
func (c change) passed() (engine.Position, bool) {
	p, ok := c.line.Position().(engine.Passer)
	if !ok {
		return nil, false
	}
	other := p.Passed()
	return other, other.Turn() == c.side.Other()
}

// saved are the pieces of the side that the other one could have taken, if nothing of the side can be taken after the
// move.
func (c change) saved() (cells []int) {
	other, ok := c.passed()
	if !ok || c.next.Turn() == c.side.Other() && canTake(c.next.Position()) {
		return nil
	}
	for _, t := range traces(other) {
		for _, at := range t.Taken {
			if !slices.Contains(cells, at) {
				cells = append(cells, at)
			}
		}
	}
	if canTake(c.line.Position()) { // a capture saves nothing that it was made for
		return nil
	}
	slices.Sort(cells)
	return cells
}

// stopsKing tells whether the other side could have made a king next if the side had done nothing, or brought new
// pieces, and cannot any more.
func (c change) stopsKing() bool {
	other, ok := c.passed()
	return ok && c.next.Turn() == c.side.Other() && canPromote(other) && !canPromote(c.next.Position())
}

// forcesOut tells whether every answer takes a piece of the other side out of the board.
func (c change) forcesOut() bool {
	if c.next.Turn() != c.side.Other() {
		return false
	}
	p := c.next.Position()
	had, some := number(c.after, c.side.Other()), false
	for m := range traces(p) {
		next, err := p.Play(m)
		if err != nil || number(next.View(), c.side.Other()) >= had {
			return false
		}
		some = true
	}
	return some
}

// passes tells whether the only move of a position is none.
func passes(p engine.Position) bool {
	for m := range p.Moves() {
		return m == engine.Pass
	}
	return false
}

// lets is how many pieces the other side can take next; 0 if it has too many moves to look for it.
func (c change) lets() (taken int) {
	if c.next.Turn() != c.side.Other() {
		return 0
	}
	n := 0
	for _, t := range traces(c.next.Position()) {
		if n++; n == most {
			return 0
		}
		taken = max(taken, len(t.Taken))
	}
	return taken
}

// threat is how many pieces the side could take if it were on turn once more, where it could not before the move and
// the other side has nothing to take.
func (c change) threat() (n int) {
	if c.next.Turn() != c.side.Other() || canTake(c.next.Position()) || canTake(c.line.Position()) {
		return 0
	}
	p, ok := c.next.Position().(engine.Passer)
	if !ok {
		return 0
	}
	for _, t := range traces(p.Passed()) {
		n = max(n, len(t.Taken))
	}
	return n
}

// tellingMoves is by how many moves, of both sides together, it has to be freer after one move than after another where
// that tells them apart.
const tellingMoves = 5

// freer is what a better move gains in moves that can be made, against a worse one: fewer for the other side, or more
// for its own, whichever is more. There is none if it gains little by both together, as what one side gains the other
// may gain, too.
func freer(worse, better change) []difference {
	replies, own, ok := better.free()
	repliesWorse, ownWorse, also := worse.free()
	fewer, more := repliesWorse-replies, own-ownWorse
	f := Fact{Code: FactMoves, Count: own, Other: ownWorse}
	if fewer >= more {
		f = Fact{Code: FactFewMoves, Count: replies, Other: repliesWorse}
	}
	if !ok || !also || fewer+more < tellingMoves || f.Count == 0 || f.Other == 0 {
		return nil
	}
	return []difference{{f, true}}
}

// free is how many moves the other side has next, and how many the side would have in its place; false if that is not
// so or there are too many to count.
func (c change) free() (replies, own int, ok bool) {
	p, can := c.next.Position().(engine.Passer)
	if !can || c.next.Turn() != c.side.Other() {
		return 0, 0, false
	}
	replies, own = ways(c.next.Position()), ways(p.Passed())
	return replies, own, replies < most && own < most
}

// ways is how many moves a position has, at most as many as are looked through. To pass is none.
func ways(p engine.Position) (n int) {
	for m := range traces(p) {
		if m != engine.Pass {
			n++
		}
	}
	return n
}
