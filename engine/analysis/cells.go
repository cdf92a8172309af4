package analysis

import (
	"iter"
	"slices"

	"tabuleiro/engine"
)

// How far pieces have to stay won or lost in the moves that are expected, if the game does not end before, and how far these moves are
// looked at: what happens later has other reasons.
const (
	enough = 4
	soon   = 9
)

// cellsFor is Why on a board of cells.
func (c change) cellsFor() (list []Fact) {
	add := func(f Fact, is bool) {
		if is {
			list = append(list, f)
		}
	}
	given, taken, won := c.material()
	took, certain := len(c.trace.Taken), 0
	if won > 0 || given > 0 && given == taken {
		certain = c.certain()
	}
	won = min(won, max(0, certain))
	switch answers := c.answers(); {
	case won > 0 && given > 0 && took == 0 && answers == given:
		add(Fact{Code: FactSacrifice, Count: given, Other: taken}, true)
	case won > 0:
		add(Fact{Code: FactWins, Count: won}, true)
	case given > 0 && given == taken && (took == given || took == 0) && answers == given && certain == 0:
		add(Fact{Code: FactExchange, Count: given}, true)
	case took > 0:
		add(Fact{Code: FactTakes, Count: took}, true)
	}
	if at, ok := crowned(c.before, c.after, c.trace); ok {
		add(Fact{Code: FactCrowns, At: []int{at}}, true)
	}
	add(Fact{Code: FactDrops, Count: len(c.trace.Drops)}, len(c.trace.Drops) > 0)
	saved := c.saved()
	add(Fact{Code: FactSaves, At: saved}, len(saved) > 0)
	add(Fact{Code: FactStopsKing}, c.stopsKing())
	add(Fact{Code: FactOffRoad}, c.keepsOffRoad())
	add(c.comesToRoad())
	add(Fact{Code: FactForcesOut}, c.forcesOut())
	add(Fact{Code: FactOnlyReply}, c.next.Turn() == c.side.Other() && Only(c.next.Position()) && !passes(c.next.Position()))
	if n := c.threat(); n > 0 {
		add(Fact{Code: FactThreatens, Count: n}, true)
	}
	return list
}

// cellsAgainst is Against on a board of cells.
func (c change) cellsAgainst() (list []Fact) {
	if _, _, won := c.material(); won < 0 {
		if lost := min(-won, -c.certain()); lost > 0 {
			list = append(list, Fact{Code: FactLoses, Count: lost})
		}
	}
	if c.next.Turn() == c.side.Other() && canCrown(c.next.Position()) {
		list = append(list, Fact{Code: FactLetsKing})
	}
	return list
}

// material is what the side gives and takes by the moves until nothing more is taken at once, and what it has won in the end:
// the least lead that it keeps from where it leads or, if it never does, minus the least that it loses. Nothing is won or lost
// where the moves end among captures, or soon.
func (c change) material() (given, taken, won int) {
	line, lead := c.line, 0
	var leads []int // where nothing is taken next, from where one side leads
	settled := false
	for i, m := range c.moves {
		if i >= soon && len(leads) > 0 {
			break
		}
		turn, n := line.Turn(), len(line.Position().Trace(m).Taken)
		next, err := line.Play(m)
		if err != nil {
			break
		}
		line = next
		if turn == c.side {
			lead += n
		} else {
			lead -= n
		}
		switch {
		case settled:
		case turn == c.side:
			taken += n
		default:
			given += n
		}
		quiet := false
		if i+1 < len(c.moves) {
			quiet = len(line.Position().Trace(c.moves[i+1]).Taken) == 0
		} else {
			quiet = line.Turn() == engine.Nobody || !canTake(line.Position())
		}
		if settled = settled || quiet; quiet && (lead != 0 || len(leads) > 0) {
			leads = append(leads, lead)
		}
	}
	switch {
	case len(leads) == 0 || len(c.moves) < enough && line.Turn() != engine.Nobody:
	case leads[0] > 0:
		won = max(0, slices.Min(leads))
	default:
		won = min(0, slices.Max(leads))
	}
	return given, taken, won
}

// answers is how many pieces each answer to the move takes, 0 if they differ.
func (c change) answers() (each int) {
	if c.next.Turn() != c.side.Other() {
		return 0
	}
	first := true
	for _, t := range traces(c.next.Position()) {
		if n := len(t.Taken); first {
			each, first = n, false
		} else if n != each {
			return 0
		}
	}
	return each
}

// certain is how many pieces more the side takes than it loses whatever is answered: both play for pieces alone, each has one move of
// its choice in which nothing is taken, and captures are followed to their end. It is 0 where that takes too many positions, or where
// capturing is not compulsory.
func (c change) certain() int {
	if _, ok := c.line.Position().(engine.Arbiter); !ok {
		return 0
	}
	budget := 4000
	n := -balance(c.next.Position(), 2, &budget)
	if budget <= 0 {
		return 0
	}
	return len(c.trace.Taken) + n
}

// balance is how many pieces more the side on turn takes than it loses, with so many moves in which nothing is taken.
func balance(p engine.Position, free int, budget *int) int {
	best, some := -64, false
	for m, t := range traces(p) {
		if *budget--; *budget <= 0 {
			return 0
		}
		if len(t.Taken) == 0 && free == 0 {
			return 0 // nothing has to be taken
		}
		next, err := p.Play(m)
		if err != nil {
			return 0
		}
		left := free
		if len(t.Taken) == 0 {
			left--
		}
		best, some = max(best, len(t.Taken)-balance(next, left, budget)), true
	}
	if !some {
		return 0
	}
	return best
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

// canCrown tells whether the side on turn can make a king.
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

// passed is the position before the move if the other side had been on turn in it.
func (c change) passed() (engine.Position, bool) {
	p, ok := c.line.Position().(engine.Passer)
	if !ok {
		return nil, false
	}
	other := p.Passed()
	return other, other.Turn() == c.side.Other()
}

// saved are the pieces of the side that the other one could have taken, if nothing of the side can be taken after the move.
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

// stopsKing tells whether the other side could have made a king next if the side had done nothing, and cannot any more.
func (c change) stopsKing() bool {
	other, ok := c.passed()
	return ok && c.next.Turn() == c.side.Other() && canCrown(other) && !canCrown(c.next.Position())
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

// threat is how many pieces the side could take if it were on turn once more, where it could not before the move and the other side
// has nothing to take.
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

// road is the long diagonal of a board: cells. It is nil where the squares of the other colour are played on, or all.
func road(v engine.View) (cells []int) {
	n := v.Files
	if n == 0 || n != v.Ranks {
		return nil
	}
	up, down := v.Cells[0].Dark, v.Cells[n-1].Dark
	if up == down {
		return nil
	}
	for i := range n {
		if up {
			cells = append(cells, i*n+i)
		} else {
			cells = append(cells, i*n+n-1-i)
		}
	}
	return cells
}

// lone is where the only piece of a side is, if it is a king, and the other side has at least two, all of them kings.
func lone(v engine.View, side engine.Side) (at int, ok bool) {
	if number(v, side) != 1 || number(v, side.Other()) < 2 {
		return 0, false
	}
	for i, c := range v.Cells {
		switch {
		case c.Side != engine.Nobody && !c.King:
			return 0, false
		case c.Side == side:
			at = i
		}
	}
	return at, true
}

// flies tells whether some move of a position goes further than to the next square without taking anything.
func flies(p engine.Position) bool {
	files := p.View().Files
	for _, t := range traces(p) {
		if len(t.Taken) == 0 && len(t.Path) == 2 && abs(t.Path[0]/files-t.Path[1]/files) > 1 {
			return true
		}
	}
	return false
}

func abs(n int) int { return max(n, -n) }

// comesToRoad tells whether the only king of the side comes to the long diagonal and can stay there for now.
func (c change) comesToRoad() (Fact, bool) {
	from, before := lone(c.before, c.side)
	to, after := lone(c.after, c.side)
	long := road(c.before)
	if !before || !after || slices.Contains(long, from) || !slices.Contains(long, to) || canTake(c.next.Position()) {
		return Fact{}, false
	}
	return Fact{Code: FactRoad, At: []int{to}}, flies(c.line.Position())
}

// keepsOffRoad tells whether the only king of the other side is off the long diagonal and cannot come there with its next move,
// though it could if the side did nothing.
func (c change) keepsOffRoad() bool {
	at, ok := lone(c.after, c.side.Other())
	other, can := c.passed()
	if !ok || !can || c.next.Turn() != c.side.Other() || slices.Contains(road(c.after), at) || !flies(other) {
		return false
	}
	return reaches(other, road(c.after)) && !reaches(c.next.Position(), road(c.after))
}

// reaches tells whether a move of the side on turn ends on one of some cells.
func reaches(p engine.Position, cells []int) bool {
	for _, t := range traces(p) {
		if len(t.Path) > 1 && slices.Contains(cells, t.Path[len(t.Path)-1]) {
			return true
		}
	}
	return false
}
