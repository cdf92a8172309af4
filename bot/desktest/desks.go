package desktest

import (
	"context"

	"tabuleiro/bot/chat"
)

// Square is a service where a board goes on in its message, and people are called in private.
type Square struct {
	*Desk
	Hidden  bool // nothing is in sight
	Talks   bool // people have private talks with the bot
	Removed []chat.Ref
}

// InSight reports whether a message is in sight.
func (s *Square) InSight(chat.Room, chat.Ref) bool { return !s.Hidden }

// Direct is where somebody is talked to in private.
func (s *Square) Direct(_ context.Context, id string) (chat.Room, error) { return chat.Room(id), nil }

// Callable reports whether somebody can be called in private, and where.
func (s *Square) Callable(_ context.Context, id string, _ bool) (chat.Room, bool) {
	return chat.Room(id), s.Talks
}

// Address is where a message is found.
func (s *Square) Address(room chat.Room, ref chat.Ref) string {
	return "https://square.example/" + string(room) + "/" + string(ref)
}

// Remove takes a message away.
func (s *Square) Remove(_ context.Context, _ chat.Room, ref chat.Ref) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Removed = append(s.Removed, ref)
	return nil
}

// NamedDesk is a desk that knows what people call the bot.
type NamedDesk struct{ *Desk }

// Self is who the bot is there.
func (NamedDesk) Self() chat.User { return chat.User{ID: "desk:bot", Handle: "Tabuleiro_bot"} }
