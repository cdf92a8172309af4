package telegram

import (
	"sync"
	"time"

	"github.com/cenkalti/backoff/v5"

	"tabuleiro/bot/telegram/wire"
)

// migrations are the chats that have another id now, and the topics that are gone. A group that becomes a supergroup has
// another id from then on. That is told in the old group, in the new one and in the answer to whatever is said to the
// old one, in any order; the first of these counts. A topic that is deleted is noticed only by what is said there; its
// matches go on in the group.
type migrations struct {
	mu sync.Mutex
	to map[wire.Spot]wire.Spot
}

// settle makes everything to the old spot go to the new one. It reports whether that is news.
func (m *migrations) settle(from, to wire.Spot) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	news := m.to[from] != to
	m.to[from] = to
	return news
}

// current is where a spot is today.
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

// reached reports whether a group has become this one.
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

// noteMove has everything to the old spot go to the new one, and the bot told if it is news, before what is heard from
// now on in the new room. The caller may hold a match, for which the bot has to wait when it moves.
func (t *Telegram) noteMove(from, to wire.Spot) {
	if t.moves.settle(from, to) {
		t.turns.put(to.Room(), func(turn) { t.moved(from, to) })
	}
}

// moved tells the bot once it listens, again and again until that is stored or the adapter is stopped.
func (t *Telegram) moved(from, to wire.Spot) {
	select {
	case <-t.listens:
	case <-t.life.Done():
		return // before there was anybody to tell: Telegram says it again
	}
	_, _ = backoff.Retry(t.life, func() (none struct{}, err error) {
		return none, t.handler.Moved(t.life, from.Room(), to.Room())
	}, backoff.WithBackOff(t.line.Backoff()), backoff.WithMaxElapsedTime(0), backoff.WithNotify(
		func(err error, _ time.Duration) {
			t.Log.Error("telegram: the matches and settings of a room could not be moved, trying again", "from", from.Room(),
				"to", to.Room(), "error", err)
		}))
}
