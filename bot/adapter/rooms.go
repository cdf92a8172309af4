package adapter

import (
	"context"
	"slices"
	"sync/atomic"
	"time"

	"tabuleiro/bot/cache"
	"tabuleiro/bot/chat"
)

// ActiveRooms caches who plays in which room, as the bot reported within the last seconds.
type ActiveRooms struct {
	players *cache.LRU[chat.Room, []string]
	asks    atomic.Pointer[chat.Handler]         // nil until a handler is set
	asked   *cache.LRU[chat.Room, *atomic.Int32] // requests within the minute by people who do not play
}

// TTL and size of the cache of players by room.
const (
	seatsLife = 10 * time.Second
	mostSeats = 2000
)

// MaxAsked limits the requests a minute of all people who do not play, in a room with a match under way.
const MaxAsked = 6

// NewActiveRooms makes an empty ActiveRooms.
func NewActiveRooms() *ActiveRooms {
	return &ActiveRooms{
		players: cache.New[chat.Room, []string](mostSeats, seatsLife),
		asked:   cache.New[chat.Room, *atomic.Int32](mostSeats, time.Minute),
	}
}

// Ask sets the handler that knows the players.
func (s *ActiveRooms) Ask(h chat.Handler) { s.asks.Store(&h) }

// In returns the players of the match under way in a room, none if there is no match.
func (s *ActiveRooms) In(ctx context.Context, room chat.Room) []string {
	asks := s.asks.Load()
	if players, ok := s.players.Get(room); ok || asks == nil {
		return players
	}
	players := (*asks).Seated(ctx, room)
	s.players.Put(room, players)
	return players
}

// MayAsk reports whether a person may ask something in a room, and counts the request. While a match is under way, all
// who do not play share MaxAsked a minute, which leaves the rest of the service's rate limit to the players.
func (s *ActiveRooms) MayAsk(ctx context.Context, room chat.Room, person string) bool {
	players := s.In(ctx, room)
	if len(players) == 0 || slices.Contains(players, person) {
		return true
	}
	asked, _ := s.asked.PutNew(room, new(atomic.Int32))
	return asked.Add(1) <= MaxAsked
}
