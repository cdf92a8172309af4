package chat

import (
	"context"
	"errors"
	"fmt"

	"github.com/prometheus/client_golang/prometheus"
)

// Adapter is a chat service.
type Adapter interface {
	// Name is the service's part of rooms and ids: "telegram".
	Name() string

	// Self is the bot as people see it, by an id or a handle; zero while the service has not told.
	Self() User

	// Caps are what the service can carry in a room; "" for what it can where nothing stands in the way.
	Caps(room Room) Caps

	// Run passes on what is heard until the context ends or nothing more can be heard; then it returns nil.
	Run(ctx context.Context, h Handler) error

	// Send says a message, fitted to the Caps, and returns when the service has it. A room that cannot be written to any
	// more is an error that wraps ErrClosed, and one of a service that cannot be reached wraps ErrAway.
	Send(ctx context.Context, room Room, m Message) (Ref, error)

	// Edit changes what was said. An error means that the message is as it was, as all are where nothing can be changed.
	Edit(ctx context.Context, room Room, ref Ref, m Message) error

	// Retire takes the buttons off what was said, if that can be done; the bot asks for it when newer ones are out.
	Retire(ctx context.Context, room Room, ref Ref) error

	// Remove takes away what was said, or at least its buttons, if that can be done.
	Remove(ctx context.Context, room Room, ref Ref) error

	// State tells how the adapter is doing. It does not wait for anything but locks.
	State() State
}

// State is how an adapter is doing. What it does not tell is nil.
type State struct {
	// the lengths of its queues by name, a word of a few letters: "in" for what was heard and the bot has not been given,
	// "out" for what the bot has said and the service has not
	Queues map[string]int
	Waits  prometheus.Collector // how long messages have waited for the service's limits, by what they are
	Lacks  []string             // what the owner could switch on at the service, in words of a few letters
}

// Progress is an adapter that has the next event of a room decided while what came of this one is still being said.
type Progress interface {
	// Decided tells that what the event asks for is done, and its answer is still to be said: it would be lost unless the
	// event were heard again.
	Decided()

	// Settled is Decided where what is still to be said would be found in the store.
	Settled()

	// Forget sees that nothing is written down of what has been dealt with.
	Forget()
}

// Direct is an adapter to people who are not all in one place, and may not have their eyes on what was said.
type Direct interface {
	// Direct is a person's private talk. The bot may not be allowed to write there.
	Direct(ctx context.Context, id string) (Room, error)

	// Callable is the private talk of a person who can be called there to what is in a room, if the bot may write there;
	// wanted, if this one has asked for that.
	Callable(ctx context.Context, id string, wanted bool) (Room, bool)

	// Address is a link to a message, "" if it has none.
	Address(room Room, ref Ref) string

	// InSight reports whether a message came not long ago, and nobody is known to have said anything after it. Without
	// that only a message whose button has just been pressed is in sight.
	InSight(room Room, ref Ref) bool
}

// Links is an adapter with addresses that can be passed on.
type Links interface {
	// Link is an address: a person who opens it says "/start payload" to the bot in private. A payload has at most 64 of
	// A-Z, a-z, 0-9, _ and -.
	Link(payload string) string

	// Share is an address that has a person choose a chat, and passes a link on there with a text; "" if there is none.
	Share(link, text string) (address string)
}

// Threads is an adapter to servers with many rooms, where some commands are found under others.
type Threads interface {
	// Thread opens a thread in a room, named by a title, for who is in the room. The people are let in.
	Thread(ctx context.Context, room Room, title string, people ...User) (Room, error)

	// Find is somebody with a handle whom the one with an id may call in a room: in a private talk the one who is where
	// that one is, too, or talks with the bot.
	Find(room Room, by, handle string) (User, bool)

	// Written is a text of a language with the commands in it as they are given here, and names for what goes with them:
	// /accept #k7q2 may be /tabuleiro accept match: k7q2.
	Written(text, lang string) string
}

// Presence is an adapter that knows the people of its rooms by their ids.
type Presence interface {
	// Administers reports whether a person looks after a room. In a private talk everybody does.
	Administers(ctx context.Context, room Room, id string) (bool, error)

	// Present reports whether a person is in a room; with now what the service told before does not count. An error means
	// that this is not known.
	Present(ctx context.Context, room Room, id string, now bool) (bool, error)
}

// ErrClosed is the answer of a room that does not take messages any more.
var ErrClosed = errors.New("the room is closed")

// ErrBlocked is ErrClosed of a private talk by the person who is there.
var ErrBlocked = fmt.Errorf("%w by the person who is there", ErrClosed)

// ErrGuest is ErrClosed of a room where the bot may answer, and nothing has been said to it for a while.
var ErrGuest = fmt.Errorf("%w: the bot is a guest here and can only answer", ErrClosed)

// ErrAway is the answer of a service that cannot be reached now, or takes nothing for a while: the same may be tried
// again later for as long as that lasts.
var ErrAway = errors.New("the service takes nothing now")

// ErrOvertaken is why a message has not left: see Message.Overtaken.
var ErrOvertaken = errors.New("something newer is to be said in its place")

// Handler is the bot as the adapters see it. Its methods may be called from many goroutines; the events of one room are
// passed one after the other.
type Handler interface {
	Listener

	// Moved tells that a room has another address from now on. When it returns nil the bot has stored that.
	Moved(ctx context.Context, from, to Room) error
}

// Listener is what a Handler does with what is heard.
type Listener interface {
	// Hear deals with an event and returns when all that it caused is stored and said.
	Hear(ctx context.Context, e Event)

	// Weigh tells at once what an event may be. It waits for nothing.
	Weigh(e Event) Weight

	// Suggest completes what is being typed: whole texts, best first.
	Suggest(ctx context.Context, e Event) []string

	// Seated lists the ids of those who play in a room where a match is under way, or are called to play; nil where none
	// is. It may look into the store.
	Seated(ctx context.Context, room Room) []string

	// Playing are the rooms of a service in which a match is played.
	Playing(ctx context.Context, service string) ([]Room, error)

	// ShowAgain shows in a room how the matches there stand, because the bot could not speak there or, if missed, because
	// what was said may not have been heard and cannot be read. That is told once, also where nothing is played.
	ShowAgain(ctx context.Context, room Room, missed bool)

	// Joined tells who has taken the bot into a room, and the language of that person's device; the event has no text. All
	// tells that the bot hears everything in that room.
	Joined(ctx context.Context, e Event, all bool)

	// Left tells that somebody is not in a room any more.
	Left(ctx context.Context, room Room, who User)

	// Shut tells that the bot may not write in a room any more, and who has seen to that, as far as that is known.
	Shut(ctx context.Context, room Room, by User)

	// Offers are those for what somebody is typing, best first. The room of the event is the author's private one.
	Offers(ctx context.Context, e Event) []Offer

	// Take has the author of an event take an offer, which is the text of the event. The room is the author's private
	// one, and Pressed the message that was posted.
	Take(ctx context.Context, e Event) Taking
}

// Weight is what an event is worth before anything was looked up.
type Weight int

// The weights, the least first.
const (
	Talk Weight = iota // is for nobody here: it need not be passed on
	Wish               // may mean something to the bot
	Move               // reads as a move, and is never skipped
)

// Offer is something that a person can post in any chat, be the bot in it or not.
type Offer struct {
	Title   string
	Below   string  // in small letters below the title, "" for nothing
	Message Message // what is posted: text, and a button that says what takes the offer
}

// Taking is the answer to somebody who takes an offer.
type Taking struct {
	Shown Message // stands where the offer stood; without a text that stays as it is
	Told  string  // only for the person who took it, "" if there is nothing to tell
	Link  string  // opens the private chat where it goes on, "" if there is nothing to open
}
