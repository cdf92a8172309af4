package match

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"tabuleiro/engine"
)

// rule describes how events of a kind are checked and applied. A nil check allows the event, except where noted.
type rule struct {
	open    check // before the challenge is accepted; nil: not allowed
	playing check
	author  author
	between bool // also allowed between two games of a series
	chosen  bool // a person may choose it at any time: see May
	aside   bool // does not change the game, so conditional moves stay
	take    func(*Match, Event, Games) error
}

// author says who may make an event of a match in progress.
type author uint8

const (
	anybody author = iota // subject to the check
	nobody                // it has no author
	players
)

// check returns why an event is refused, "" if it is not.
type check func(request) engine.Code

// codeIf returns a code if a condition holds, else "".
func codeIf(is bool, code engine.Code) engine.Code {
	if is {
		return code
	}
	return ""
}

// changed returns the take function of an event that cannot fail.
func changed(change func(*Match, Event)) func(*Match, Event, Games) error {
	return func(m *Match, e Event, _ Games) error {
		change(m, e)
		return nil
	}
}

func alreadyBegun(request) engine.Code { return AlreadyBegun }

// rules holds the rules of all kinds except the two that begin a match.
var rules = map[Kind]rule{
	Accepted: {open: request.answer, playing: alreadyBegun, between: true, chosen: true, take: (*Match).accept},
	Declined: {open: request.answer, playing: alreadyBegun, between: true, chosen: true, take: changed((*Match).decline)},
	Withdrawn: {open: request.answer, playing: request.withdrawal, between: true, chosen: true,
		take: changed(func(m *Match, _ Event) { m.Status = Void })},
	Salted: {open: request.checkWord, playing: request.checkWord, between: true, chosen: true,
		take: func(m *Match, e Event, _ Games) error { return m.Dice.salt(e) }},
	Rolled: {author: nobody, take: (*Match).roll, playing: func(r request) engine.Code {
		return codeIf(r.match.Turn() != engine.Chance, NotYourTurn)
	}},
	Moved: {author: players, playing: request.move, chosen: true, take: (*Match).move},
	Touched: {author: players, playing: request.touch,
		take: changed(func(m *Match, e Event) { m.Touched = string(e.Move) })},
	Drawn: {author: nobody, playing: func(r request) engine.Code { return codeIf(!r.match.IsDead(), NotYourTurn) },
		take: changed(func(m *Match, _ Event) { m.end(engine.Outcome{Reason: NobodyWins}) })},
	Planned: {author: players, playing: request.checkPlan, chosen: true,
		take: func(m *Match, e Event, _ Games) error { return e.Lines.check(m.Line) }},
	Offered: {author: players, playing: request.offer, chosen: true, take: (*Match).offer},
	Agreed: {author: players, playing: request.reply, chosen: true,
		take: func(m *Match, _ Event, _ Games) error { return m.agree() }},
	Refused:   {author: players, playing: request.reply, chosen: true, take: changed((*Match).closeOffer)},
	Retracted: {author: players, playing: request.retraction, chosen: true, take: changed((*Match).closeOffer)},
	Resigned: {author: players, chosen: true, take: (*Match).giveUp, playing: func(r request) engine.Code {
		return codeIf(r.Times != r.match.SureResignation(r.side), Refusable)
	}},
	Next:     {author: nobody, between: true, take: func(m *Match, _ Event, _ Games) error { return m.nextGame() }},
	Reminded: {playing: request.call, aside: true, take: changed((*Match).call)},
	Gave: {aside: true, take: changed((*Match).give), playing: func(r request) engine.Code {
		return cmp.Or(codeIf(r.By != "" && r.side == engine.Nobody, NotAPlayer), r.gift())
	}},
	Away:    {author: players, playing: request.absence, aside: true, take: changed((*Match).leave)},
	Claimed: {author: players, playing: request.claim, take: changed((*Match).timeout)},
	Ruled:   {playing: request.ruling, take: (*Match).rule},
	Reminds: {author: players, playing: request.reminder, aside: true, take: changed((*Match).remind)},
	Lost:    {author: nobody, aside: true, take: changed(func(m *Match, e Event) { m.Lost = e.At })},
	Unreached: {author: nobody, aside: true, playing: request.reach,
		take: changed(func(m *Match, e Event) { m.Clock.Unreached = e.At })},
	Reached: {author: nobody, aside: true, playing: request.reach,
		take: changed(func(m *Match, _ Event) { m.Clock.Unreached = time.Time{} })},
	Expired: {open: request.expiry, take: changed((*Match).timeout), playing: func(r request) engine.Code {
		return cmp.Or(r.checkClock(), r.expiry())
	}},
}

// refuse returns why e is refused, "" if it is not. The game checks moves, not this.
func (m *Match) refuse(e Event) engine.Code { return request{e, m, m.Side(e.By)}.refusal() }

// request is an event that a match is to take.
type request struct {
	Event
	match *Match
	side  engine.Side // of the author; Nobody: the author does not play
}

// rule returns the rule of the event. An arbiter may recuse at any time before the end.
func (r request) rule() rule {
	if r.Kind == Ruled && r.Ruling == Recused {
		return rule{open: request.ruling, playing: request.ruling, between: true}
	}
	return rules[r.Kind]
}

// refusal returns why the event is refused.
func (r request) refusal() engine.Code {
	rule := r.rule()
	stands := rule.playing
	switch status := r.match.Status; {
	case r.Kind == Challenged || r.Kind == Imported:
		stands = request.beginning
	case status == Open && rule.open == nil:
		return NotStarted
	case status == Open:
		stands = rule.open
	case status != Playing:
		return MatchOver
	case r.match.IsBetweenGames() && !rule.between, !r.match.IsBetweenGames() && r.Kind == Next:
		return NotYourTurn
	case rule.author == nobody && r.By != "", rule.author == players && r.side == engine.Nobody:
		return NotAPlayer
	}
	if stands == nil {
		return ""
	}
	return stands(r)
}

// beginning checks the first event of a match.
func (r request) beginning() engine.Code {
	return cmp.Or(codeIf(r.match.N > 0, AlreadyBegun),
		codeIf(r.Kind == Challenged && r.Who != nil && r.Setup != nil && r.Setup.Opponent.Is(*r.Who), OwnChallenge))
}

// answer checks the answers to a challenge.
func (r request) answer() engine.Code {
	own := r.By == r.match.Challenger.ID
	switch {
	case r.Kind == Withdrawn:
		return codeIf(!own, NotChallenger)
	case own:
		return OwnChallenge
	case r.match.Opponent.Anyone():
		return codeIf(r.Kind == Declined || r.Who != nil && r.match.Setup.Arbiter.Is(*r.Who), NotChallenged)
	}
	return codeIf(r.Who == nil || r.match.Setup.Arbiter.Is(*r.Who) || !r.match.Opponent.Is(*r.Who), NotChallenged)
}

// checkWord checks a word for the dice. A challenger may choose one before the challenge is accepted.
func (r request) checkWord() engine.Code {
	return cmp.Or(codeIf(r.match.Dice.Seal == "", NoDice),
		codeIf(r.side == engine.Nobody && r.By != r.match.Challenger.ID, NotAPlayer),
		codeIf(!r.match.Dice.CanSalt(r.By), WordThere))
}

// move checks a Moved.
func (r request) move() engine.Code {
	m := r.match
	return cmp.Or(codeIf(m.Turn() != r.side, NotYourTurn),
		codeIf(m.Setup.Time.Sudden() && !r.Forced && m.isTimeout(r.clockTime(m.Latest)), TimeGone),
		codeIf(m.Touched != "" && r.Move != "" && Origin(r.Move) != m.Touched, TouchedMoves))
}

// touch checks a Touched.
func (r request) touch() engine.Code {
	switch {
	case r.match.Turn() != r.side:
		return NotYourTurn
	case !r.match.Setup.Touch || r.match.Touched != "" || r.Move == "":
		return NotTouchable
	}
	for move := range r.match.Line.Position().Moves() {
		if Origin(move) == string(r.Move) {
			return ""
		}
	}
	return NotTouchable
}

// checkPlan checks a Planned.
func (r request) checkPlan() engine.Code {
	return cmp.Or(codeIf(r.match.hasDice(), PlanDice), codeIf(r.match.Turn() != r.side.Other(), PlanOwnTurn))
}

// hasDice reports whether the game has dice.
func (m *Match) hasDice() bool {
	_, dice := m.Line.Position().(engine.DicePosition)
	return dice
}

// offers holds the check of each offer.
var offers = map[Offer]check{
	Draw: func(r request) engine.Code { return codeIf(!r.match.Game.Draws, NoDraws) },
	Undo: func(r request) engine.Code {
		return cmp.Or(codeIf(r.match.undone(r.side) == 0, NothingToUndo), codeIf(r.match.hasDice(), NoUndo))
	},
	Resign: func(r request) engine.Code {
		listed := slices.Contains(r.match.Resignations(r.side), r.Times)
		return codeIf(!listed || r.Times == r.match.SureResignation(r.side), NoSuchStake)
	},
	Stop: func(r request) engine.Code {
		apart := len(r.match.Games) > 0 && r.match.Line.Len() == r.match.SetupMoves() // the next game has not begun
		return codeIf(!engine.StandingOf(r.match.Line.Position()).Endless && !apart, NoStop)
	},
	Pause: request.pause,
	Off:   func(r request) engine.Code { return codeIf(r.match.Lost.IsZero(), TooLate) },
}

// offer checks an Offered.
func (r request) offer() engine.Code {
	stands, known := offers[r.Offer]
	switch {
	case r.match.Pending != (Pending{}):
		return OfferPending
	case !known:
		return ""
	}
	return stands(r)
}

// retraction checks a Retracted.
func (r request) retraction() engine.Code {
	p := r.match.Pending
	return codeIf(p == (Pending{}) || r.Offer != NoOffer && r.Offer != p.Offer || p.By != r.side, NoOfferThere)
}

// reply checks the answers to an offer.
func (r request) reply() engine.Code {
	p := r.match.Pending
	return cmp.Or(codeIf(p == (Pending{}) || r.Offer != NoOffer && r.Offer != p.Offer, NoOfferThere),
		codeIf(p.By == r.side, OwnOffer))
}

// Silence is how long a player in a match without a time control has to wait before calling it off.
const Silence = 7 * 24 * time.Hour

// withdrawal checks the cancellation of a match. Either player may cancel before the second decision, not counting
// rolls; before the fourth move the player whose opponent's time is over; and without a time control the player who
// has waited for Silence.
func (r request) withdrawal() engine.Code {
	m := r.match
	late := m.Moves() < Serious && m.Decides() == r.side.Other() && m.isTimeout(r.At)
	switch {
	case r.side == engine.Nobody:
		return NotAPlayer
	case m.Setup.Tournament != "":
		return InTournament
	case m.Choices() < 2 || late:
		return ""
	}
	return cmp.Or(codeIf(m.Setup.Time != Control{} || m.Turn() != r.side.Other(), TooLate),
		codeIf(r.At.Sub(m.Latest) < Silence, NotYet))
}

// checkClock checks that a clock is running, and not the author's own.
func (r request) checkClock() engine.Code {
	s := r.match.Decides()
	return cmp.Or(codeIf(r.match.Setup.Time == Control{}, NoClock), codeIf(s == engine.Nobody, NotOnTurn),
		codeIf(s == r.side, OwnTime))
}

// call checks a Reminded. A reminder that a player asked for needs no clock.
func (r request) call() engine.Code {
	due := slices.ContainsFunc(r.match.schedule(), func(d due) bool {
		return d.call == r.Reminder && d.call != End && !d.at.After(r.At)
	})
	if r.Reminder == Requested && r.side == engine.Nobody {
		return codeIf(!due, TimeLeft)
	}
	return cmp.Or(r.checkClock(), codeIf(!due, TimeLeft))
}

// gift checks a gift of time.
func (r request) gift() engine.Code {
	return cmp.Or(r.checkClock(), codeIf(r.Span <= 0 || time.Duration(r.Span) > LongestPause, BadPause))
}

// absence checks an Away.
func (r request) absence() engine.Code {
	return cmp.Or(codeIf(r.match.Setup.Time == Control{}, NoClock), codeIf(r.Until.After(r.At.Add(LongestAway)), BadPause),
		codeIf(r.match.Decides() == r.side && r.match.isTimeout(r.At), TimeGone))
}

// claim checks a Claimed.
func (r request) claim() engine.Code {
	return cmp.Or(r.checkClock(), codeIf(!r.match.isTimeout(r.At), TimeLeft), codeIf(r.match.Moves() < Serious, TooEarly))
}

// expiry checks an Expired.
func (r request) expiry() engine.Code { return codeIf(r.match.Overdue(r.At) != End, TimeLeft) }

// reach checks an Unreached or a Reached.
func (r request) reach() engine.Code {
	reached := r.match.Clock.Unreached.IsZero()
	return cmp.Or(r.checkClock(), codeIf(reached == (r.Kind == Reached), NotOnTurn))
}

// pause checks the offer of a pause, or of its end.
func (r request) pause() engine.Code {
	over, late := r.Until.IsZero(), !r.Until.After(r.At) || r.Until.After(r.At.Add(LongestPause))
	return cmp.Or(codeIf(r.match.Setup.Time == Control{}, NoClock),
		codeIf(over && !r.match.Clock.Until.After(r.At), NoPause), codeIf(!over && late, BadPause))
}

// apply changes m by an event that refuse allows.
func (m *Match) apply(e Event, games Games) error {
	switch e.Kind {
	case Challenged:
		return m.challenge(e, games)
	case Imported:
		return m.read(e, games)
	}
	if rule, known := rules[e.Kind]; known {
		return rule.take(m, e, games)
	}
	return fmt.Errorf("event kind %q is unknown", e.Kind)
}

// decline applies a Declined. Who is set, because the challenge is not open to anyone.
func (m *Match) decline(e Event) { m.Status, m.Opponent = Void, *e.Who }

// roll applies a Rolled.
func (m *Match) roll(e Event, _ Games) error {
	if err := m.Dice.roll(e, m.Line.Position()); err != nil {
		return err
	}
	return m.play(e.Move)
}

// move applies a Moved. An offer ends when the other player moves, or when the move changes what it is about.
func (m *Match) move(e Event, _ Games) error {
	mover := m.Turn()
	if err := m.play(e.Move); err != nil {
		return err
	}
	if m.Pending.Offer == Undo || m.Pending.Offer == Resign || m.Pending.By != mover && !e.Forced {
		m.closeOffer(e)
	}
	return nil
}

// offer applies an Offered.
func (m *Match) offer(e Event, _ Games) error {
	if !slices.Contains(Offers, e.Offer) {
		return fmt.Errorf("offer %q is unknown", e.Offer)
	}
	m.Pending = Pending{e.Offer, m.Side(e.By), e.Times, e.Until, m.N}
	return nil
}

// closeOffer ends an offer without agreement.
func (m *Match) closeOffer(Event) {
	m.noteDrawRefusal()
	m.Pending = Pending{}
}

// giveUp applies a Resigned.
func (m *Match) giveUp(e Event, _ Games) error {
	side := m.Side(e.By)
	if e.Times > 0 {
		return m.resign(side, e.Times)
	}
	m.forfeit(side, engine.Outcome{Winner: side.Other(), Reason: Resignation, Points: 1})
	return nil
}
