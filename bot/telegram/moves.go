package telegram

import (
	"log/slog"
	"maps"
	"sync"

	"tabuleiro/bot/telegram/wire"
)

// moves are the chats that have another id now, and the topics that are gone.
type moves struct {
	mu  sync.Mutex
	to  map[wire.Spot]wire.Spot
	log *slog.Logger
}

// settle makes everything to the old spot go to the new one. It reports whether that is news.
func (m *moves) settle(from, to wire.Spot) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.to[from] == to {
		return false
	}
	m.to[from] = to
	m.log.Info("telegram: a group became a supergroup, or a topic is gone", "from", from.Room(), "to", to.Room())
	return true
}

// now is where a spot is today.
func (m *moves) now(s wire.Spot) wire.Spot {
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
func (m *moves) reached(chat int64) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	for from, to := range m.to {
		if to.Chat == chat && from.Chat != chat {
			return true
		}
	}
	return false
}

func (m *moves) all() map[wire.Spot]wire.Spot {
	m.mu.Lock()
	defer m.mu.Unlock()
	return maps.Clone(m.to)
}
