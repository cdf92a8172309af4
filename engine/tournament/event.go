// Package tournament is a tournament as a pure state machine: events in, state out.
//
// People join, it begins, and round by round it is said who meets whom. Each meeting is an ordinary match (or several),
// whose id follows from the tournament, so that a match that was begun is never begun again. The outcome of a meeting
// is read from its matches whenever it is asked for; only the word of an arbiter, a no-show or a replay is an event of
// its own. Nothing here asks a clock, draws a lot or stores anything.
package tournament

import (
	"crypto/sha256"
	"fmt"
	"time"

	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/engine/pairing"
)

// Kind is what an event says happened.
type Kind string

// The kinds of events, each with the fields that it fills.
const (
	Announced Kind = "announced" // Setup, Who (the organiser), Room, Chain
	Joined    Kind = "joined"    // Room, Who, Word; a room other than those so far is told of everything, too
	Left      Kind = "left"      // By: before it begins
	Begun     Kind = "begun"     // Order, Lots, Key
	Paired    Kind = "paired"    // Pairs: the next round; on a ladder a challenge, By the first of the pair
	Declined  Kind = "declined"  // By: does not rise to the challenge, and loses it
	Dropped   Kind = "dropped"   // Person: was idle, and changes places with the next one below
	Replayed  Kind = "replayed"  // Round, Board: a drawn tie of a cup is played again, with sides exchanged
	Decided   Kind = "decided"   // Round, Board, Points, Reason: by an arbiter, or by nobody
	Withdrawn Kind = "withdrawn" // Person, Reason: takes no part in what follows; by the person, an arbiter, or nobody
	Replaced  Kind = "replaced"  // Person, Who: plays on in the place of that person
	Extended  Kind = "extended"  // Until: the running round has time until then
	Ended     Kind = "ended"     // all is played
	Cancelled Kind = "cancelled" // it comes to nothing
	Forgotten Kind = "forgotten" // Person: has been forgotten, and is called Who from now on
)

// Event is one fact about a tournament. Which fields are set depends on the kind.
type Event struct {
	Kind           Kind           `json:"kind"`
	At             time.Time      `json:"at"`
	By             string         `json:"by,omitempty"`    // id of the author; "": it follows by itself
	IdempotencyKey string         `json:"cause,omitempty"` // id of what was heard in the chat; the same again is a repetition
	Room           string         `json:"room,omitempty"`
	Alone          bool           `json:"alone,omitempty"` // the author is alone in that room
	Judge          bool           `json:"judge,omitempty"` // the author looks after the room, and may decide as the organiser does
	Who            *match.Player  `json:"who,omitempty"`
	Person         string         `json:"person,omitempty"` // id
	Setup          *Setup         `json:"setup,omitempty"`
	Order          []string       `json:"order,omitempty"` // ids of all entrants, the strongest first
	Lots           []int          `json:"lots,omitempty"`  // of the entrants in that order: the last resort of the standing
	Chain          *match.Chain   `json:"chain,omitempty"` // its only key draws the lots
	Word           string         `json:"word,omitempty"`  // of an entrant, for the lot
	Key            string         `json:"key,omitempty"`
	Pairs          []pairing.Pair `json:"pairs,omitempty"`
	Round          int            `json:"round,omitempty"` // from 0
	Board          int            `json:"board,omitempty"` // of the round, from 0
	Points         [2]int         `json:"points,omitzero"` // of First and Second, in half points
	Reason         Reason         `json:"reason,omitempty"`
	Words          string         `json:"words,omitempty"` // an arbiter's own reason
	Until          time.Time      `json:"until,omitzero"`
}

// Reason is why something was decided that was not played, or somebody takes no more part.
type Reason string

// The reasons, of decisions and of withdrawals.
const (
	// somebody did not make a first move in time; for the second time that ends the part in it
	NoShow     Reason = "no-show"
	Late       Reason = "late"     // somebody's time was up who had moved, before there were as many moves as count
	Absent     Reason = "absent"   // an opponent has withdrawn
	ByArbiter  Reason = "arbiter"  // it was awarded
	BySeed     Reason = "seed"     // a tie of a cup stayed drawn: the higher seed goes on
	OwnWish    Reason = "own-wish" // a person has withdrawn
	NothingWon Reason = "nothing"  // nobody of the two was there
	ByPlay     Reason = "played"   // a challenge was played: what came of it is that of its match
	Declining  Reason = "declined" // a challenge was declined
)

// System is how it is said who meets whom.
type System string

// The systems; a ladder has no end.
const (
	Round System = "round" // all meet all
	Swiss System = "swiss" // those with equal points meet
	Cup   System = "cup"   // who loses is out

	Ladder System = "ladder" // people challenge those above them, for as long as it goes on
)

// Systems are those that come to an end, the usual one first.
var Systems = []System{Swiss, Round, Cup}

// Setup is what a tournament is announced with.
type Setup struct {
	Match  match.Setup `json:"match"` // of each match, but for the opponent and the side
	System System      `json:"system"`
	Rounds int         `json:"rounds,omitempty"` // Swiss: how many, 0: ⌈log2 n⌉+1; Round: how often all meet, 0: once
	Games  int         `json:"games,omitempty"`  // matches of a pairing, with sides in turn; 0: one
	// it begins when so many have joined; 0: when it is time or somebody says so
	Needs  int       `json:"needs,omitempty"`
	Starts time.Time `json:"starts,omitzero"` // when it begins; zero: when enough have joined or somebody says so
	// after which the next round of Swiss or Round begins, whatever is still played
	Length time.Duration `json:"length"`
	Whole  bool          `json:"whole,omitempty"` // a win is told as 1 point, not as 2
}

// Matches is the number of matches a pairing has.
func (s Setup) Matches() int { return max(1, s.Games) }

// Score are the points of a pairing that one wins without playing.
func (s Setup) Score() int { return 2 * s.Matches() }

// Status is the phase of a tournament.
type Status string

// The phases, in their order; a tournament ends in one of the last two.
const (
	Gathering Status = "gathering" // people may join
	Running   Status = "running"
	Over      Status = "over"
	Void      Status = "void" // nothing came of it
)

// MatchID is the id of a match of a tournament, of the same letters as others have. The game is its number of those of
// the board, from 0.
func MatchID(id string, round, board, game int) string {
	const letters = "bcdfghjkmnpqrstvwxyz23456789"
	sum := sha256.Sum256(fmt.Appendf(nil, "tournament %s round %d board %d game %d", id, round, board, game))
	name := make([]byte, 8)
	for i := range name {
		name[i] = letters[int(sum[i])%len(letters)]
	}
	return string(name)
}

// Outcome is what is known of a match of a board, in which the board's First is the challenger.
type Outcome struct {
	There  bool // it has begun
	Over   bool
	Void   bool       // it came to nothing
	Winner Contestant // None: drawn
	Absent Contestant // it came to nothing while this one had to move
	Late   bool       // that one had moved before
}

// Contestant is one of the two of a match. It stays the same when a person is called something else.
type Contestant int8

// The two of a match.
const (
	None Contestant = iota
	Challenger
	Opponent
)

// OutcomeOf reads it from a match. A match comes to nothing when somebody's time is up before there were as many moves
// as count: the side that had to move is absent.
func OutcomeOf(m *match.Match) Outcome {
	if !m.Status.Ended() {
		return Outcome{There: m.Status == match.Playing}
	}
	who := func(s engine.Side) Contestant {
		switch {
		case s != engine.First && s != engine.Second:
			return None
		case m.Player(s) == m.Challenger:
			return Challenger
		}
		return Opponent
	}
	o := Outcome{There: true, Over: true, Void: m.Status == match.Void}
	if o.Void && m.Verdict().Ruling == "" {
		turn := m.Line.Position().Turn()
		o.Absent, o.Late = who(turn), m.HasAppeared(turn)
	} else {
		o.Winner = who(m.Outcome.Winner)
	}
	return o
}
