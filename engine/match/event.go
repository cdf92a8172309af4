// Package match is a match of two people as a pure state machine: events in, state out.
//
// An Event is a fact about a match, with its author and its time. A Match is the state after some events; Apply takes
// the next event or refuses it. Nothing here reads a clock, draws random numbers or stores anything: the maker of an
// event does, and the event holds the result.
package match

import (
	"strings"
	"time"

	"tabuleiro/engine"
)

// Kind says what happened in an event.
type Kind string

// Kinds of events, each with the fields it sets.
const (
	Challenged Kind = "challenged" // a challenge: Setup, Who (the challenger), Room; with dice Chain and Word
	Accepted   Kind = "accepted"   // the challenge was accepted: Who (the opponent), First, Room; with dice Word
	Declined   Kind = "declined"   // the person challenged declined
	Withdrawn  Kind = "withdrawn"  // the challenger withdrew it, or a player ended the match before the second move
	// a finished game was read from a file: Setup with Source, Who (the reader), Room
	Imported Kind = "imported"
	Salted   Kind = "salted" // a player chose the word for the dice, at most once: Word, Own
	Rolled   Kind = "rolled" // dice were rolled, without an author: Move, Key, Throw
	Moved    Kind = "moved"  // a move was played: Move, Forced
	// the player on turn touched a piece, which then has to move: Move, its square
	Touched Kind = "touched"
	Drawn   Kind = "drawn" // a dead position ended the game, without an author
	// a player entered conditional moves, hidden from the other: Lines; none: they are deleted
	Planned   Kind = "planned"
	Offered   Kind = "offered"   // a player made an offer to the other: Offer, Times
	Agreed    Kind = "agreed"    // the other agreed to the pending offer
	Refused   Kind = "refused"   // the other refused it
	Retracted Kind = "retracted" // the one who had made it took it back
	Resigned  Kind = "resigned"  // a player resigned the game: Times
	Reminded  Kind = "called"    // the player who has to decide was reminded, without an author
	// the player who has to decide got more time: Span; from the other player or, for a delay of the bot, without an
	// author
	Gave    Kind = "gave"
	Away    Kind = "away"    // a player is away until a time, or back: Until
	Claimed Kind = "claimed" // a player claimed the win on time
	// an arbiter, or without an author the tournament of the match, decided: Ruling, Winner, Times, Until, Span, Words
	Ruled Kind = "ruled"
	// a player wants a reminder of the own decision: Span before the deadline, or at Until; neither: none
	Reminds Kind = "reminds"
	// the room where the match is played cannot be reached any more: Room; without an author
	Lost      Kind = "lost"
	Unreached Kind = "unreached" // neither player can be reached anywhere, and the clock stops; without an author
	Reached   Kind = "reached"   // a player can be reached again; without an author
	Next      Kind = "next"      // the next game of a series begins, without an author
	Expired   Kind = "expired"   // a challenge or a time limit expired, without an author
)

// Kinds lists all kinds of events, in the order in which a match may first have them.
var Kinds = []Kind{Challenged, Accepted, Declined, Withdrawn, Imported, Salted, Rolled, Touched, Moved, Drawn, Planned, Offered,
	Agreed, Refused, Retracted, Resigned,
	Next, Reminded, Gave, Away, Claimed, Ruled, Reminds, Lost, Unreached, Reached, Expired}

// Offer is what a player offers the other.
type Offer string

// Offers. NoOffer means that there is none.
const (
	NoOffer Offer = ""
	Draw    Offer = "draw"   // a draw of the game
	Undo    Offer = "undo"   // to take back the own last move and all that followed
	Resign  Offer = "resign" // to resign a game of an engine.StakeGame for a multiple of the stake
	Stop    Offer = "stop"   // to end the games of an engine.StakeGame, or of a Series, with the present score
	Pause   Offer = "pause"  // to stop the clocks until a time
	Off     Offer = "off"    // to call off a match that was Lost
)

// Offers lists all offers.
var Offers = []Offer{Draw, Undo, Resign, Stop, Pause, Off}

// Event is a fact about a match. The kind determines which fields are set.
type Event struct {
	Kind Kind      `json:"kind"`
	At   time.Time `json:"at"`
	// when the author sent it, by the service; zero: unknown, so At counts
	SentAt         time.Time `json:"said,omitzero"`
	By             string    `json:"by"`              // id of the author; "" if there is none
	IdempotencyKey string    `json:"cause,omitempty"` // id of the chat message; an event with the same key is a duplicate
	Room           string    `json:"room,omitempty"`  // Challenged and Accepted: where it was sent and is played; Lost
	Alone          bool      `json:"alone,omitempty"` // the author is the only person in that room

	Setup *Setup      `json:"setup,omitempty"` // Challenged
	Who   *Player     `json:"who,omitempty"`   // Challenged and Accepted: the author
	First string      `json:"first,omitempty"` // Accepted: id of the player who is engine.First
	Move  engine.Move `json:"move,omitempty"`  // Moved and Rolled: canonical text
	// Offered; in Agreed, Refused and Retracted the offer concerned
	Offer Offer `json:"offer,omitempty"`
	Times int   `json:"times,omitempty"` // Offered (Resign), and Resigned in games with stakes: the multiple

	// Offered (Pause): its end, zero to end it at once; Away: the return, not after At if back; Reminds: when
	Until    time.Time `json:"until,omitzero"`
	Reminder Reminder  `json:"call,omitempty"` // Reminded: which one
	Span     Span      `json:"span,omitzero"`  // Gave: how much; Reminds: how long before
	// Challenged: part of the link by which others may watch the match, and accept; "" if there is no link
	Secret string `json:"secret,omitempty"`
	Code   string `json:"code,omitempty"` // Challenged: the same in a form short enough to type; "" if there is none

	Ruling Ruling `json:"ruling,omitempty"` // Ruled
	Winner string `json:"winner,omitempty"` // Ruled: id of the winner
	Words  string `json:"words,omitempty"`  // Ruled: the reason in the arbiter's words

	Rated *Rated `json:"rated,omitempty"` // of the event that ends a match which counts

	Chain *Chain `json:"chain,omitempty"` // Challenged, with dice
	// Challenged, Accepted and Salted, with dice: the author's part of the salt
	Word   string           `json:"word,omitempty"`
	Own    bool             `json:"own,omitempty"`    // the author chose the Word, after the seal was published
	Key    string           `json:"key,omitempty"`    // Rolled: key of the roll
	Throw  int              `json:"throw,omitempty"`  // Rolled: number of the roll over all games of the match, from 1
	Lines  ConditionalMoves `json:"lines,omitempty"`  // Planned
	Ahead  bool             `json:"ahead,omitempty"`  // Moved: a conditional move
	Forced bool             `json:"forced,omitempty"` // Moved: the only move, played for the player
	Nodes  int              `json:"nodes,omitempty"`  // Moved, by the computer: positions searched
}

// Chain is the chain of keys for the rolls of a match. See package dice.
type Chain struct {
	Last   string `json:"last"`   // last key; secret until the match is over
	Length int    `json:"length"` // number of the last key
	Seal   string `json:"seal"`   // key 0
}

// String hides the last key, so that printing a chain reveals no secret.
func (c Chain) String() string { return "chain sealed by " + c.Seal }

// Setup is the content of a challenge.
type Setup struct {
	Game     string         `json:"game"`
	Version  int            `json:"version"`           // of the rules
	Options  engine.Options `json:"options,omitempty"` // complete
	Start    string         `json:"start,omitempty"`   // text of the start position, "" for the usual one
	Opponent Player         `json:"opponent,omitzero"` // zero: anyone
	Side     engine.Side    `json:"side,omitzero"`     // of the challenger, First or Second; Nobody: random
	Theirs   bool           `json:"theirs,omitempty"`  // the opponent chooses the side when accepting
	Time     Control        `json:"time,omitzero"`     // time control
	Lasts    Span           `json:"lasts,omitzero"`    // time after which the challenge expires; 0: never
	Unrated  bool           `json:"unrated,omitempty"` // does not count for ratings
	Hints    bool           `json:"hints,omitempty"`   // both players may ask for hints, which makes it unrated
	// the challenger has just learned the game, and the first moves are explained
	Lesson bool `json:"lesson,omitempty"`
	Apart  bool `json:"apart,omitempty"` // played in a thread of its own, which exists once it is accepted
	Touch  bool `json:"touch,omitempty"` // touch-move: a touched piece must move if it can
	// a player who does not make the first move within its time loses
	Appear  bool   `json:"appear,omitempty"`
	Arbiter Player `json:"arbiter,omitzero"` // may rule on the match and does not play; zero: nobody

	Series Series `json:"series,omitzero"` // number of games
	// of the games: each is for two games in a row; after the last one the first again
	Openings []Opening `json:"openings,omitempty"`
	Drawn    bool      `json:"drawn,omitempty"` // the Openings were drawn at random, and are announced as the games begin

	Tournament string `json:"tournament,omitempty"` // id of its tournament; "": none
	Round      string `json:"round,omitempty"`      // in it: round, board and game of the board, from 1: "2.1.1"

	Rematch string `json:"rematch,omitempty"` // id of the match it repeats; "": none

	Played []engine.Move `json:"played,omitempty"` // moves made before, elsewhere
	Source *Source       `json:"source,omitempty"` // where they were made; nil if there are none
}

// Source is what a file says about a game besides its moves.
type Source struct {
	Names   [2]string      `json:"names"`            // of First and Second, any text; "" if not known
	Date    string         `json:"date,omitempty"`   // as the file has it
	Outcome engine.Outcome `json:"outcome,omitzero"` // of a game whose end its position does not show
}

// Player is a person as known to a chat service.
type Player struct {
	ID     string `json:"id,omitempty"`     // stable, with the service: "telegram:42"; "" while only the handle is known
	Handle string `json:"handle,omitempty"` // what others type after @, without the service: "rui"
	Name   string `json:"name,omitempty"`   // display name; any text
}

// Is reports whether both are the same person: by id or, if an id is unknown, by handle, ignoring case.
func (p Player) Is(q Player) bool {
	if p.ID != "" && q.ID != "" {
		return p.ID == q.ID
	}
	return p.Handle != "" && strings.EqualFold(p.Handle, q.Handle)
}

// Anyone reports whether p stands for anyone who accepts.
func (p Player) Anyone() bool { return p == Player{} }
