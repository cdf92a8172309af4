package adapter

import (
	"context"
	"slices"
	"sync/atomic"
	"time"

	"tabuleiro/bot/cache"
	"tabuleiro/bot/chat"
)

// ActiveRooms are the rooms where people play, as the bot has told lately.
type ActiveRooms struct {
	players *cache.LRU[chat.Room, []string]
	asks    atomic.Pointer[chat.Handler]         // nil: nobody listens yet
	asked   *cache.LRU[chat.Room, *atomic.Int32] // how often within a minute by those who do not play
}

// It is believed for so long who plays in a room, of so many rooms.
const (
	seatsLife = 10 * time.Second
	mostSeats = 2000
)

// MaxAsked is how often a minute those may ask something who do not play in a room where a match is under way.
const MaxAsked = 6

// NewActiveRooms makes ActiveRooms that know of no match.
func NewActiveRooms() *ActiveRooms {
	return &ActiveRooms{
		players: cache.New[chat.Room, []string](mostSeats, seatsLife),
		asked:   cache.New[chat.Room, *atomic.Int32](mostSeats, time.Minute),
	}
}

// Ask has a handler asked from now on.
func (s *ActiveRooms) Ask(h chat.Handler) { s.asks.Store(&h) }

// In are the players of a match that is under way in a room, none where there is no match.
func (s *ActiveRooms) In(ctx context.Context, room chat.Room) []string {
	asks := s.asks.Load()
	if players, ok := s.players.Get(room); ok || asks == nil {
		return players
	}
	players := (*asks).Seated(ctx, room)
	s.players.Put(room, players)
	return players
}

// MayAsk reports whether a person may ask something in a room, and counts that. Where a match is under way all who do
// not play share MaxAsked a minute, so that what the players wait for has the rest of what the service lets through.
func (s *ActiveRooms) MayAsk(ctx context.Context, room chat.Room, person string) bool {
	players := s.In(ctx, room)
	if len(players) == 0 || slices.Contains(players, person) {
		return true
	}
	asked, _ := s.asked.PutNew(room, new(atomic.Int32))
	return asked.Add(1) <= MaxAsked
}
