package match

import (
	"cmp"
	"fmt"
	"slices"

	"tabuleiro/engine"
)

// Ruling is what is decided about a match under way by somebody who does not play in it: the arbiter whom the setup
// names, or the tournament that the match belongs to.
type Ruling string

// The rulings, each with the fields of its event that it reads.
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

// effect is what a ruling does.
type effect struct {
	reason engine.Code // why the game ends; "": it does not, or nothing comes of it
	wins   bool        // Winner has won
	game   bool        // it ends no more than the game on the board; with an author
	void   bool        // nothing comes of the match
	alone  bool        // it has no author
	stands check       // what stands in its way besides
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

// ruling is about a Ruled: by the arbiter or, without an author, by the tournament of the match.
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

// Ends reports whether an event is a ruling by which a game ends, or the match.
func (e Event) Ends() bool {
	is := rulings[e.Ruling]
	return e.Kind == Ruled && (is.reason != "" || is.void)
}

// rule does what a ruling says.
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
