package adapter

import (
	"context"
	"sync/atomic"
	"time"

	"tabuleiro/bot/chat"
)

// Seats are the rooms where people play, as the bot has told lately.
type Seats struct {
	known *Beliefs[chat.Room, bool]
	asks  atomic.Pointer[chat.Seated] // nil: nobody listens yet
}

// It is believed for so long whether a match is under way in a room, of so many rooms.
const (
	seatsLife = 10 * time.Second
	mostSeats = 2000
)

// NewSeats makes Seats that know of no match.
func NewSeats() *Seats {
	return &Seats{known: NewBeliefs[chat.Room, bool](mostSeats, seatsLife)}
}

// Ask has a handler asked from now on, if it knows.
func (s *Seats) Ask(h chat.Handler) {
	if knows, ok := h.(chat.Seated); ok {
		s.asks.Store(&knows)
	}
}

// In tells whether a match is under way in a room.
func (s *Seats) In(ctx context.Context, room chat.Room) bool {
	asks := s.asks.Load()
	if playing, ok := s.known.Get(room); ok || asks == nil {
		return playing
	}
	playing := (*asks).Seated(ctx, room)
	s.known.Put(room, playing)
	return playing
}
