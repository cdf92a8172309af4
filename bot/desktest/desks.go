package desktest

import (
	"context"

	"tabuleiro/bot/chat"
)

// Square is a service where boards are updated in place, and people are notified in private.
type Square struct {
	*Desk
	Hidden  bool // no message is in sight
	Talks   bool // people have private chats with the bot
	Removed []chat.Ref
}

// InSight reports whether a message is in sight.
func (s *Square) InSight(chat.Room, chat.Ref) bool { return !s.Hidden }

// Direct returns a person's private chat.
func (s *Square) Direct(_ context.Context, id string) (chat.Room, error) { return chat.Room(id), nil }

// Callable returns a person's private chat, and whether the bot may write there.
func (s *Square) Callable(_ context.Context, id string, _ bool) (chat.Room, bool) {
	return chat.Room(id), s.Talks
}

// Address returns a link to a message.
func (s *Square) Address(room chat.Room, ref chat.Ref) string {
	return "https://square.example/" + string(room) + "/" + string(ref)
}

// Remove records a removed message.
func (s *Square) Remove(_ context.Context, _ chat.Room, ref chat.Ref) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Removed = append(s.Removed, ref)
	return nil
}

// NamedDesk is a desk where the bot has an account.
type NamedDesk struct{ *Desk }

// Self returns the bot's account.
func (NamedDesk) Self() chat.User { return chat.User{ID: "desk:bot", Handle: "Tabuleiro_bot"} }
