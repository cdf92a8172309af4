package match

import (
	"time"

	"slices"

	"tabuleiro/engine"
)

// Refusal is the answer to an event that the state does not allow.
type Refusal struct{ Code engine.Code }

func (r *Refusal) Error() string { return "refused: " + string(r.Code) }

// The refusals.
const (
	NotAPlayer    engine.Code = "not-a-player"    // only the two of the match may do that
	NotYourTurn   engine.Code = "not-your-turn"   // the other one moves
	NotStarted    engine.Code = "not-started"     // the challenge is not accepted yet
	MatchOver     engine.Code = "match-over"      // it has ended
	AlreadyBegun  engine.Code = "already-begun"   // the challenge was accepted before
	NotChallenged engine.Code = "not-challenged"  // the challenge is meant for somebody else
	OwnChallenge  engine.Code = "own-challenge"   // a person does not play against himself
	NotChallenger engine.Code = "not-challenger"  // only who challenged may withdraw
	NoOfferThere  engine.Code = "no-offer"        // there is nothing to agree to
	OwnOffer      engine.Code = "own-offer"       // the other one has to answer
	OfferPending  engine.Code = "offer-pending"   // another offer waits for its answer
	NoDraws       engine.Code = "no-draws"        // this game knows no draw by agreement
	NothingToUndo engine.Code = "nothing-to-undo" // the asker has not moved yet
	NoUndo        engine.Code = "no-undo"         // with dice no play is taken back
	NoStop        engine.Code = "no-stop"         // the match ends by itself
	NoSuchStake   engine.Code = "no-such-stake"   // a game cannot be resigned for so many stakes
	Refusable     engine.Code = "refusable"       // a resignation for so little has to be offered
	TooLate       engine.Code = "too-late"        // the second move was made: the match cannot be withdrawn any more
	NotYet        engine.Code = "not-yet"         // the other player has not been waited for long enough to withdraw the match
	NoClock       engine.Code = "no-clock"        // the match is played without limits of time
	TimeLeft      engine.Code = "time-left"       // the other one still has time
	TimeGone      engine.Code = "time-gone"       // the mover's own time is over, and that ends the match
	TooEarly      engine.Code = "too-early"       // before the fourth move nothing can be won on time
	OwnTime       engine.Code = "own-time"        // a player does not give himself time, or win by his own delay
	BadPause      engine.Code = "bad-pause"       // a pause or an absence has to end, and not in a far future
	BadReminder   engine.Code = "bad-reminder"    // a reminder would never come
	NotOnTurn     engine.Code = "not-on-turn"     // no time runs
)

// Refusals lists them.
var Refusals = []engine.Code{NotAPlayer, NotYourTurn, NotStarted, MatchOver, AlreadyBegun, NotChallenged, OwnChallenge,
	NotChallenger, NoOfferThere, OwnOffer, OfferPending, NoDraws, NothingToUndo, NoUndo, NoStop, NoSuchStake, Refusable, TooLate, NotYet,
	NoClock, TimeLeft, TimeGone, TooEarly, OwnTime, BadPause, BadReminder, NotOnTurn}

// refuse is the code of what stands in the way of e, "" if nothing does. Moves are checked by the game, not here.
func (m *Match) refuse(e Event) engine.Code {
	side := m.Side(e.By)
	switch e.Kind {
	case Challenged, Imported:
		return m.refuseBeginning(e)
	case Accepted, Declined:
		return m.refuseAnswer(e)
	case Withdrawn:
		if m.Status == Playing {
			return m.refuseWithdrawal(e, side)
		}
		return m.refuseAnswer(e)
	case Expired:
		if m.Status == Open {
			return m.refuseTick(e, side)
		}
	}
	switch m.Status {
	case Open:
		return NotStarted
	case Playing:
		if e.By == "" || slices.Contains(unasked, e.Kind) {
			return m.refuseUnasked(e, side)
		}
		return m.refusePlayer(e, side)
	}
	return MatchOver
}

// refuseBeginning is refuse for the first event of a match.
func (m *Match) refuseBeginning(e Event) engine.Code {
	switch {
	case m.N > 0:
		return AlreadyBegun
	case e.Kind == Challenged && e.Who != nil && e.Setup != nil && e.Setup.Opponent.Is(*e.Who):
		return OwnChallenge
	}
	return ""
}

// unasked are kinds about a match under way that never have an author.
var unasked = []Kind{Called, Lost, Unreached, Reached, Expired}

// refuseUnasked is refuse for what happens to a match under way without a person doing it.
func (m *Match) refuseUnasked(e Event, side engine.Side) engine.Code {
	switch {
	case e.By != "" && (e.Kind == Lost || e.Kind == Unreached || e.Kind == Reached):
		return NotAPlayer
	case e.Kind == Lost:
		return ""
	case e.Kind == Gave || slices.Contains(unasked, e.Kind):
		return m.refuseTick(e, side)
	case e.Kind != Rolled:
		return NotAPlayer
	case m.Turn() != engine.Chance:
		return NotYourTurn
	}
	return ""
}

// refusePlayer is refuse for what the players of a match under way do.
func (m *Match) refusePlayer(e Event, side engine.Side) engine.Code {
	if side == engine.Nobody || e.Kind == Rolled {
		return NotAPlayer
	}
	switch e.Kind {
	case Moved:
		switch {
		case m.Turn() != side:
			return NotYourTurn
		case m.Setup.Time.Sudden() && !e.Forced && m.late(m.said(e)):
			return TimeGone
		}
	case Reminds:
		return m.refuseReminder(e, side)
	case Gave, Away, Claimed:
		return m.refuseTick(e, side)
	case Offered:
		return m.refuseOffer(e, side)
	case Resigned:
		if e.Times != m.most(side) {
			return Refusable
		}
	case Agreed, Refused:
		switch {
		case m.Pending == Pending{} || e.Offer != NoOffer && e.Offer != m.Pending.Offer:
			return NoOfferThere
		case m.Pending.By == side:
			return OwnOffer
		}
	}
	return ""
}

// refuseOffer is refuse for offers.
func (m *Match) refuseOffer(e Event, side engine.Side) engine.Code {
	if m.Pending != (Pending{}) {
		return OfferPending
	}
	switch e.Offer {
	case Draw:
		if !m.Game.Draws {
			return NoDraws
		}
	case Undo:
		if m.undone(side) == 0 {
			return NothingToUndo
		}
		if _, dice := m.Line.Position().(engine.Roller); dice {
			return NoUndo
		}
	case Resign:
		if !slices.Contains(m.Resignations(side), e.Times) || e.Times == m.most(side) {
			return NoSuchStake
		}
	case Pause:
		return m.refusePause(e)
	case Off:
		if m.Lost.IsZero() {
			return TooLate
		}
	case Stop:
		if p, ok := m.Line.Position().(engine.Contest); ok && p.Standing().Endless {
			return ""
		}
		return NoStop
	}
	return ""
}

// refuseAnswer is refuse for the answers to a challenge.
func (m *Match) refuseAnswer(e Event) engine.Code {
	switch {
	case m.Status == Playing:
		return AlreadyBegun
	case m.Status != Open:
		return MatchOver
	}
	own := e.By == m.Challenger.ID
	switch {
	case e.Kind == Withdrawn && !own:
		return NotChallenger
	case e.Kind == Withdrawn:
		return ""
	case own:
		return OwnChallenge
	case e.Kind == Declined && m.Opponent.Anyone():
		return NotChallenged
	case !m.Opponent.Anyone() && (e.Who == nil || !m.Opponent.Is(*e.Who)):
		return NotChallenged
	}
	return ""
}

// Silence is how long somebody without a limit of time is waited for before the other player may call the match off.
const Silence = 7 * 24 * time.Hour

// refuseWithdrawal is refuse for ending a match as if it had not been: either player may before the second move, for which the
// dice may have been thrown, before the fourth the one who waits for somebody whose time is over, and where no time runs the
// one who has waited for Silence.
func (m *Match) refuseWithdrawal(e Event, side engine.Side) engine.Code {
	switch {
	case side == engine.Nobody:
		return NotAPlayer
	case m.Moves()-m.rolls() < 2, m.Moves() < Serious && m.Decides() == side.Other() && m.late(e.At):
		return ""
	case m.Setup.Time != (Control{}) || m.Turn() != side.Other():
		return TooLate
	case e.At.Sub(m.Latest) < Silence:
		return NotYet
	}
	return ""
}

// Serious is the number of moves from which on a match counts: it can be lost on time, and is rated.
const Serious = 4

// Moves is how many moves stand that were made in this match, throws of dice not counted.
func (m *Match) Moves() (n int) {
	for i := len(m.Setup.Played); i < m.Line.Len(); i++ {
		if m.Line.At(i).Turn() != engine.Chance {
			n++
		}
	}
	return n
}

// rolls is the number of those moves that only had the dice thrown.
func (m *Match) rolls() (n int) {
	for i := len(m.Setup.Played); i < m.Line.Len(); i++ {
		if by := m.Line.At(i).Turn(); by != engine.Chance && throws(m.Line.At(i+1), by) {
			n++
		}
	}
	return n
}

// undone is how many moves an undo asked for by side takes back: its own last one and what followed. 0: it has not moved.
func (m *Match) undone(side engine.Side) int {
	for n := 1; n <= m.Line.Len()-len(m.Setup.Played); n++ {
		if m.Line.At(m.Line.Len()-n).Turn() == side && !throws(m.Line.At(m.Line.Len()-n+1), side) {
			return n
		}
	}
	return 0
}

// throws tells whether the move that led to a position was no more than the decision of a side to throw.
func throws(after engine.Position, side engine.Side) bool {
	r, dice := after.(engine.Roller)
	return dice && after.Turn() == engine.Chance && r.Throw().By == side
}
