package chat

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/prometheus/client_golang/prometheus"
)

// Adapter connects the bot to a chat service.
type Adapter interface {
	// Name returns the service's prefix of rooms and ids: "telegram".
	Name() string

	// Self returns the bot's own account, with an id or a handle; it is zero until the service has sent it.
	Self() User

	// Caps returns what the service supports in a room, or what it supports at best if the room is "".
	Caps(room Room) Caps

	// Run passes events to the handler until the context ends or the input does; then it returns nil.
	Run(ctx context.Context, h Handler) error

	// Send sends a message that fits the Caps and returns once the service has accepted it. The error wraps ErrClosed
	// if the room can no longer be written to, and ErrAway if the service cannot be reached.
	Send(ctx context.Context, room Room, m Message) (Ref, error)

	// Edit changes a message that was sent. On an error the message is unchanged; adapters that cannot edit always
	// return one.
	Edit(ctx context.Context, room Room, ref Ref, m Message) error

	// Retire removes the buttons of a sent message if the service can do that. The bot calls it when newer buttons are
	// out.
	Retire(ctx context.Context, room Room, ref Ref) error

	// Remove deletes a sent message, or at least its buttons, if the service can do that.
	Remove(ctx context.Context, room Room, ref Ref) error

	// State returns the adapter's condition for monitoring. It blocks on nothing but locks.
	State() State
}

// State is an adapter's condition for monitoring. A field that the adapter does not report is nil.
type State struct {
	// lengths of its queues by short name: "in" for events that the bot has not handled yet, "out" for messages that
	// the service has not accepted yet
	Queues map[string]int
	Waits  prometheus.Collector // how long messages waited for the service's rate limits, by kind of message
	Lacks  []string             // short names of features that the owner could enable at the service
}

// Progress is implemented by adapters that pass the next event of a room on while the answer to this one is still being
// sent.
type Progress interface {
	// Decided reports that the event has been applied but not yet answered. The answer would be lost unless the event
	// were delivered again.
	Decided()

	// Settled is like Decided, but the pending answer can be recovered from the store.
	Settled()

	// Forget removes events that have been handled from what the adapter keeps on disk.
	Forget()
}

// Direct is implemented by adapters to services with private chats, whose users may not be watching the room.
type Direct interface {
	// Direct returns a person's private chat. The bot may not be allowed to write there.
	Direct(ctx context.Context, id string) (Room, error)

	// Callable returns a person's private chat, and whether the bot may write there to point the person to another
	// room. wanted means that the person has asked for that.
	Callable(ctx context.Context, id string, wanted bool) (Room, bool)

	// Address returns a link to a message, "" if it has none.
	Address(room Room, ref Ref) string

	// InSight reports whether a message is recent and no later message is known in its room. Where the adapter lacks
	// this, only the message whose button has just been pressed counts as in sight.
	InSight(room Room, ref Ref) bool
}

// Links is implemented by adapters to services with links to the bot.
type Links interface {
	// Link returns an address; opening it sends "/start payload" to the bot in a private chat. A payload has at most 64
	// characters of A-Z, a-z, 0-9, _ and -.
	Link(payload string) string

	// Share returns an address that lets a person choose a chat and posts link and text there, "" if there is none.
	Share(link, text string) (address string)
}

// Threads is implemented by adapters to servers with many rooms, where some commands are subcommands of others.
type Threads interface {
	// Thread opens a titled thread in a room, visible to the members of the room, and adds the people to it.
	Thread(ctx context.Context, room Room, title string, people ...User) (Room, error)

	// Find looks up a person by handle, and reports whether the person with the id by may challenge them in the room.
	// In a private chat that holds for people who share a server with by or have a private chat with the bot.
	Find(room Room, by, handle string) (User, bool)

	// Written rewrites the commands in a text of a language to the form used here, with names for their arguments:
	// /accept #k7q2 may become /tabuleiro accept match: k7q2.
	Written(text, lang string) string
}

// Presence is implemented by adapters that can look up the members of a room by id.
type Presence interface {
	// Administers reports whether a person is an administrator of a room. In a private chat everybody is.
	Administers(ctx context.Context, room Room, id string) (bool, error)

	// Present reports whether a person is in a room; now bypasses cached answers. An error means that it is unknown.
	Present(ctx context.Context, room Room, id string, now bool) (bool, error)
}

// ErrClosed means that a room no longer accepts messages.
var ErrClosed = errors.New("the room is closed")

// ErrBlocked means that a person accepts no messages of the bot in their private chat; it wraps ErrClosed.
var ErrBlocked = fmt.Errorf("%w by the person who is there", ErrClosed)

// ErrGuest means that the bot may only answer in a room, and has not been addressed there recently; it wraps ErrClosed.
var ErrGuest = fmt.Errorf("%w: the bot is a guest here and can only answer", ErrClosed)

// ErrAway means that the service cannot be reached or rejects everything for a while. The caller may retry later.
var ErrAway = errors.New("the service takes nothing now")

// ErrOvertaken means that a message was not sent because it was superseded: see Message.Overtaken.
var ErrOvertaken = errors.New("something newer is to be said in its place")

// Warn logs what has failed, unless err is nil or says that it was cancelled, as at the end.
func Warn(log *slog.Logger, err error, failed string, about ...any) {
	if err != nil && !errors.Is(err, context.Canceled) {
		log.Warn(failed, append(about, "error", err)...)
	}
}

// Handler is the bot as adapters see it. Its methods are safe for concurrent use; an adapter passes the events of one
// room one after the other.
type Handler interface {
	// Moved reports that a room has a new address. It returns nil once the bot has stored that.
	Moved(ctx context.Context, from, to Room) error

	// Hear handles an event and returns once everything it caused is stored and sent.
	Hear(ctx context.Context, e Event)

	// Weigh classifies an event at once, without blocking.
	Weigh(e Event) Weight

	// Suggest returns completions of the text being typed: whole texts, best first.
	Suggest(ctx context.Context, e Event) []string

	// Seated returns the ids of those who play or are challenged in a room with a match under way, nil if there is
	// none. It may read the store.
	Seated(ctx context.Context, room Room) []string

	// Playing returns the rooms of a service in which a match is being played.
	Playing(ctx context.Context, service string) ([]Room, error)

	// ShowAgain shows the current matches in a room because the bot could not write there or, with missed, because
	// events may have been lost that cannot be fetched. Then the room is told so once, even if nothing is played there.
	ShowAgain(ctx context.Context, room Room, missed bool)

	// Joined reports who added the bot to a room, and the language of that person's device; the event has no text. all
	// means that the bot receives every message of the room.
	Joined(ctx context.Context, e Event, all bool)

	// Left reports that a person has left a room.
	Left(ctx context.Context, room Room, who User)

	// Shut reports that the bot may no longer write in a room, and by whose action if that is known.
	Shut(ctx context.Context, room Room, by User)

	// Offers returns offers for what a person is typing, best first. The room of the event is the author's private
	// chat.
	Offers(ctx context.Context, e Event) []Offer

	// Take lets the author of an event accept an offer; the text of the event identifies the offer. The room is the
	// author's private chat, and Pressed the posted message.
	Take(ctx context.Context, e Event) Taking
}

// Weight is the importance of an event as far as it can be told without looking anything up.
type Weight int

// The weights, in ascending order.
const (
	Talk Weight = iota // is not for the bot and need not be passed on
	Wish               // may concern the bot
	Move               // reads as a move and is never skipped
)

// Offer is a message that a person can post in any chat, even one without the bot.
type Offer struct {
	Title   string
	Below   string  // small print below the title, "" for none
	Message Message // what is posted: text, and a button that accepts the offer
}

// Taking is the answer to a person who accepts an offer.
type Taking struct {
	Shown Message // replaces the posted offer; without a text the offer stays as it is
	Told  string  // shown only to the person who accepted, "" for nothing
	Link  string  // opens the private chat where the conversation continues, "" for none
}
