// Package chattest provides test doubles for package chat.
package chattest

import (
	"context"
	"errors"

	"tabuleiro/bot/chat"
)

// Deaf is a chat.Handler that ignores everything. Tests embed it and override what they need.
type Deaf struct{}

var _ chat.Handler = Deaf{}

func (Deaf) Hear(context.Context, chat.Event)                      {}
func (Deaf) Weigh(chat.Event) chat.Weight                          { return chat.Wish }
func (Deaf) Suggest(context.Context, chat.Event) []string          { return nil }
func (Deaf) Moved(context.Context, chat.Room, chat.Room) error     { return nil }
func (Deaf) Seated(context.Context, chat.Room) []string            { return nil }
func (Deaf) Playing(context.Context, string) ([]chat.Room, error)  { return nil, nil }
func (Deaf) ShowAgain(context.Context, chat.Room, bool)            {}
func (Deaf) Joined(context.Context, chat.Event, bool)              {}
func (Deaf) Left(context.Context, chat.Room, chat.User)            {}
func (Deaf) Shut(context.Context, chat.Room, chat.User)            {}
func (Deaf) Offers(context.Context, chat.Event) []chat.Offer       { return nil }
func (Deaf) Take(context.Context, chat.Event) (taking chat.Taking) { return taking }

// Mute provides the chat.Adapter methods that a test does not need: edits are unsupported and the bot has no account.
type Mute struct{}

func (Mute) Self() (none chat.User)   { return none }
func (Mute) State() (none chat.State) { return none }
func (Mute) Edit(context.Context, chat.Room, chat.Ref, chat.Message) error {
	return errors.ErrUnsupported
}
func (Mute) Retire(context.Context, chat.Room, chat.Ref) error { return nil }
func (Mute) Remove(context.Context, chat.Room, chat.Ref) error { return nil }
