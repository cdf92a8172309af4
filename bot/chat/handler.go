package chat

import "context"

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
