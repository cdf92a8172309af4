package chat

import "context"

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

// Reposter is an adapter that can change what a person has posted where the bot is not.
type Reposter interface {
	// Repost makes another message of it; name is Event.Pressed of whoever took the offer that was posted. It may have the
	// picture of a board only if the service Has that. One that has got a picture keeps it while what comes has none. Its
	// errors wrap ErrClosed if the message is gone, and ErrAway if the same may be tried again later.
	Repost(ctx context.Context, name string, m Message) error

	// Has tells whether the service has a picture because it was sent somewhere, as far as that is known.
	Has(png []byte) bool
}

// Offerer is a handler with offers.
type Offerer interface {
	// Offers are those for what somebody is typing, best first. The room of the event is the author's private one.
	Offers(ctx context.Context, e Event) []Offer

	// Take has the author of an event take an offer, which is the text of the event. The room is the author's private
	// one, and Pressed the message that was posted. A Tap there is not on an offer, but on what has come of it: somebody
	// who plays that, and so is told nothing, has it heard as any other.
	Take(ctx context.Context, e Event) Taking
}
