package adapter

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"tabuleiro/bot/cache"
	"tabuleiro/bot/chat"
)

// ActiveRooms are the rooms where people play, as the bot has told lately.
type ActiveRooms struct {
	players *cache.LRU[chat.Room, []string]
	asks    atomic.Pointer[chat.Handler] // nil: nobody listens yet

	mu    sync.Mutex
	asked *cache.LRU[chat.Room, []time.Time] // when those asked something who do not play, the latest last
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
		players: cache.NewTTL[chat.Room, []string](mostSeats, seatsLife),
		asked:   cache.NewTTL[chat.Room, []time.Time](mostSeats, time.Minute),
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
	s.mu.Lock()
	defer s.mu.Unlock()
	asked, _ := s.asked.Get(room)
	asked = slices.DeleteFunc(slices.Clone(asked), func(at time.Time) bool { return time.Since(at) >= time.Minute })
	if len(asked) >= MaxAsked {
		return false
	}
	s.asked.Put(room, append(asked, time.Now()))
	return true
}
