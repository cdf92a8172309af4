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

// Offerer is a handler with offers.
type Offerer interface {
	// Offers are those for what somebody is typing, best first. The room of the event is the author's private one.
	Offers(ctx context.Context, e Event) []Offer

	// Take has the author of an event take an offer, which is the text of the event. The room is the author's private
	// one, and Pressed the message that was posted.
	Take(ctx context.Context, e Event) Taking
}
