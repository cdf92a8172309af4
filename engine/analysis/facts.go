package analysis

import (
	"slices"

	"tabuleiro/engine"
)

// Fact is a fact about a move, seen on the board before and after it or in the expected continuation.
type Fact struct {
	Code  engine.Code
	Count int   // number of pieces, points, pips or rolls of 36, depending on the code; 0 if nothing is counted
	Other int   // see FactSacrifice, FactShots and the facts about gammons
	At    []int // places concerned: cells of the View, or points by number on the board
}

// Facts about a move on a board of cells.
const (
	FactWins      engine.Code = "wins"       // Count more pieces are captured than lost, to the end of the line
	FactSacrifice engine.Code = "sacrifice"  // Count pieces are given up first, and Other captured in return
	FactExchange  engine.Code = "exchange"   // each side captures Count pieces
	FactTakes     engine.Code = "takes"      // Count pieces
	FactCrowns    engine.Code = "crowns"     // a king is made on At
	FactSaves     engine.Code = "saves"      // the pieces on At could have been captured, and cannot after the move
	FactPasses    engine.Code = "passes"     // the other side has no move, and passes
	FactOnlyReply engine.Code = "only-reply" // the other side has only one move
	FactThreatens engine.Code = "threatens"  // to capture Count pieces with the next move
	FactLoses     engine.Code = "loses"      // Count more pieces are lost than captured
	FactLetsKing  engine.Code = "lets-king"  // the other side can make a king next
	FactLetsTake  engine.Code = "lets-take"  // the other side can capture Count pieces next
	FactLetsDraw  engine.Code = "lets-draw"  // the game is expected to be drawn
	FactLosesGame engine.Code = "loses-game" // the continuation ends the game, and the other side wins
	FactWinsGame  engine.Code = "wins-game"  // the move or its continuation ends the game, and the side wins
)

// Facts about a move on a board of points.
const (
	FactHits   engine.Code = "hits"   // Count checkers
	FactPoint  engine.Code = "point"  // At is now held
	FactAnchor engine.Code = "anchor" // At, in the other side's home board, is now held
	FactPrime  engine.Code = "prime"  // a prime of Count points is now held, longer than before
	// Count rolls of 36 hit the blots on At, outside the other side's home board; after the other move Other
	FactShots      engine.Code = "shots"
	FactEscapes    engine.Code = "escapes"     // no checker is left in the other side's home board
	FactBreakPrime engine.Code = "break-prime" // a prime of Count points is no longer held
	// the side loses more than the stake in Count% of games, after the better move in Other%
	FactLosesMore engine.Code = "loses-gammons"
	// it wins more than the stake in Count% of games, after the better move in Other%
	FactWinsLess engine.Code = "wins-gammons"
)

// Expected reports whether a fact depends on the expected continuation. All others follow from the board before and
// after the move.
func (f Fact) Expected() bool {
	switch f.Code {
	case FactWins, FactSacrifice, FactExchange, FactLoses, FactWinsGame, FactLosesGame, FactLetsDraw, FactLosesMore,
		FactWinsLess:
		return true
	}
	return false
}

// Why lists what the first of moves does for its side, the most important first, given the rest of moves as the
// expected continuation. It is empty if the move is illegal, or does nothing that has a name.
func Why(line engine.Line, moves []engine.Move) []Fact {
	return factsOf(line, moves, change.pointsFor, change.cellsFor)
}

// Against lists what a move does for the other side, the most important first.
func Against(line engine.Line, moves []engine.Move) []Fact {
	return factsOf(line, moves, change.pointsAgainst, change.cellsAgainst)
}

// factsOf returns the facts about a move, using points on a board of points and else cells.
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

// facts is a list of facts that hold.
type facts []Fact

func (l *facts) add(f Fact, is bool) {
	if is {
		*l = append(*l, f)
	}
}

// Agreed returns the fact that distinguishes the worse and the better of two moves, each with its expected
// continuation: one against the worse move only, or with ofBetter one for the better move only. A fact that depends
// on the continuation must follow from the continuations of both searches, any other from the later one alone.
func Agreed(line engine.Line, earlier, later [2][]engine.Move) (f Fact, ofBetter, found bool) {
	// Where a later continuation is the beginning of the earlier one, use the longer.
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
			settled := e.Code != FactWins || len(earlier[1]) >= soon // captured pieces may be won back
			return settled && e.ofBetter == d.ofBetter && e.Code == d.Code && e.Count == d.Count && e.Other == d.Other
		}) {
			return d.Fact, d.ofBetter, true
		}
	}
	return Fact{}, false, false
}

// contains reports whether a list has a fact, or a stronger one. On another point it is another fact.
func contains(list []Fact, f Fact) bool {
	placed := f.Code == FactPoint || f.Code == FactAnchor
	return slices.ContainsFunc(list, func(g Fact) bool {
		return g.Code == f.Code && g.Count >= f.Count && (!placed || slices.Equal(g.At, f.At))
	})
}

// difference is a fact that holds for only one of two moves.
type difference struct {
	Fact
	ofBetter bool
}

// tellingShots is the least difference in shots, of 36, that distinguishes two moves.
const tellingShots = 4

// differences returns all differences, those against the worse move first.
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

// change is a move of a line with its expected continuation.
type change struct {
	line          engine.Line   // before the move
	next          engine.Line   // after it
	end           engine.Line   // after all moves
	moves         []engine.Move // the move and the continuation, as far as playable
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

// wins reports whether the continuation ends the game with a win of the side.
func (c change) wins() bool { return c.end.Outcome().Winner == c.side }

// loses reports whether it ends the game with a win of the other side.
func (c change) loses() bool { return c.end.Outcome().Winner == c.side.Other() }
