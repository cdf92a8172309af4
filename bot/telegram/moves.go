package telegram

import (
	"sync"
	"time"

	"github.com/cenkalti/backoff/v5"

	"tabuleiro/bot/adapter"
	"tabuleiro/bot/telegram/wire"
)

// migrations maps chats that have a new id, and topics that were deleted, to their successors. A group that becomes a
// supergroup gets a new id, which Telegram reports in the old group, in the new one and in errors, in any order; a
// deleted topic shows only as an error of a message to it, and its matches continue in the group.
type migrations struct {
	mu sync.Mutex
	to map[wire.Spot]wire.Spot
}

// settle redirects a spot to another one. It reports whether that is new.
func (m *migrations) settle(from, to wire.Spot) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	news := m.to[from] != to
	m.to[from] = to
	return news
}

// current returns the successor of a spot, or the spot itself.
func (m *migrations) current(s wire.Spot) wire.Spot {
	m.mu.Lock()
	defer m.mu.Unlock()
	if to, ok := m.to[s]; ok {
		s = to
	}
	if to, ok := m.to[wire.Spot{Chat: s.Chat}]; ok {
		return wire.Spot{Chat: to.Chat}
	}
	return s
}

// reached reports whether a chat is the successor of another one.
func (m *migrations) reached(chat int64) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	for from, to := range m.to {
		if to.Chat == chat && from.Chat != chat {
			return true
		}
	}
	return false
}

// noteMove redirects a spot to another one and, if that is new, schedules Moved before later events in the new room. It
// does not call Moved itself because the caller may hold the lock of a match, which the bot needs.
func (t *Telegram) noteMove(from, to wire.Spot) {
	if t.moves.settle(from, to) {
		t.turns.PutTurn(to.Room(), func(adapter.Turn) { t.moved(from, to) })
	}
}

// moved calls Moved once there is a handler, and retries until it succeeds or the adapter stops.
func (t *Telegram) moved(from, to wire.Spot) {
	select {
	case <-t.listens:
	case <-t.life.Done():
		return // there was nobody to tell: Telegram will report it again
	}
	_, _ = backoff.Retry(t.life, func() (none struct{}, err error) {
		return none, t.handler.Moved(t.life, from.Room(), to.Room())
	}, backoff.WithBackOff(t.line.Backoff()), backoff.WithMaxElapsedTime(0), backoff.WithNotify(
		func(err error, _ time.Duration) {
			t.Log.Error("telegram: the matches and settings of a room could not be moved, trying again", "from", from.Room(),
				"to", to.Room(), "error", err)
		}))
}
