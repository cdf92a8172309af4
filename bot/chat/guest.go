package chat

import "context"

// Weight is what an event is worth before anything was looked up.
type Weight int

// The weights, the lightest first.
const (
	Talk Weight = iota // is for nobody here: it need not be passed on
	Wish               // may mean something to the bot
	Move               // reads as a move, and is never skipped
)

// Weigher is a handler that can tell at once what an event may be. It waits for nothing.
type Weigher interface {
	Weigh(e Event) Weight
}

// Seated is a handler that knows where people play. It may look into its store.
type Seated interface {
	// Seated lists the ids of those who play in a room where a match is under way, or are called to play; nil where none
	// is.
	Seated(ctx context.Context, room Room) []string
}

// Guest is a handler that wants to know when somebody has taken the bot into a room or does not let it write there, and
// when somebody else has left it.
type Guest interface {
	// Joined tells who has, where, and the language of that person's device; the event has no text. All tells that the
	// bot hears everything in that room.
	Joined(ctx context.Context, e Event, all bool)

	// Left tells that somebody is not in a room any more.
	Left(ctx context.Context, room Room, who User)

	// Shut tells that the bot may not write in a room any more, and who has seen to that, as far as that is known.
	Shut(ctx context.Context, room Room, by User)
}
