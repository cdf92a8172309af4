package speak

import (
	"context"
	"sync"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/recent"
)

// An offer, its refusal and what is about time alone are lines beside the board, which stays where it is with its
// buttons. A line goes when there is something newer of the match in the room.

// lines are those that are there, by match and room. Which they are is cheap to lose: a button of an old one leads to a
// refusal.
type lines struct {
	mu sync.Mutex
	is *recent.List[lane, chat.Ref]
}

// follow notes the line that was said of a match in a room, "" for none, and takes the one before away.
func (l *lines) follow(ctx context.Context, s *Speaker, a chat.Adapter, id string, room chat.Room, line chat.Ref) {
	at := lane{room, id}
	l.mu.Lock()
	old, _ := l.is.Get(at)
	l.is.Remove(at)
	if line != "" {
		l.is.Put(at, line)
	}
	l.mu.Unlock()
	if old != "" && old != line {
		s.overtake(ctx, a, room, old, chat.CapsIn(a, room).Clears)
	}
}
