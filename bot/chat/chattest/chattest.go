// Package chattest has what a test need not care about.
package chattest

import (
	"context"
	"errors"

	"tabuleiro/bot/chat"
)

// Deaf is a chat.Handler that hears nothing. What embeds it does what its test is about.
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

// Mute is what a chat.Adapter need not do: nothing that was said can be changed, and nobody knows the bot.
type Mute struct{}

func (Mute) Self() (none chat.User)   { return none }
func (Mute) State() (none chat.State) { return none }
func (Mute) Edit(context.Context, chat.Room, chat.Ref, chat.Message) error {
	return errors.ErrUnsupported
}
func (Mute) Retire(context.Context, chat.Room, chat.Ref) error { return nil }
func (Mute) Remove(context.Context, chat.Room, chat.Ref) error { return nil }
