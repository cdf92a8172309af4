package match

import (
	"fmt"
	"slices"
	"time"

	"tabuleiro/engine"
)

// Ruling is what is decided about a match under way by somebody who does not play in it: the arbiter whom the setup
// names, or the tournament that the match belongs to.
type Ruling string

const (
	Award Ruling = "award" // Winner has won the match
	Even  Ruling = "draw"  // nobody has
	// Of the game on the board, after which another one may follow; with an author.
	AwardGame Ruling = "award-game" // Winner has won it
	EvenGame  Ruling = "draw-game"  // nobody has
	Absent    Ruling = "absent"     // Winner has won, for the other one has not appeared (falta de comparência)
	// Winner has won, for the other one takes no more part in the tournament; without an author
	Left    Ruling = "left"
	Nought  Ruling = "nought"  // nothing comes of it, for neither takes part any more; without an author
	Neither Ruling = "neither" // nothing comes of it, for it was awarded to neither; without an author
	Back    Ruling = "back"    // the last Times moves are taken back
	Halt    Ruling = "halt"    // no time runs until a moment, Until
	More    Ruling = "more"    // the one on turn gets more time, Span
	// the arbiter will not be one: nobody is; with an author, before the match has begun as well
	Recused Ruling = "recused"
)

// Rulings are all of them.
var Rulings = []Ruling{Award, Even, AwardGame, EvenGame, Absent, Left, Nought, Neither, Back, Halt, More, Recused}

// Reasons why a match ends by a ruling.
const (
	ByArbiter     engine.Code = "arbiter"
	ByArbiterEven engine.Code = "arbiter-draw"
	NotThere      engine.Code = "absent"
	HasLeft       engine.Code = "left"
)

// Decision is a ruling as it stands in the record of a game.
type Decision struct {
	Event
	Arbiter Player // who has decided so; zero: the tournament of the match
	After   int    // moves that the game has had then
}

// Verdict is the ruling by which the game on the board has ended, or the match; zero if none did.
func (m *Match) Verdict() Decision {
	for _, d := range slices.Backward(m.Decisions) {
		if d.Ends() {
			return d
		}
	}
	return Decision{}
}

// Refusals of rulings.
const (
	NotArbiter engine.Code = "not-arbiter" // only the arbiter does that
	HasMoved   engine.Code = "has-moved"   // somebody who has moved has appeared
	TooFarBack engine.Code = "too-far-back"
)

// ruling is about a Ruled.
func (r request) ruling() engine.Code {
	m := r.match
	winner := m.Side(r.Winner)
	switch {
	case r.By == "" && (m.Setup.Tournament == "" || ofGame(r.Ruling)), r.By != "" &&
		(!r.arbitrates() || r.Ruling == Left || r.Ruling == Nought || r.Ruling == Neither):
		return NotArbiter
	case slices.Contains([]Ruling{Award, AwardGame, Absent, Left}, r.Ruling) && winner == engine.Nobody:
		return NotAPlayer
	}
	switch r.Ruling {
	case Absent:
		if m.HasAppeared(winner.Other()) {
			return HasMoved
		}
	case Back:
		if _, dice := m.Line.Position().(engine.Roller); dice {
			return NoUndo
		}
		if r.Times < 1 || r.Times > m.Line.Len()-m.Given() {
			return TooFarBack
		}
	case Halt:
		return r.pause()
	case More:
		switch {
		case m.Setup.Time == Control{}:
			return NoClock
		case m.Decides() == engine.Nobody:
			return NotOnTurn
		case r.Span <= 0 || time.Duration(r.Span) > LongestPause:
			return BadPause
		}
	}
	return ""
}

// arbitrates reports whether the author is the arbiter, who does not play.
func (r request) arbitrates() bool {
	who := Player{ID: r.By}
	if r.Who != nil && r.Who.ID == r.By {
		who = *r.Who
	}
	return r.side == engine.Nobody && r.match.Setup.Arbiter.Is(who)
}

// ofGame reports whether a ruling ends no more than the game on the board.
func ofGame(r Ruling) bool { return r == AwardGame || r == EvenGame }

// Ends reports whether an event is a ruling by which a game ends, or the match.
func (e Event) Ends() bool {
	return e.Kind == Ruled && !slices.Contains([]Ruling{Back, Halt, More, Recused}, e.Ruling)
}

// rule does what a ruling says.
func (m *Match) rule(e Event) error {
	d := Decision{Event: e, After: m.Line.Len()}
	if e.Ruling == Back {
		d.After -= e.Times
	}
	if e.By != "" {
		d.Arbiter = m.Setup.Arbiter
	}
	m.Decisions = append(slices.Clip(m.Decisions), d)
	reasons := map[Ruling]engine.Code{Award: ByArbiter, AwardGame: ByArbiter, Absent: NotThere, Left: HasLeft}
	switch e.Ruling {
	case Award, Absent, Left:
		m.finish(engine.Outcome{Winner: m.Side(e.Winner), Reason: reasons[e.Ruling], Points: 1})
	case AwardGame:
		m.end(engine.Outcome{Winner: m.Side(e.Winner), Reason: reasons[e.Ruling], Points: 1})
	case EvenGame:
		m.end(engine.Outcome{Reason: ByArbiterEven})
	case Even:
		m.finish(engine.Outcome{Reason: ByArbiterEven})
	case Nought, Neither:
		m.Status = Void
	case Back:
		m.Line, m.Pending = m.Line.Back(e.Times), Pending{}
	case Halt:
		m.Clock.Until = e.Until
	case More:
		m.applyClock(Event{Kind: Gave, Span: e.Span})
	case Recused:
		m.Setup.Arbiter = Player{}
	default:
		return fmt.Errorf("ruling %q is unknown", e.Ruling)
	}
	return nil
}
