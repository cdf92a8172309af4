// Package chat is the interface between the bot and a chat service: events come in, messages go out.
//
// Every event is text. A typed line, a command and a button (which sends a text) all arrive as an Event, marked as
// addressed to the bot or merely overheard. An answer is a Message that knows nothing of the service; Fit cuts it to
// the service's limits. Acknowledgements, rate limits, escaping, uploads and threads are the adapter's business.
package chat

import (
	"errors"
	"slices"
	"strings"
	"time"
)

// Room is the address of a chat: the service and the service's own address, as in "telegram:-100200". The part after
// the colon belongs to the adapter.
type Room string

// Service returns the part before the colon.
func (r Room) Service() string {
	s, _, _ := strings.Cut(string(r), ":")
	return s
}

// Parent returns the room that contains this one, as a group contains a topic, if the address has a second colon. It
// returns "" if the address does not tell: see Event.Around.
func (r Room) Parent() Room {
	if i := strings.LastIndexByte(string(r), ':'); i > len(r.Service()) {
		return r[:i]
	}
	return ""
}

// User is a person, or the bot itself.
type User struct {
	ID     string // stable, with the service: "telegram:42"; "" if only the handle is known
	Handle string // what others type after @, "" if none
	Name   string // display name: any text, cleaned by the bot before it is shown
	Robot  bool   // is a program, not an opponent; false where the service does not tell
	Level  string // the bot's own playing strength: "5" or "max"; "" for people
}

// Reachable reports whether the service can mention the person.
func (u User) Reachable() bool { return u.ID != "" || u.Handle != "" }

// Event is something that happened in a room.
type Event struct {
	// idempotency key, with the service: an event delivered again, even after a restart, has the same ID and is handled
	// once
	ID   string
	Room Room
	// the parent room, as of a thread, where the room's address does not tell; else ""
	Around Room
	// stands for the server that the room belongs to, whose settings apply to all its rooms; never written to; "" if
	// there is none
	Server    Room
	From      User
	Supposed  bool // From is a guess: the next player at a shared keyboard, as no name was given
	Text      string
	Addressed bool   // directed at the bot: a command, a button, a reply to its message, a private chat
	Shared    bool   // a command that names no bot and may be meant for another one in the room
	Private   bool   // the room is a private chat
	Tap       bool   // a button of one of the bot's messages was pressed, and Text is the text of the button
	Pressed   Ref    // of a Tap: that message, as Send returns it when replaced; "" if it cannot be changed
	Quoted    string // text of the bot's message that this one replies to
	QuotedRef Ref    // that message; "" if the service does not tell
	// of a Tap: the person whom the message with the button answers; zero if unknown or nobody
	Opener   User
	Hidden   bool   // of a Tap: only the author sees that message
	Answered User   // author of the message that this one replies to; zero if none or the bot
	Mentions []User // people whom the service identifies beyond their handle
	File     *File  // attachment, nil if none
	Locale   string // language of the author's device as BCP 47, "" if unknown
	Spoken   string // language chosen for the room at the service, "" if none

	Said time.Time // time by the service's clock; zero if it does not tell
	// time by the local clock at which it was fetched again because it may have been missed; zero if it was delivered
	// normally
	Reread time.Time

	Progress Progress // receives the progress of this event; nil if unwanted

	// Reply is the adapter's context for answering this event. Only the adapter reads it; the bot passes it back in
	// Message.Answers.
	Reply any
}

// Named returns the author or the mentioned person with a handle or an id.
func (e Event) Named(name string) (User, bool) {
	for _, u := range append([]User{e.From}, e.Mentions...) {
		if strings.EqualFold(u.Handle, name) || u.ID == name {
			return u, true
		}
	}
	return User{}, false
}

// Pointed returns the first mentioned person without a handle, whom only the service can identify, else the author of
// the message that is replied to.
func (e Event) Pointed() User {
	if i := slices.IndexFunc(e.Mentions, func(u User) bool { return u.Handle == "" && u.ID != "" }); i >= 0 {
		return e.Mentions[i]
	}
	return e.Answered
}

// Message is something to send.
type Message struct {
	Text    []Span
	Board   *Board
	Buttons [][]Button // rows
	Told    bool       // the text already says what the buttons say
	File    *File      // to keep or to forward; never together with a Board

	Answers any // Reply of the event that this answers, nil if it answers none
	// idempotency key: messages with the same key in one room are sent once if the service can tell; "" if it may be
	// repeated
	Once string

	// Overtaken reports, just before sending, whether a newer message supersedes this one; then Send and Edit may
	// return ErrOvertaken. It is nil if that cannot happen.
	Overtaken func() bool

	// News marks an event of a match; it is sent before messages that can be requested again.
	News bool

	// Private is shown only to the author of the answered event, where the service can do that. Without Instead it
	// changes no message that others need.
	Private bool

	// Instead replaces the message whose button was pressed, board and buttons included, if the service can edit; else
	// it is sent anew. It has no effect if no button was pressed.
	Instead bool

	// OnlyButtons is like Instead, but the text and board are already those of the message whose button was pressed: if
	// the service can do that, only the buttons change. The same holds for Edit.
	OnlyButtons bool

	// Closes deletes the message whose button was pressed, or at least its buttons, as it is no longer needed.
	Closes bool

	// Fleeting means that the buttons are obsolete after the next message; they may stay where each API call is costly.
	Fleeting bool

	// Passing means that the message may be deleted later although it has neither board nor buttons, so Send must
	// return its Ref.
	Passing bool

	// Quiet sends the message without a notification, not even of a new message, where the service can do that.
	Quiet bool

	Turn User // whose answer is awaited: the service may notify this person, and only this one
}

// Span is a run of text. A span with a user mentions that person, using the text.
type Span struct {
	Text string
	Bold bool
	Mono bool // in a fixed-width font
	User *User
	Room Room   // room that the text names: the service may make it a link; "" for none
	Lang string // language of the text, as BCP 47; "" if unknown
}

// Board is a position as a picture and as text.
type Board struct {
	PNG  []byte // nil if no picture is wanted
	Alt  string // description of the picture in words
	Text string // lines for a fixed-width font or, with Told, sentences
	Told bool   // the reader wants the board described in words
}

// LargestFile is the largest size in bytes of a file that the bot reads.
const LargestFile = 1 << 20

// File is a file sent through a chat. A GIF is shown animated where the service can do that.
type File struct {
	Name string // with extension, without folders: "k7q2.pdn"
	Data []byte // nil for a received file of more than LargestFile bytes or one that could not be fetched
	Size int    // of a received file, in bytes
	Lost error  // why the file could not be fetched, where the sender can do something about it
	Text string // sent where the file is not accepted; if "", Data if it is readable
}

// ErrNotFile means that what was to be fetched exists, but is not a file.
var ErrNotFile = errors.New("not a file")

// Button sends a text on behalf of the person who presses it, or opens a URL.
type Button struct {
	Label string
	Says  string
	URL   string  // replaces Says
	Asks  Request // input to ask for first; the button is dropped where the service cannot ask
	Tone  Tone    // visual emphasis, where the service has it
}

// Tone is the visual emphasis of a button.
type Tone int

// The tones, from the plainest.
const (
	Even   Tone = iota // no emphasis
	Usual              // leads to the usual next step
	Agrees             // agrees to something
	Grave              // cannot be undone
	Leaves             // closes what the message shows
)

// Request is the kind of input that a button asks for.
type Request int

// The kinds of input.
const (
	Nothing Request = iota
	APerson         // a person, chosen from all there are and appended to the button's text as @handle
	AText           // a text, typed and appended to the button's text; it counts as typed below the message
)

// Ref identifies a message that an adapter sent, "" if the adapter keeps none. A trailing "+" carries extra information
// for the adapter.
type Ref string

// Is reports whether both identify the same message.
func (r Ref) Is(other Ref) bool {
	return r != "" && strings.TrimSuffix(string(r), "+") == strings.TrimSuffix(string(other), "+")
}

// PlainText returns the text of spans without styles.
func PlainText(spans []Span) string {
	var b strings.Builder
	for _, s := range spans {
		b.WriteString(s.Text)
	}
	return b.String()
}

// AddLine appends each of lines below the text; nil lines are skipped.
func (m *Message) AddLine(lines ...[]Span) {
	for _, spans := range lines {
		if spans != nil {
			m.Text = append(append(m.Text, Span{Text: "\n"}), spans...)
		}
	}
}

// Add appends spans to the text after a space, or does nothing if there are none.
func (m *Message) Add(spans []Span) {
	if m.Text != nil && spans != nil {
		m.Text = append(m.Text, Span{Text: " "})
	}
	m.Text = append(m.Text, spans...)
}

// AddRow appends a row of buttons, or does nothing if there are none.
func (m *Message) AddRow(row ...Button) {
	if row != nil {
		m.Buttons = append(m.Buttons, row)
	}
}
