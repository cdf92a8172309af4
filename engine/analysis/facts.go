package analysis

import (
	"slices"

	"tabuleiro/engine"
)

// Fact is something that is true of a move, as can be seen on the board before and after it or in the moves that are
// expected to follow.
type Fact struct {
	Code  engine.Code
	Count int   // so many pieces, points, pips or throws of 36, as the code says; 0 where nothing is counted
	Other int   // see Sacrifice and Shots
	At    []int // places it is about: cells of the View, or points by the numbers on the board
}

// Facts about a move on a board of cells.
const (
	FactWins      engine.Code = "wins"       // Count pieces more are taken than lost, for as long as the line goes
	FactSacrifice engine.Code = "sacrifice"  // Count pieces are given up first, and Other taken for them
	FactExchange  engine.Code = "exchange"   // Count pieces of each side are taken
	FactTakes     engine.Code = "takes"      // Count pieces
	FactCrowns    engine.Code = "crowns"     // a king is made on At
	FactSaves     engine.Code = "saves"      // what stood on At could have been taken, and cannot be after the move
	FactPasses    engine.Code = "passes"     // the other side has no move, and passes
	FactOnlyReply engine.Code = "only-reply" // the other side has a single move
	FactThreatens engine.Code = "threatens"  // to take Count pieces with the next move
	FactLoses     engine.Code = "loses"      // Count pieces more are lost than taken
	FactLetsKing  engine.Code = "lets-king"  // the other side can make a king next
	FactLetsTake  engine.Code = "lets-take"  // the other side can take Count pieces next
	FactLetsDraw  engine.Code = "lets-draw"  // the game is expected to end in a draw
	FactLosesGame engine.Code = "loses-game" // it is the other side that wins it by them
	FactWinsGame  engine.Code = "wins-game"  // the move, or those that are expected after it, end the game
)

// Facts about a move on a board of points.
const (
	FactHits   engine.Code = "hits"   // Count checkers
	FactPoint  engine.Code = "point"  // At is held from now on
	FactAnchor engine.Code = "anchor" // At, in the home of the other side, is held from now on
	FactPrime  engine.Code = "prime"  // Count points in a row are held from now on, more than before
	// Count throws of 36 hit what stands alone on At, outside the home of the other side; after another move Other
	FactShots      engine.Code = "shots"
	FactEscapes    engine.Code = "escapes"     // no checker is left in the home of the other side
	FactBreakPrime engine.Code = "break-prime" // Count points in a row were held, and are not any more
	// in Count games of 100 the side loses more than the stake, after the better move in Other
	FactLosesMore engine.Code = "loses-gammons"
	// in Count games of 100 it wins more than the stake, after the better move in Other
	FactWinsLess engine.Code = "wins-gammons"
)

// Expected reports whether a fact hangs on how the game is expected to go on. All others can be counted on the board
// before and after.
func (f Fact) Expected() bool {
	switch f.Code {
	case FactWins, FactSacrifice, FactExchange, FactLoses, FactWinsGame, FactLosesGame, FactLetsDraw, FactLosesMore,
		FactWinsLess:
		return true
	}
	return false
}

// Why lists what a move does for its side, the weightiest first: the first of moves, played in a line, with what is
// expected to follow. It is empty where a move is no legal one, or does nothing that has a name.
func Why(line engine.Line, moves []engine.Move) []Fact {
	return factsOf(line, moves, change.pointsFor, change.cellsFor)
}

// Against lists what a move does for the other side, the weightiest first.
func Against(line engine.Line, moves []engine.Move) []Fact {
	return factsOf(line, moves, change.pointsAgainst, change.cellsAgainst)
}

// factsOf are the facts about a move on a board of points, or else of cells.
func factsOf(line engine.Line, moves []engine.Move, points, cells func(change) facts) []Fact {
	c, ok := newChange(line, moves)
	switch {
	case !ok:
		return nil
	case c.before.Points != nil:
		return points(c)
	}
	return cells(c)
}

// facts are those that are true of a move.
type facts []Fact

func (l *facts) add(f Fact, is bool) {
	if is {
		*l = append(*l, f)
	}
}

// Agreed is the fact that tells two moves of a line apart, the worse one and the better one, each with what is expected
// to follow: what speaks against the worse one and not against the better, or for the better and not for the worse.
// OfBetter tells of which of both it is true; false if none tells them apart. Both moves were looked at twice: a fact
// that hangs on what is expected is one that both looks have found. A fact that can be counted needs the later look
// alone. Where the later look breaks off, the moves that the earlier one expected go on.
func Agreed(line engine.Line, earlier, later [2][]engine.Move) (f Fact, ofBetter, found bool) {
	for i, moves := range later {
		if n := len(moves); n < len(earlier[i]) && slices.Equal(moves, earlier[i][:n]) {
			later[i] = earlier[i]
		}
	}
	if len(earlier[1]) > 0 && earlier[1][0] != later[1][0] {
		earlier[1] = nil
	}
	before := differences(line, earlier[0], earlier[1])
	for _, d := range differences(line, later[0], later[1]) {
		if !d.Expected() || slices.ContainsFunc(before, func(e difference) bool {
			settled := e.Code != FactWins || len(earlier[1]) >= soon // pieces taken may come back
			return settled && e.ofBetter == d.ofBetter && e.Code == d.Code && e.Count == d.Count && e.Other == d.Other
		}) {
			return d.Fact, d.ofBetter, true
		}
	}
	return Fact{}, false, false
}

// contains reports whether a fact, or more than it, is among some. Another point is another fact.
func contains(list []Fact, f Fact) bool {
	placed := f.Code == FactPoint || f.Code == FactAnchor
	return slices.ContainsFunc(list, func(g Fact) bool {
		return g.Code == f.Code && g.Count >= f.Count && (!placed || slices.Equal(g.At, f.At))
	})
}

// difference is a fact that is true of one of two moves alone.
type difference struct {
	Fact
	ofBetter bool
}

// tellingShots is by how many throws of 36 more something is hit where that tells two moves apart.
const tellingShots = 4

// differences are all of them, those against the worse move first.
func differences(line engine.Line, worse, better []engine.Move) (list []difference) {
	against := Against(line, better)
	for _, f := range Against(line, worse) {
		if contains(against, f) {
			continue
		}
		if f.Code == FactShots {
			if f.Other = shots(line, better).Outside; f.Count-f.Other < tellingShots {
				continue
			}
		}
		list = append(list, difference{f, false})
	}
	also := Why(line, worse)
	for _, f := range Why(line, better) {
		if !contains(also, f) {
			list = append(list, difference{f, true})
		}
	}
	return list
}

// change is a move of a line and what is expected to follow.
type change struct {
	line          engine.Line   // before the move
	next          engine.Line   // after it
	end           engine.Line   // after all moves
	moves         []engine.Move // it and those that are expected, as far as they can be played
	side          engine.Side
	before, after engine.View
	trace         engine.Trace
}

func newChange(line engine.Line, moves []engine.Move) (c change, ok bool) {
	c = change{line: line, end: line, side: line.Turn()}
	if c.side != engine.First && c.side != engine.Second {
		return c, false
	}
	for i, m := range moves {
		next, err := c.end.Play(m)
		if err != nil {
			break
		}
		if c.end, c.moves = next, moves[:i+1]; i == 0 {
			c.next = next
		}
	}
	if len(c.moves) == 0 {
		return c, false
	}
	c.before, c.after, c.trace = line.Position().View(), c.next.Position().View(), line.Position().Trace(moves[0])
	return c, true
}

// wins reports whether the moves that are expected end the game, and the side wins it.
func (c change) wins() bool { return c.end.Outcome().Winner == c.side }

// loses reports whether they do, and the other side wins it.
func (c change) loses() bool { return c.end.Outcome().Winner == c.side.Other() }
