// Package match is one contest of two people as a pure state machine: events in, state out.
//
// An Event is a fact about a match, with its author and its time. A Match is what the events so far amount to; Apply
// takes the next event or refuses it. Nothing here asks a clock, draws a lot or stores anything: the maker of an event
// does that first, and the event keeps the result.
package match

import (
	"strings"
	"time"

	"tabuleiro/engine"
)

// Kind is what an event says happened.
type Kind string

// The kinds of events, each with the fields that it fills.
const (
	Challenged Kind = "challenged" // somebody wants to play: Setup, Who (the challenger), Room; with dice Chain and Word
	Accepted   Kind = "accepted"   // the challenge was accepted: Who (the opponent), First, Room; with dice Word
	Declined   Kind = "declined"   // the person challenged does not want to
	Withdrawn  Kind = "withdrawn"  // the challenger took it back, or a player ended it before the second move
	// a game that ended elsewhere was read from a file: Setup with Source, Who (the reader), Room
	Imported Kind = "imported"
	Salted   Kind = "salted" // a player chose the own word for the dice, once: Word, Own
	Rolled   Kind = "rolled" // dice were thrown, without an author: Move, Key, Throw
	Moved    Kind = "moved"  // a move was played: Move, Forced
	// the player on turn named a piece that can move, in a match where it then has to: Move, where it stands
	Touched Kind = "touched"
	Drawn   Kind = "drawn" // neither side can win any more, which ends the game; without an author
	// a player said in advance what to play, which the other one does not see: Lines; none: nothing any more
	Planned   Kind = "planned"
	Offered   Kind = "offered"   // a player proposed something to the other: Offer, Times
	Agreed    Kind = "agreed"    // the other agreed to the pending offer
	Refused   Kind = "refused"   // the other did not
	Retracted Kind = "retracted" // the one who had offered took it back
	Resigned  Kind = "resigned"  // a player gave the game up: Times
	Reminded  Kind = "called"    // the player who has to decide was called, without an author
	// the one who has to decide got more time: Span; by the other player or, for a delay of the bot, without an author
	Gave    Kind = "gave"
	Away    Kind = "away"    // a player is away for a while, or back: Until
	Claimed Kind = "claimed" // a player took the win on time
	// an arbiter, or without an author the tournament of the match, decided: Ruling, Winner, Times, Until, Span, Words
	Ruled Kind = "ruled"
	// a player wants a reminder of the own decision: Span before its time is over, or at Until; neither: none
	Reminds Kind = "reminds"
	// the match cannot be told any more in the room where it is played: Room; without an author
	Lost      Kind = "lost"
	Unreached Kind = "unreached" // neither player can be told anything anywhere: the time stands; without an author
	Reached   Kind = "reached"   // one of them can be told again; without an author
	Next      Kind = "next"      // the next game of a series begins, without an author
	Expired   Kind = "expired"   // the challenge was left unanswered, or a time that is over; without an author
)

// Kinds are all kinds of events, in the order in which a match may first meet them.
var Kinds = []Kind{Challenged, Accepted, Declined, Withdrawn, Imported, Salted, Rolled, Touched, Moved, Drawn, Planned, Offered,
	Agreed, Refused, Retracted, Resigned,
	Next, Reminded, Gave, Away, Claimed, Ruled, Reminds, Lost, Unreached, Reached, Expired}

// Offer is what one player proposes and the other may agree to.
type Offer string

// The offers; NoOffer is that there is none.
const (
	NoOffer Offer = ""
	Draw    Offer = "draw"   // the game ends without a winner
	Undo    Offer = "undo"   // the proposer's last move and all that followed is taken back
	Resign  Offer = "resign" // the proposer gives up a game of engine.StakeGame for some times the stake
	Stop    Offer = "stop"   // games of engine.StakeGame, or of a Series, end as they stand
	Pause   Offer = "pause"  // no time runs until a moment
	Off     Offer = "off"    // nothing comes of a match that was Lost
)

// Offers are all of them.
var Offers = []Offer{Draw, Undo, Resign, Stop, Pause, Off}

// Event is one fact about a match. Which fields are set depends on the kind.
type Event struct {
	Kind Kind      `json:"kind"`
	At   time.Time `json:"at"`
	// when the author said it, by the service; zero: not known, so when it was heard, At
	SentAt         time.Time `json:"said,omitzero"`
	By             string    `json:"by"`              // id of the author; "" where there is none
	IdempotencyKey string    `json:"cause,omitempty"` // id of what was heard in the chat; the same again is a repetition
	Room           string    `json:"room,omitempty"`  // Challenged and Accepted: where it was said, and the match is played; Lost
	Alone          bool      `json:"alone,omitempty"` // the author is alone in that room

	Setup *Setup      `json:"setup,omitempty"` // Challenged
	Who   *Player     `json:"who,omitempty"`   // Challenged and Accepted: the author in full
	First string      `json:"first,omitempty"` // Accepted: id of the player who drew engine.First
	Move  engine.Move `json:"move,omitempty"`  // Moved and Rolled: canonical text
	// Offered, and in Agreed, Refused and Retracted what is answered or taken back
	Offer Offer `json:"offer,omitempty"`
	Times int   `json:"times,omitempty"` // Offered (Resign), and Resigned where there are stakes: how many of them

	// Offered (Pause): its end, zero: at once; Away: the return, not later than At if back; Reminds: when
	Until    time.Time `json:"until,omitzero"`
	Reminder Reminder  `json:"call,omitempty"` // Called: which one
	Span     Span      `json:"span,omitzero"`  // Gave: how much; Reminds: how long before
	// Challenged, in a link: who knows it may see the match from elsewhere, and accept; "" if nobody may
	Secret string `json:"secret,omitempty"`
	Code   string `json:"code,omitempty"` // Challenged: the same, short enough to be typed; "" if there is none

	Ruling Ruling `json:"ruling,omitempty"` // Ruled
	Winner string `json:"winner,omitempty"` // Ruled: id of the player who has won
	Words  string `json:"words,omitempty"`  // Ruled: the reason in the words of the arbiter

	Rated *Rated `json:"rated,omitempty"` // of the event that ends a match which counts

	Chain *Chain `json:"chain,omitempty"` // Challenged, with dice
	// Challenged, Accepted and Salted, with dice: the author's part of the salt
	Word   string           `json:"word,omitempty"`
	Own    bool             `json:"own,omitempty"`    // the author chose the Word, which came after the seal
	Key    string           `json:"key,omitempty"`    // Rolled: what the dice come from
	Throw  int              `json:"throw,omitempty"`  // Rolled: number of the throw, from 1, over all games of the match
	Lines  ConditionalMoves `json:"lines,omitempty"`  // Planned
	Ahead  bool             `json:"ahead,omitempty"`  // Moved: said in advance
	Forced bool             `json:"forced,omitempty"` // Moved: made for the player, who had no other
	Nodes  int              `json:"nodes,omitempty"`  // Moved, by the computer: positions that it looked at
}

// Chain is the chain of keys that a match throws with. See package dice.
type Chain struct {
	Last   string `json:"last"`   // its last key: a secret as long as the match goes on
	Length int    `json:"length"` // number of the last key
	Seal   string `json:"seal"`   // key 0
}

// String tells no secrets, wherever it is printed.
func (c Chain) String() string { return "chain sealed by " + c.Seal }

// Setup is what a challenge proposes.
type Setup struct {
	Game     string         `json:"game"`
	Version  int            `json:"version"`           // of the rules
	Options  engine.Options `json:"options,omitempty"` // complete
	Start    string         `json:"start,omitempty"`   // text of the start position, "" for the usual one
	Opponent Player         `json:"opponent,omitzero"` // zero: anyone
	Side     engine.Side    `json:"side,omitzero"`     // of the challenger, First or Second; Nobody: by lot
	Theirs   bool           `json:"theirs,omitempty"`  // the opponent chooses the side when accepting
	Time     Control        `json:"time,omitzero"`     // how long the players have
	Lasts    Span           `json:"lasts,omitzero"`    // after which the challenge is void; 0: it lasts
	Unrated  bool           `json:"unrated,omitempty"` // it is played for no rating
	Hints    bool           `json:"hints,omitempty"`   // both players may ask for hints, for which it is not rated either
	// the challenger has just been taught the game, and is told what the first moves do
	Lesson bool `json:"lesson,omitempty"`
	Apart  bool `json:"apart,omitempty"` // it is played in a thread of its own, which is there when it is accepted
	Touch  bool `json:"touch,omitempty"` // a piece that was named has to move, if it can
	// the time for a player's first move is that to appear in: after it the other has won
	Appear  bool   `json:"appear,omitempty"`
	Arbiter Player `json:"arbiter,omitzero"` // may decide about the match and does not play in it; zero: nobody

	Series Series `json:"series,omitzero"` // how many games are played
	// of the games, for each two that follow one another; the first again behind the last
	Openings []Opening `json:"openings,omitempty"`
	Drawn    bool      `json:"drawn,omitempty"` // the lot has chosen them, and they are told as the games begin

	Tournament string `json:"tournament,omitempty"` // the id of the one that it belongs to; "": none
	Round      string `json:"round,omitempty"`      // of that: round, board and game of the board, from 1: "2.1.1"

	Rematch string `json:"rematch,omitempty"` // the id of the match that it plays once more; "": none

	Played []engine.Move `json:"played,omitempty"` // moves made before, elsewhere
	Source *Source       `json:"source,omitempty"` // where they were made; nil if there are none
}

// Source is what a file told of a game besides its moves.
type Source struct {
	Names   [2]string      `json:"names"`            // of First and Second, any text; "" if not known
	Date    string         `json:"date,omitempty"`   // as the file has it
	Outcome engine.Outcome `json:"outcome,omitzero"` // of a game that ended without its position telling how
}

// Player is a person as a chat service knows one.
type Player struct {
	ID     string `json:"id,omitempty"`     // stable, with the service: "telegram:42"; "" while only the handle is known
	Handle string `json:"handle,omitempty"` // what others type after @, without service: "rui"
	Name   string `json:"name,omitempty"`   // what to call the person; any text
}

// Is reports whether both are the same person: by id or, where one id is unknown, by handle (case does not matter).
func (p Player) Is(q Player) bool {
	if p.ID != "" && q.ID != "" {
		return p.ID == q.ID
	}
	return p.Handle != "" && strings.EqualFold(p.Handle, q.Handle)
}

// Anyone reports whether p stands for the one who comes first.
func (p Player) Anyone() bool { return p == Player{} }
