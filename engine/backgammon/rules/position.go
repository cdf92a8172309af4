package rules

import (
	"iter"
	"math/bits"
	"slices"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon/board"
	"tabuleiro/engine/backgammon/id"
)

// phase is what is to be decided next.
type phase uint8

// The phases, in the order in which a game meets them.
const (
	Opening  phase = iota // Chance throws for the start of a game
	Deciding              // the side on roll may double, or roll
	Rolling               // Chance throws for the side on roll
	Playing               // the side on roll has dice
	Doubled               // the other side takes or drops
	Ended                 // the game is over; if the match is not, Chance throws for the next one
)

// Position is the turn around the board.
type Position struct {
	Rules *rules
	Sides [2]board.Counts // Black and Red, each by its own numbering
	Phase phase
	Mover int    // index of the side on roll
	Dice  [2]int // the larger first; 0: not thrown. In an opening they are the last tie
	Ready int    // before a game: how many sides have said that they throw, where they throw themselves

	Begun    [2]int // the dice that have just said who begins, Black's and Red's, where dice are thrown anew after them
	Cube     int    // logarithm
	Owner    int    // index of a side, or nobody
	Length   int    // of the match; 0: money
	Score    [2]int
	Crawford bool // this is the Crawford game
	Jacoby   bool

	End      int // bornOff, resigned or dropped, once ended
	Winner   int // index, once ended
	Multiple int // of the stake that the winner gets, once ended
}

// Begin is the position before the first throw.
func (r *rules) Begin() Position {
	p := Position{Rules: r, Sides: [2]board.Counts{r.begin, r.begin}, Owner: id.Nobody}
	if r.Points > 1 {
		p.Length = r.Points
	} else {
		p.Jacoby = r.jacoby
	}
	return p
}

// SideOf is the side with an index.
func SideOf(index int) engine.Side { return engine.First + engine.Side(index) }

// IndexOf is the index of First or Second.
func IndexOf(s engine.Side) int { return int(s - engine.First) }

// Board is the position as the side on roll sees it.
func (p Position) Board() board.Board {
	return board.Board{Own: p.Sides[p.Mover], Opp: p.Sides[1-p.Mover]}
}

// HasNextGame reports whether another game follows when this one has ended.
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

// awaits reports whether a side has yet to throw before a game: both do where each throws one die, Black first, and else
// Black does.
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

// GameOutcome is how the game ended, whether or not the match goes on.
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

// NoDouble is why a side may not double now; "" if it may.
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

// cubeless reports whether nobody may double in the match: in one to a point there is nothing to win by it.
func (p Position) cubeless() bool { return p.Rules.Double == Never || p.Length == 1 }

// Moves that are words.
const (
	Roll   engine.Move = "roll"
	Double engine.Move = "double"
	Take   engine.Move = "take"
	Drop   engine.Move = "drop"
)

// Plays are those of the dice, in the order of Moves.
func (p Position) Plays() []board.Play {
	return p.Rules.Plays(p.Board(), p.Dice[0], p.Dice[1], nil)
}

// Moves implements engine.Position: throws by their numbers; plays with the larger die first, from the furthest place,
// and then the double where it may follow the roll.
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

// words are the moves where nothing is to be played: words, or throws.
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

// IsOpeningRoll reports whether the next throw is one where each side throws one die.
func (p Position) IsOpeningRoll() bool {
	return p.Phase == Opening && p.Rules.Opening != black || p.Phase == Ended && p.Rules.Opening == Each
}

// throws are what the dice may show, each side's own or not.
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

// Throw is the move of Chance that throws two dice, 1 to 6 each.
func Throw(a, b int) engine.Move { return engine.Move([]byte{'0' + byte(a), '0' + byte(b)}) }

// Text is the canonical text of a play.
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

// Key implements engine.Position. Nothing repeats, so that it is all of the position.
func (p Position) Key() string { return p.String() }

// TimeoutOutcome implements engine.Timed. In a match a player out of time loses the match, whatever the board and the
// score, and the winner gets the points that were missing: that is the custom of tournaments with a reserve of time, as under
// "Time expiration" in the U.S. Backgammon Clock Rules and Procedures of 2013 (bkgm.com/tournaments), of which the
// authors know the sense and have not compared the wording. Older rules, for clocks without a delay, have penalty
// points instead. For a game that belongs to no match the authors know of no rule, and this is theirs: it is lost for
// the stake of the cube, gammons are not counted, and the session ends.
func (p Position) TimeoutOutcome(late engine.Side) engine.Outcome {
	o := engine.Outcome{Winner: late.Other(), Reason: engine.TimeOver, Points: p.Stake()}
	if p.Length > 0 {
		o.Points = max(1, p.Length-p.Score[int(o.Winner)-int(engine.First)])
	}
	return o
}

// homeward are the points of the home of the side that plays, by its own numbering.
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
