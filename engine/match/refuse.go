package match

import (
	"regexp"
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
	// the other player has not been waited for long enough to withdraw the match
	NotYet       engine.Code = "not-yet"
	NoClock      engine.Code = "no-clock"      // the match is played without limits of time
	TimeLeft     engine.Code = "time-left"     // the other one still has time
	TimeGone     engine.Code = "time-gone"     // the mover's own time is over, and that ends the match
	TooEarly     engine.Code = "too-early"     // before the fourth move nothing can be won on time
	OwnTime      engine.Code = "own-time"      // a player does not give himself time, or win by his own delay
	BadPause     engine.Code = "bad-pause"     // a pause or an absence has to end, and not in a far future
	NoPause      engine.Code = "no-pause"      // there is none to be ended
	BadReminder  engine.Code = "bad-reminder"  // a reminder would never come
	NotOnTurn    engine.Code = "not-on-turn"   // no time runs
	InTournament engine.Code = "in-tournament" // a match of a tournament is not called off by its players
	NoDice       engine.Code = "no-dice"       // nothing is thrown
	WordThere    engine.Code = "word-there"    // a word for the dice that was chosen stays
)

// Refusals lists them.
var Refusals = []engine.Code{NotAPlayer, NotYourTurn, NotStarted, MatchOver, AlreadyBegun, NotChallenged, OwnChallenge,
	NotChallenger, NoOfferThere, OwnOffer, OfferPending, NoDraws, NothingToUndo, NoUndo, NoStop, NoSuchStake, Refusable,
	TooLate, NotYet,
	NoClock, TimeLeft, TimeGone, TooEarly, OwnTime, BadPause, NoPause, BadReminder, NotOnTurn, InTournament, NoDice,
	WordThere, PlanOwnTurn, PlanDice,
	NotArbiter, HasMoved, TooFarBack, TouchedMoves, NotTouchable}

// refuse is the code of what stands in the way of e, "" if nothing does. Moves are checked by the game, not here.
func (m *Match) refuse(e Event) engine.Code { return request{e, m, m.Side(e.By)}.refusal() }

// request is an event that a match is asked to take.
type request struct {
	Event
	match *Match
	side  engine.Side // of the author; Nobody: of none
}

// refusal is what stands in its way.
func (r request) refusal() engine.Code {
	switch r.Kind {
	case Challenged, Imported:
		return r.beginning()
	case Accepted, Declined:
		return r.answer()
	case Withdrawn:
		if r.match.Status == Playing {
			return r.withdrawal()
		}
		return r.answer()
	case Expired:
		if r.match.Status == Open {
			return r.time()
		}
	}
	if r.Kind == Ruled && r.Ruling == Recused && !r.match.Status.Ended() {
		return r.ruling()
	}
	if r.Kind == Salted && !r.match.Status.Ended() {
		return r.word()
	}
	switch r.match.Status {
	case Open:
		return NotStarted
	case Playing:
		if r.match.Between() != (r.Kind == Next) {
			return NotYourTurn
		}
		if r.Kind == Ruled {
			return r.ruling()
		}
		if r.By == "" || slices.Contains(unasked, r.Kind) {
			return r.unasked()
		}
		return r.player()
	}
	return MatchOver
}

// word is about the words for the dice. A challenger may choose one before the challenge is accepted.
func (r request) word() engine.Code {
	switch {
	case r.match.Dice.Seal == "":
		return NoDice
	case r.side == engine.Nobody && r.By != r.match.Challenger.ID:
		return NotAPlayer
	case !r.match.Dice.CanSalt(r.By):
		return WordThere
	}
	return ""
}

// beginning is about the first event of a match.
func (r request) beginning() engine.Code {
	switch {
	case r.match.N > 0:
		return AlreadyBegun
	case r.Kind == Challenged && r.Who != nil && r.Setup != nil && r.Setup.Opponent.Is(*r.Who):
		return OwnChallenge
	}
	return ""
}

// unasked are kinds about a match under way that never have an author.
var unasked = []Kind{Called, Lost, Unreached, Reached, Expired, Next, Drawn}

// IsDead reports whether neither side can win the game that is played, any more.
func (m *Match) IsDead() bool {
	p, can := m.Line.Position().(engine.Drawer)
	return can && m.Status == Playing && !m.Between() && p.Dead()
}

// unasked is about what happens to a match under way without a person doing it.
func (r request) unasked() engine.Code {
	switch {
	case r.By != "" && (r.Kind == Lost || r.Kind == Unreached || r.Kind == Reached || r.Kind == Next || r.Kind == Drawn):
		return NotAPlayer
	case r.Kind == Lost, r.Kind == Next:
		return ""
	case r.Kind == Drawn:
		if !r.match.IsDead() {
			return NotYourTurn
		}
		return ""
	case r.Kind == Gave || slices.Contains(unasked, r.Kind):
		return r.time()
	case r.Kind != Rolled:
		return NotAPlayer
	case r.match.Turn() != engine.Chance:
		return NotYourTurn
	}
	return ""
}

// player is about what the players of a match under way do.
func (r request) player() engine.Code {
	if r.side == engine.Nobody || r.Kind == Rolled {
		return NotAPlayer
	}
	switch r.Kind {
	case Moved:
		switch {
		case r.match.Turn() != r.side:
			return NotYourTurn
		case r.match.Setup.Time.Sudden() && !r.Forced && r.match.late(r.said(r.match.Latest)):
			return TimeGone
		case r.match.Touched != "" && r.Move != "" && Origin(r.Move) != r.match.Touched:
			return TouchedMoves
		}
	case Touched:
		return r.touch()
	case Planned:
		if _, dice := r.match.Line.Position().(engine.Roller); dice {
			return PlanDice
		}
		if r.match.Turn() != r.side.Other() {
			return PlanOwnTurn
		}
	case Reminds:
		return r.reminder()
	case Gave, Away, Claimed:
		return r.time()
	case Offered:
		return r.offer()
	case Resigned:
		if r.Times != last(r.match.Resignations(r.side)) {
			return Refusable
		}
	case Agreed, Refused, Retracted:
		switch {
		case r.match.Pending == Pending{} || r.Offer != NoOffer && r.Offer != r.match.Pending.Offer:
			return NoOfferThere
		case r.Kind == Retracted && r.match.Pending.By != r.side:
			return NoOfferThere
		case r.Kind != Retracted && r.match.Pending.By == r.side:
			return OwnOffer
		}
	}
	return ""
}

// offer is about offers.
func (r request) offer() engine.Code {
	if r.match.Pending != (Pending{}) {
		return OfferPending
	}
	switch r.Offer {
	case Draw:
		if !r.match.Game.Draws {
			return NoDraws
		}
	case Undo:
		if r.match.undone(r.side) == 0 {
			return NothingToUndo
		}
		if _, dice := r.match.Line.Position().(engine.Roller); dice {
			return NoUndo
		}
	case Resign:
		if !slices.Contains(r.match.Resignations(r.side), r.Times) || r.Times == last(r.match.Resignations(r.side)) {
			return NoSuchStake
		}
	case Pause:
		return r.pause()
	case Off:
		if r.match.Lost.IsZero() {
			return TooLate
		}
	case Stop:
		if p, ok := r.match.Line.Position().(engine.Contest); ok && p.Standing().Endless {
			return ""
		}
		if len(r.match.Games) > 0 && r.match.Line.Len() == r.match.Given() {
			return ""
		}
		return NoStop
	}
	return ""
}

// answer is about the answers to a challenge.
func (r request) answer() engine.Code {
	switch {
	case r.match.Status == Playing:
		return AlreadyBegun
	case r.match.Status != Open:
		return MatchOver
	}
	own := r.By == r.match.Challenger.ID
	switch {
	case r.Kind == Withdrawn && !own:
		return NotChallenger
	case r.Kind == Withdrawn:
		return ""
	case own:
		return OwnChallenge
	case r.Kind == Declined && r.match.Opponent.Anyone():
		return NotChallenged
	case r.Who != nil && r.match.Setup.Arbiter.Is(*r.Who):
		return NotChallenged
	case !r.match.Opponent.Anyone() && (r.Who == nil || !r.match.Opponent.Is(*r.Who)):
		return NotChallenged
	}
	return ""
}

// Silence is how long somebody without a limit of time is waited for before the other player may call the match off.
const Silence = 7 * 24 * time.Hour

// withdrawal is about ending a match as if it had not been: either player may before the second move, for which the
// dice may have been thrown, before the fourth the one who waits for somebody whose time is over, and where no time
// runs the one who has waited for Silence.
func (r request) withdrawal() engine.Code {
	switch {
	case r.side == engine.Nobody:
		return NotAPlayer
	case r.match.Setup.Tournament != "":
		return InTournament
	case r.match.Choices() < 2,
		r.match.Moves() < Serious && r.match.Decides() == r.side.Other() && r.match.late(r.At):
		return ""
	case r.match.Setup.Time != (Control{}) || r.match.Turn() != r.side.Other():
		return TooLate
	case r.At.Sub(r.match.Latest) < Silence:
		return NotYet
	}
	return ""
}

// Serious is the number of moves from which on a match counts: it can be lost on time, and is rated.
const Serious = 4

// Moves is the number of moves that stand that were made in this match, in all its games; throws of dice are not
// counted.
func (m *Match) Moves() (n int) {
	for i, g := range m.Games {
		n += g.Line.Len() - m.AfterGame(i+1).Given()
	}
	for i := m.Given(); i < m.Line.Len(); i++ {
		if m.Line.At(i).Turn() != engine.Chance {
			n++
		}
	}
	return n
}

// Rolls is the number of those moves in the game that goes on with which a side, Nobody for both, only had the dice
// thrown.
func (m *Match) Rolls(side engine.Side) (n int) {
	for i := m.Given(); i < m.Line.Len(); i++ {
		by := m.Line.At(i).Turn()
		if by != engine.Chance && (side == engine.Nobody || by == side) && throws(m.Line.At(i), m.Line.At(i+1)) {
			n++
		}
	}
	return n
}

// Choices is the number of those moves of both sides that were more than a throw of the dice.
func (m *Match) Choices() int { return m.Moves() - m.Rolls(engine.Nobody) }

// undone is the number of moves an undo asked for by side takes back: its own last one and what followed. 0: it has not
// moved.
func (m *Match) undone(side engine.Side) int {
	for n := 1; n <= m.Line.Len()-m.Given(); n++ {
		if m.Line.At(m.Line.Len()-n).Turn() == side && !throws(m.Line.At(m.Line.Len()-n), m.Line.At(m.Line.Len()-n+1)) {
			return n
		}
	}
	return 0
}

// HasAppeared reports whether a side has made a move in the game on the board that stands.
func (m *Match) HasAppeared(s engine.Side) bool { return m.undone(s) > 0 }

// throws reports whether the move of a side that led from one position to another was no more than the decision to throw.
func throws(before, after engine.Position) bool {
	b, dice := before.(engine.Roller)
	a, still := after.(engine.Roller)
	return dice && still && (b.Throw().By == engine.Nobody || after.Turn() == engine.Chance &&
		a.Throw().By == before.Turn())
}

// Refusals of touched pieces.
const (
	TouchedMoves engine.Code = "touched-moves" // the piece that was touched has to move
	NotTouchable engine.Code = "not-touchable" // no move begins there, or the match is played without that rule
)

// squareForm is a square at the beginning of a move.
var squareForm = regexp.MustCompile(`^[a-z]?[0-9]+`)

// Origin is the square where a move begins, as it is written; "" for a move that begins at none.
func Origin(m engine.Move) string { return squareForm.FindString(string(m)) }

// touch is about a Touched.
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
