// Package tournament is a tournament as a pure state machine: events in, state out.
//
// People join, the tournament begins, and its rounds are paired. Each pairing is one ordinary match or several, with
// ids derived from the tournament, so that no match is begun twice. The result of a pairing is read from its matches
// each time; only an arbiter's decision, a no-show or a replay is an event. Nothing here reads a clock, draws random
// numbers or stores anything.
package tournament

import (
	"crypto/sha256"
	"fmt"
	"time"

	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/engine/pairing"
)

// Kind says what happened in an event.
type Kind string

// Kinds of events, each with the fields it sets.
const (
	Announced Kind = "announced" // Setup, Who (the organiser), Room, Chain
	Joined    Kind = "joined"    // Room, Who, Word; announcements go to a new room too
	Left      Kind = "left"      // By: before it begins
	Begun     Kind = "begun"     // Order, Lots, Key: the tournament begins
	Paired    Kind = "paired"    // Pairs: the next round; on a ladder a challenge, By the first of the pair
	Declined  Kind = "declined"  // By: declines the challenge, and loses it
	Dropped   Kind = "dropped"   // Person: was idle, and swaps places with the next one below
	Replayed  Kind = "replayed"  // Round, Board: a drawn tie of a cup is replayed with sides swapped
	Decided   Kind = "decided"   // Round, Board, Points, Reason: by an arbiter, or automatically
	Withdrawn Kind = "withdrawn" // Person, Reason: leaves the tournament; by the person, an arbiter, or automatically
	Replaced  Kind = "replaced"  // Person, Who: takes the place of that person
	Extended  Kind = "extended"  // Until: the current round has time until then
	Ended     Kind = "ended"     // all matches are finished
	Cancelled Kind = "cancelled" // the tournament is cancelled
	Forgotten Kind = "forgotten" // Person: was deleted, and is Who from now on
)

// Event is a fact about a tournament. The kind determines which fields are set.
type Event struct {
	Kind           Kind           `json:"kind"`
	At             time.Time      `json:"at"`
	By             string         `json:"by,omitempty"`    // id of the author; "": automatic
	IdempotencyKey string         `json:"cause,omitempty"` // id of the chat message; the same again is a duplicate
	Room           string         `json:"room,omitempty"`
	Alone          bool           `json:"alone,omitempty"` // the author is the only person in that room
	Judge          bool           `json:"judge,omitempty"` // the author runs the room, and may decide like the organiser
	Who            *match.Player  `json:"who,omitempty"`
	Person         string         `json:"person,omitempty"` // id
	Setup          *Setup         `json:"setup,omitempty"`
	Order          []string       `json:"order,omitempty"` // ids of all entrants, the strongest first
	Lots           []int          `json:"lots,omitempty"`  // of the entrants in that order: the last tie-break
	Chain          *match.Chain   `json:"chain,omitempty"` // of one key, which draws the lots
	Word           string         `json:"word,omitempty"`  // of an entrant, for its lot
	Key            string         `json:"key,omitempty"`
	Pairs          []pairing.Pair `json:"pairs,omitempty"`
	Round          int            `json:"round,omitempty"` // from 0
	Board          int            `json:"board,omitempty"` // of the round, from 0
	Points         [2]int         `json:"points,omitzero"` // of First and Second, in half points
	Reason         Reason         `json:"reason,omitempty"`
	Words          string         `json:"words,omitempty"` // the reason in an arbiter's words
	Until          time.Time      `json:"until,omitzero"`
}

// Reason is why a board was decided without play, or why somebody left.
type Reason string

// Reasons for decisions and withdrawals.
const (
	// somebody did not make a first move in time; the second time ends the participation
	NoShow     Reason = "no-show"
	Late       Reason = "late"     // somebody who had moved ran out of time before the match counted
	Absent     Reason = "absent"   // the opponent has withdrawn
	ByArbiter  Reason = "arbiter"  // an arbiter awarded it
	BySeed     Reason = "seed"     // a tie of a cup stayed drawn: the higher seed advances
	OwnWish    Reason = "own-wish" // the person withdrew
	NothingWon Reason = "nothing"  // neither player appeared
	ByPlay     Reason = "played"   // a challenge was played: its match decides
	Declining  Reason = "declined" // a challenge was declined
)

// System is a system of pairing.
type System string

// Systems of pairing. A ladder has no end.
const (
	Round System = "round" // round-robin
	Swiss System = "swiss" // players with equal scores meet
	Cup   System = "cup"   // knockout

	Ladder System = "ladder" // people challenge those above them, without end
)

// Systems lists the systems with an end, the usual one first.
var Systems = []System{Swiss, Round, Cup}

// Setup is the content of an announcement.
type Setup struct {
	Match  match.Setup `json:"match"` // of each match, without opponent and side
	System System      `json:"system"`
	Rounds int         `json:"rounds,omitempty"` // Swiss: number of rounds, 0: ⌈log2 n⌉+1; Round: number of cycles, 0: one
	Games  int         `json:"games,omitempty"`  // matches per pairing, with alternating sides; 0: one
	// number of entrants at which it begins; 0: at its time, or when somebody begins it
	Needs  int       `json:"needs,omitempty"`
	Starts time.Time `json:"starts,omitzero"` // when it begins; zero: when enough have joined, or when somebody begins it
	// time after which the next round of Swiss or Round begins, even if matches are still being played
	Length time.Duration `json:"length"`
	Whole  bool          `json:"whole,omitempty"` // a win is shown as 1 point, not as 2
}

// Matches returns the number of matches of a pairing.
func (s Setup) Matches() int { return max(1, s.Games) }

// Score returns the points for winning a pairing without playing.
func (s Setup) Score() int { return 2 * s.Matches() }

// Status is the phase of a tournament.
type Status string

// Phases in their order; a tournament ends in one of the last two.
const (
	Gathering Status = "gathering" // people may join
	Running   Status = "running"
	Over      Status = "over"
	Void      Status = "void" // cancelled
)

// MatchID returns the id of a match of a tournament, in the alphabet of all match ids. The game is the number of the
// match on the board, from 0.
func MatchID(id string, round, board, game int) string {
	const letters = "bcdfghjkmnpqrstvwxyz23456789"
	sum := sha256.Sum256(fmt.Appendf(nil, "tournament %s round %d board %d game %d", id, round, board, game))
	name := make([]byte, 8)
	for i := range name {
		name[i] = letters[int(sum[i])%len(letters)]
	}
	return string(name)
}

// Outcome is the state of a match of a board, in which the board's First is the challenger.
type Outcome struct {
	There  bool // the match has begun
	Over   bool
	Void   bool       // the match is void
	Winner Contestant // None: drawn
	Absent Contestant // of a void match: the player who had to move
	Late   bool       // that player had moved before
}

// Contestant is one of the players of a match. It does not depend on ids, which may change.
type Contestant int8

// Players of a match.
const (
	None Contestant = iota
	Challenger
	Opponent
)

// OutcomeOf reads the outcome from a match. In a match that became void because a player's time was over too early to
// count, the side that had to move is absent.
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
