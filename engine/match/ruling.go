package match

import (
	"cmp"
	"fmt"
	"slices"

	"tabuleiro/engine"
)

// Ruling is a decision about a match in progress by somebody who does not play: the arbiter of the setup, or the
// tournament of the match.
type Ruling string

// Rulings, each with the event fields it uses.
const (
	Award Ruling = "award" // Winner wins the match
	Even  Ruling = "draw"  // the match is drawn
	// For the current game only, after which another may follow; with an author.
	AwardGame Ruling = "award-game" // Winner wins it
	EvenGame  Ruling = "draw-game"  // it is drawn
	Absent    Ruling = "absent"     // Winner wins because the opponent has not appeared (falta de comparência)
	// Winner wins because the opponent has left the tournament; without an author
	Left    Ruling = "left"
	Nought  Ruling = "nought"  // the match is void because neither takes part any more; without an author
	Neither Ruling = "neither" // the match is void because it was awarded to neither; without an author
	Back    Ruling = "back"    // the last Times moves are taken back
	Halt    Ruling = "halt"    // the clocks stop until Until
	More    Ruling = "more"    // the player on turn gets more time, Span
	// the arbiter withdraws, leaving none; with an author, also before the match begins
	Recused Ruling = "recused"
)

// Reasons for the end of a match by a ruling.
const (
	ByArbiter     engine.Code = "arbiter"
	ByArbiterEven engine.Code = "arbiter-draw"
	NotThere      engine.Code = "absent"
	HasLeft       engine.Code = "left"
)

// Decision is a ruling in the record of a game.
type Decision struct {
	Event
	Arbiter Player // who decided; zero: the tournament of the match
	After   int    // number of moves in the game at that time
}

// Verdict returns the ruling that ended the current game or the match; zero if none did.
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
	NotArbiter engine.Code = "not-arbiter" // only the arbiter may do that
	HasMoved   engine.Code = "has-moved"   // a player who has moved has appeared
	TooFarBack engine.Code = "too-far-back"
)

// effect is the effect of a ruling.
type effect struct {
	reason engine.Code // why the game ends; "": it does not, or the match is void
	wins   bool        // Winner wins
	game   bool        // ends the current game only; needs an author
	void   bool        // makes the match void
	alone  bool        // has no author
	stands check       // further check
	change func(*Match, Event)
}

var rulings = map[Ruling]effect{
	Award:     {reason: ByArbiter, wins: true},
	Even:      {reason: ByArbiterEven},
	AwardGame: {reason: ByArbiter, wins: true, game: true},
	EvenGame:  {reason: ByArbiterEven, game: true},
	Absent: {reason: NotThere, wins: true, stands: func(r request) engine.Code {
		return codeIf(r.match.HasAppeared(r.match.Side(r.Winner).Other()), HasMoved)
	}},
	Left:    {reason: HasLeft, wins: true, alone: true},
	Nought:  {void: true, alone: true},
	Neither: {void: true, alone: true},
	Back: {change: func(m *Match, e Event) { m.Line, m.Pending = m.Line.Back(e.Times), Pending{} },
		stands: func(r request) engine.Code {
			most := r.match.Line.Len() - r.match.SetupMoves()
			return cmp.Or(codeIf(r.match.hasDice(), NoUndo), codeIf(r.Times < 1 || r.Times > most, TooFarBack))
		}},
	Halt:    {stands: request.pause, change: func(m *Match, e Event) { m.Clock.Until = e.Until }},
	More:    {stands: request.gift, change: (*Match).give},
	Recused: {change: func(m *Match, _ Event) { m.Setup.Arbiter = Player{} }},
}

// ruling checks a Ruled: by the arbiter or, without an author, by the tournament of the match.
func (r request) ruling() engine.Code {
	is := rulings[r.Ruling]
	switch {
	case r.By == "" && (r.match.Setup.Tournament == "" || is.game), r.By != "" && (!r.arbitrates() || is.alone):
		return NotArbiter
	case is.wins && r.match.Side(r.Winner) == engine.Nobody:
		return NotAPlayer
	case is.stands == nil:
		return ""
	}
	return is.stands(r)
}

// arbitrates reports whether the author is the arbiter, who does not play.
func (r request) arbitrates() bool {
	who := Player{ID: r.By}
	if r.Who != nil && r.Who.ID == r.By {
		who = *r.Who
	}
	return r.side == engine.Nobody && r.match.Setup.Arbiter.Is(who)
}

// Ends reports whether an event is a ruling that ends a game or the match.
func (e Event) Ends() bool {
	is := rulings[e.Ruling]
	return e.Kind == Ruled && (is.reason != "" || is.void)
}

// rule applies a ruling.
func (m *Match) rule(e Event, _ Games) error {
	is, known := rulings[e.Ruling]
	if !known {
		return fmt.Errorf("ruling %q is unknown", e.Ruling)
	}
	d := Decision{Event: e, After: m.Line.Len()}
	if e.Ruling == Back {
		d.After -= e.Times
	}
	if e.By != "" {
		d.Arbiter = m.Setup.Arbiter
	}
	m.Decisions = append(slices.Clip(m.Decisions), d)
	o := engine.Outcome{Reason: is.reason}
	if is.wins {
		o.Winner, o.Points = m.Side(e.Winner), 1
	}
	switch {
	case is.change != nil:
		is.change(m, e)
	case is.void:
		m.Status = Void
	case is.game:
		m.end(o)
	default:
		m.finish(o)
	}
	return nil
}
