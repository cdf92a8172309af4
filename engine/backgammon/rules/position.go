package rules

import (
	"iter"
	"math/bits"
	"slices"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon/board"
	"tabuleiro/engine/backgammon/id"
)

// phase says what is to be decided next.
type phase uint8

// Phases in the order of a game.
const (
	Opening  phase = iota // Chance rolls for the start of a game
	Deciding              // the side on roll may double, or roll
	Rolling               // Chance rolls for the side on roll
	Playing               // the side on roll has rolled
	Doubled               // the other side takes or drops
	Ended                 // the game is over; if the match is not, Chance rolls for the next one
)

// Position is the state of a game and of its match.
type Position struct {
	Rules *rules
	Sides [2]board.Counts // Black and Red, each in its own numbering
	Phase phase
	Mover int    // index of the side on roll
	Dice  [2]int // the larger first; 0: not rolled. In an opening the last tie
	Ready int    // before a game: number of sides that have decided to roll, if sides roll themselves

	Begun    [2]int // the opening dice, Black's and Red's, if the side that begins rolls again
	Cube     int    // logarithm
	Owner    int    // index of a side, or id.Nobody
	Length   int    // of the match; 0: money game
	Score    [2]int
	Crawford bool // this is the Crawford game
	Jacoby   bool

	End      int // id.BornOff, id.Resigned or id.Dropped, once Ended
	Winner   int // index, once Ended
	Multiple int // stakes that the winner gets, once Ended
}

// Begin returns the position before the first roll.
func (r *rules) Begin() Position {
	p := Position{Rules: r, Sides: [2]board.Counts{r.begin, r.begin}, Owner: id.Nobody}
	if r.Points > 1 {
		p.Length = r.Points
	} else {
		p.Jacoby = r.jacoby
	}
	return p
}

// SideOf returns the side with an index.
func SideOf(index int) engine.Side { return engine.First + engine.Side(index) }

// IndexOf returns the index of First or Second.
func IndexOf(s engine.Side) int { return int(s - engine.First) }

// Board returns the position as the side on roll sees it.
func (p Position) Board() board.Board {
	return board.Board{Own: p.Sides[p.Mover], Opp: p.Sides[1-p.Mover]}
}

// HasNextGame reports whether another game follows the current one.
func (p Position) HasNextGame() bool {
	if p.Length == 0 {
		return p.Rules.Points == 0
	}
	return max(p.Score[0], p.Score[1]) < p.Length
}

// Turn implements engine.Position.
func (p Position) Turn() engine.Side {
	switch p.Phase {
	case Deciding, Playing:
		return SideOf(p.Mover)
	case Doubled:
		return SideOf(1 - p.Mover)
	case Ended:
		if !p.HasNextGame() {
			return engine.Nobody
		}
	}
	if awaits(p) {
		return SideOf(p.Ready)
	}
	return engine.Chance
}

// awaits reports whether a side has yet to decide to roll before a game: Black, and then Red if each side rolls one
// die.
func awaits(p Position) bool {
	if !p.Rules.Self || p.Phase != Opening && p.Phase != Ended {
		return false
	}
	return p.Ready == 0 || p.Ready == 1 && p.IsOpeningRoll()
}

// Outcome implements engine.Position. Its points are those of the last game.
func (p Position) Outcome() engine.Outcome {
	if p.Phase != Ended || p.HasNextGame() {
		return engine.Outcome{}
	}
	return p.GameOutcome()
}

// GameOutcome returns the result of the game, whether or not the match goes on.
func (p Position) GameOutcome() engine.Outcome {
	o := engine.Outcome{Winner: SideOf(p.Winner), Points: p.Stake() * p.Multiple}
	switch {
	case p.End == id.Dropped:
		o.Reason = wonByDrop
	case p.End == id.Resigned:
		o.Reason = wonByResigning
	default:
		o.Reason = [...]engine.Code{1: wonSingle, 2: wonGammon, 3: wonBackgammon}[p.Multiple]
	}
	return o
}

// NoDouble returns why a side may not double now; "" if it may.
func (p Position) NoDouble(index int) engine.Code {
	switch {
	case p.cubeless():
		return cubeOff
	case p.Crawford:
		return crawfordGame
	case p.Owner != id.Nobody && p.Owner != index:
		return cubeNotYours
	case p.Cube >= p.Rules.CubeMost:
		return cubeAtMost
	case p.Phase == Playing && p.Rules.Double != Turn:
		return doubleBefore
	}
	return ""
}

// cubeless reports whether nobody may double in the match: in a match to one point doubling gains nothing.
func (p Position) cubeless() bool { return p.Rules.Double == Never || p.Length == 1 }

// Moves that are words.
const (
	Roll   engine.Move = "roll"
	Double engine.Move = "double"
	Take   engine.Move = "take"
	Drop   engine.Move = "drop"
)

// Plays returns the plays of the dice, in the order of Moves.
func (p Position) Plays() []board.Play {
	return p.Rules.Plays(p.Board(), p.Dice[0], p.Dice[1], nil)
}

// Moves implements engine.Position: rolls by number; plays with the larger die first, from the farthest place, then
// the double if it may follow the roll.
func (p Position) Moves() iter.Seq[engine.Move] {
	if p.Phase != Playing {
		return slices.Values(p.words())
	}
	return func(yield func(engine.Move) bool) {
		plays := p.Plays()
		for _, m := range plays {
			if !yield(p.Text(m)) {
				return
			}
		}
		if len(plays) == 0 {
			yield(engine.Pass)
		} else if p.NoDouble(p.Mover) == "" {
			yield(Double)
		}
	}
}

// words returns the moves of phases other than Playing: words, or rolls.
func (p Position) words() []engine.Move {
	switch turn := p.Turn(); {
	case p.Phase == Deciding && p.NoDouble(p.Mover) == "":
		return []engine.Move{Roll, Double}
	case p.Phase == Doubled:
		return []engine.Move{Take, Drop}
	case turn == engine.Chance:
		return throws(p.IsOpeningRoll())
	case turn == engine.Nobody:
		return nil
	}
	return []engine.Move{Roll}
}

// IsOpeningRoll reports whether each side rolls one die in the next roll.
func (p Position) IsOpeningRoll() bool {
	return p.Phase == Opening && p.Rules.Opening != black || p.Phase == Ended && p.Rules.Opening == Each
}

// throws returns the possible rolls, by side if each.
func throws(each bool) (list []engine.Move) {
	for a := 1; a <= 6; a++ {
		for b := 1; b <= 6; b++ {
			if a >= b || each {
				list = append(list, Throw(a, b))
			}
		}
	}
	return list
}

// Throw returns the move of Chance for two dice, 1 to 6 each.
func Throw(a, b int) engine.Move { return engine.Move([]byte{'0' + byte(a), '0' + byte(b)}) }

// Text returns the canonical text of a play.
func (p Position) Text(m board.Play) engine.Move {
	h := p.Rules.Hand(p.Board())
	return engine.Move(h.Text(m.List()))
}

// Play implements engine.Position.
func (p Position) Play(m engine.Move) (engine.Position, error) {
	if next, ok := p.next(m); ok {
		return next, nil
	}
	return nil, engine.Uncanonical(p, m)
}

// Key implements engine.Position. Positions do not repeat, so it is the whole position.
func (p Position) Key() string { return p.String() }

// TimeoutOutcome implements engine.Timed. A player out of time loses the match, whatever the board and the score, and
// the winner gets the points still needed.
func (p Position) TimeoutOutcome(late engine.Side) engine.Outcome {
	o := engine.Outcome{Winner: late.Other(), Reason: engine.TimeOver, Points: p.Stake()}
	// That is the custom of tournaments with a reserve of time, as in "Time expiration" of the U.S. Backgammon Clock
	// Rules and Procedures of 2013 (bkgm.com/tournaments), known to the authors by its sense but not its wording. Older
	// rules, for clocks without a delay, have penalty points. For a game outside a match the authors know no rule, and
	// chose this one: the stake of the cube is lost without gammons, and the session ends.
	if p.Length > 0 {
		o.Points = max(1, p.Length-p.Score[int(o.Winner)-int(engine.First)])
	}
	return o
}

// homeward is the set of points of the mover's home board, in its own numbering.
const homeward = 0b111_1110

// Shots implements engine.DicePosition.
func (p Position) Shots() (s engine.Shots) {
	b, blots := p.Board(), uint32(0)
	for _, roll := range board.Rolls {
		hits := uint32(0)
		for _, m := range p.Rules.Plays(b, roll.High, roll.Low, nil) {
			hits |= m.Hits
		}
		if hits != 0 {
			s.All += roll.Weight
		}
		if hits &^= homeward; hits != 0 {
			s.Outside += roll.Weight
			blots |= hits
		}
	}
	for ; blots != 0; blots &= blots - 1 {
		s.Blots = append(s.Blots, OnBoard(p.Mover, bits.TrailingZeros32(blots)))
	}
	slices.Sort(s.Blots)
	return s
}
