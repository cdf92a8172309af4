package discord

import (
	"context"
	"log/slog"

	"tabuleiro/bot/adapter"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord/answer"
	"tabuleiro/bot/discord/client"
	"tabuleiro/bot/discord/commands"
	"tabuleiro/bot/discord/places"
	"tabuleiro/bot/discord/styled"
	"tabuleiro/bot/recent"
)

// outbox says things: in channels, in answer to interactions, in the place of what was said before.
type outbox struct {
	client   *client.Client
	desk     *answer.Desk
	words    *commands.Set
	places   *places.Places
	notes    notes
	log      *slog.Logger
	sentence sentence
	caps     func() chat.Caps
	content  func() bool // the text of all messages is heard
	spawn    func(do func())
	life     context.Context

	handler  chat.Handler              // nil until there is one
	retiring *adapter.Queue[chat.Room] // old buttons

	sight   *sight
	met     *met
	talks   *recent.List[string, chat.Room]   // direct talks in which people have said something, by their ids
	opened  *recent.List[string, chat.Room]   // those that the bot has opened
	refused *adapter.Beliefs[chat.Room, bool] // direct talks that took no message, until something is heard there
	visits  *adapter.Beliefs[chat.Room, ways] // the ways into rooms in which the bot is no member
	guestIn *recent.List[chat.Room, bool]     // those rooms
	dressed *recent.List[string, bool]        // ids of messages that got their buttons later
	// rooms that took no message and may again, until something is heard there
	shut *recent.List[chat.Room, bool]
	// what is being answered, by the ids of messages whose buttons were pressed
	pressed *recent.List[string, *answer.Answer]
	openers *recent.List[string, string] // those for whom alone a message is that all see, by its id
}

// How much is remembered, and for how long: of channels, people and messages those of the last hours, as all of it can
// be asked again or is a comfort only.
const remembered = 2000

// compose is a message as Discord takes it.
func (o *outbox) compose(m chat.Message) []styled.Part { return styled.Compose(o.words, m, o.caps()) }

// line is a sentence of the adapter's own as Discord takes it.
func (o *outbox) line(text string) styled.Part {
	return styled.Part{Content: o.words.Linked(styled.Escape(text))}
}
