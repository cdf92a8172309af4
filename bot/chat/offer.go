package chat

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
