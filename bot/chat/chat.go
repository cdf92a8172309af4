// Package chat says what a chat service is to the bot: something that hears, and something that can be spoken to.
//
// Everything heard is text. A typed line, a command and a button (which says a text) arrive as the same Event, marked
// as said to the bot or only overheard. An answer is a Message, made without a thought for the service; Fit cuts it to
// what the service can carry. Acknowledgements, rate limits, escaping, uploads and threads are the adapter's business.
package chat

import (
	"errors"
	"slices"
	"strings"
	"time"
)

// Room is where people talk: the service and its own address, "telegram:-100200". The part after the colon belongs to
// the adapter.
type Room string

// Service is the part before the colon.
func (r Room) Service() string {
	s, _, _ := strings.Cut(string(r), ":")
	return s
}

// Parent is the room that this one is a part of, as a topic is of a group, if its address tells: then it goes on after
// another colon. It is "" if the address does not tell: see Event.Around.
func (r Room) Parent() Room {
	if i := strings.LastIndexByte(string(r), ':'); i > len(r.Service()) {
		return r[:i]
	}
	return ""
}

// User is a person.
type User struct {
	ID     string // stable, with the service: "telegram:42"; "" if only the handle is known
	Handle string // what others type after @, "" if none
	Name   string // what to call the person: any text, cleaned by the bot before it is shown
	Robot  bool   // is a program and nobody to play with; where the service tells that
	Level  string // at which the bot itself plays: "5" or "max"; "" of anybody else
}

// Reachable reports whether a service can call the person.
func (u User) Reachable() bool { return u.ID != "" || u.Handle != "" }

// Event is something heard.
type Event struct {
	// with the service; the same event delivered again has the same ID, after a restart too: it is dealt with once
	ID   string
	Room Room
	// the room that this one hangs under, as a thread does, where the address of the room does not tell; else ""
	Around Room
	// stands for the server that the room belongs to, whose settings all its rooms have; nothing is said there; "" if
	// there is none
	Server    Room
	From      User
	Supposed  bool // From is only taken to have said it: the next one at a keyboard that people share, who gave no name
	Text      string
	Addressed bool   // said to the bot: a command, a button, an answer to its message, a private talk
	Shared    bool   // of a command: it names no bot, and where it was said it may be for another one
	Private   bool   // nobody else is in the room
	Tap       bool   // a button of one of the bot's messages was pressed, and Text is what it says
	Pressed   Ref    // of a Tap: that message, as Send calls it when a message takes its place; "" if it cannot be changed
	Quoted    string // the text of the bot's own message that this one answers
	QuotedRef Ref    // names that message; "" if the service does not tell
	// of a Tap: the one whom the message with the button answers; zero: that is not known, or it answers nobody
	Opener   User
	Hidden   bool   // of a Tap: nobody else sees that message
	Answered User   // whose message this one answers; zero if none or the bot's
	Mentions []User // people mentioned by more than their handle
	File     *File  // sent along, nil if none
	Locale   string // language of the author's device as BCP 47, "" if unknown
	Spoken   string // language that those whose room it is have chosen for it at the service, "" if none

	Said time.Time // when it was said, by the service; zero if it does not tell
	// when it was read again because it may have been missed, by the clock of this program; zero: it came by itself
	Reread time.Time

	Progress Progress // is told how far this event has come; nil: nothing is

	// Reply is what the adapter needs to know in order to answer this event. Only the adapter looks into it; the bot hands
	// it back in Message.Answers.
	Reply any
}

// Named is the person with a handle or an id, if it is the author or somebody mentioned.
func (e Event) Named(name string) (User, bool) {
	for _, u := range append([]User{e.From}, e.Mentions...) {
		if strings.EqualFold(u.Handle, name) || u.ID == name {
			return u, true
		}
	}
	return User{}, false
}

// Pointed is somebody mentioned without a handle, whom the service alone names, else the one whose message is answered.
func (e Event) Pointed() User {
	if i := slices.IndexFunc(e.Mentions, func(u User) bool { return u.Handle == "" && u.ID != "" }); i >= 0 {
		return e.Mentions[i]
	}
	return e.Answered
}

// Message is something to say.
type Message struct {
	Text    []Span
	Board   *Board
	Buttons [][]Button // rows
	Told    bool       // the text already tells what the buttons say
	File    *File      // to keep or to pass on; never together with a Board

	Answers any // the Reply of the event that this answers, nil if it answers none
	// the same again in one room is the same message, said once if the service can tell; "" if it may be repeated
	Once string

	// Overtaken tells, when the message is about to leave, that something newer is to be said in its place; nil: it never
	// is. Then Send and Edit may leave it, with ErrOvertaken.
	Overtaken func() bool

	// News tells what has happened in a match: it is said before what can be asked for again.
	News bool

	// Private is only for the author of that event, where the service can do that. Without Instead it changes no message
	// that others need, too.
	Private bool

	// Instead takes the place of the message whose button was the event, board and buttons included, where the service can
	// change what it said; else it is said anew. Without a button it means nothing.
	Instead bool

	// OnlyButtons is Instead for a message that says what the one says already whose button was the event: where the
	// service can do that, it changes nothing but the buttons. So it is for Edit.
	OnlyButtons bool

	// Closes takes the message away whose button was the event, or at least its buttons: it has done its service.
	Closes bool

	// Fleeting buttons count for nothing any more when a newer message has come: where every call is dear they may stay.
	Fleeting bool

	// Passing may be taken away later, though it has neither board nor buttons: Send returns its name.
	Passing bool

	// Quiet notifies nobody, not even by having come, where the service can do that.
	Quiet bool

	Turn User // whose answer is waited for: the service may notify this person, and only this one
}

// Span is a stretch of text. A span with a user mentions that person, by the text.
type Span struct {
	Text string
	Bold bool
	Mono bool // in a fixed-width font
	User *User
	Room Room   // the text stands for this room: the service may lead there instead; "" for none
	Lang string // language of a text that names commands, as BCP 47; "" if it is not known
}

// Board is a position to be shown, as a picture and as text.
type Board struct {
	PNG  []byte // nil where nobody wants a picture
	Alt  string // what the picture shows, in words
	Text string // lines for a fixed-width font or, with Told, sentences
	Told bool   // the reader wants the board told in words
}

// LargestFile is the number of bytes a file may have to be looked at.
const LargestFile = 1 << 20

// File is a file as it travels through a chat. A GIF is shown moving where the service can do that.
type File struct {
	Name string // with its ending, without folders: "k7q2.pdn"
	Data []byte // of what was heard nil if it has more than LargestFile bytes or could not be had
	Size int    // in bytes, of what was heard; Data tells the rest
	Lost error  // why it could not be had, where the one who sent it can do something about that
	Text string // what is said where the file is not taken; "": Data if that can be read
}

// ErrNotFile is why something could not be had that is there, but no file.
var ErrNotFile = errors.New("not a file")

// Button says a text in the name of the person who presses it, or opens an address that a Sharer has made.
type Button struct {
	Label string
	Says  string
	URL   string  // instead of Says
	Asks  Request // for something first; where the service cannot, there is no such button
	Tone  Tone    // how it stands out, where the service can show that
}

// Tone is how a button stands out among others.
type Tone int

// The tones, the plainest first.
const (
	Even   Tone = iota // not at all
	Usual              // it leads to what mostly comes next
	Agrees             // it says yes to somebody
	Grave              // what it does cannot be taken back
)

// Request is the kind of thing that a button asks the person for who presses it.
type Request int

// What a button asks for.
const (
	Nothing Request = iota
	APerson         // is chosen of all there are, and said after the text of the button, as @handle
	AText           // is typed, and said after the text of the button, as what is typed under its message
)

// Ref is an adapter's name for a message that it sent, "" if it keeps none. A "+" at its end tells the adapter more of
// the message.
type Ref string

// Is reports whether both name one message.
func (r Ref) Is(other Ref) bool {
	return r != "" && strings.TrimSuffix(string(r), "+") == strings.TrimSuffix(string(other), "+")
}

// PlainText is the text of spans without their styles.
func PlainText(spans []Span) string {
	var b strings.Builder
	for _, s := range spans {
		b.WriteString(s.Text)
	}
	return b.String()
}

// AddLine puts lines of spans below the text, each on a line of its own; none add nothing.
func (m *Message) AddLine(lines ...[]Span) {
	for _, spans := range lines {
		if spans != nil {
			m.Text = append(append(m.Text, Span{Text: "\n"}), spans...)
		}
	}
}

// Add puts spans behind the text, with a blank between; none add nothing.
func (m *Message) Add(spans []Span) {
	if m.Text != nil && spans != nil {
		m.Text = append(m.Text, Span{Text: " "})
	}
	m.Text = append(m.Text, spans...)
}

// AddRow puts a row of buttons below the others; none add nothing.
func (m *Message) AddRow(row ...Button) {
	if row != nil {
		m.Buttons = append(m.Buttons, row)
	}
}
