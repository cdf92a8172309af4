package telegram

import (
	"context"

	"tabuleiro/bot/adapter"
	"tabuleiro/bot/chat"
)

// A group that becomes a supergroup has another id from then on. That is told in the old group, in the new one and in the
// answer to whatever is said to the old one, in any order; the first of these counts. Who reads the others finds it done.

func (t *Telegram) understandMove(from, to int64) (chat.Room, func(context.Context) bool) {
	t.noteMove(from, to)
	return spot{chat: to}.room(), func(ctx context.Context) bool { return t.moved(ctx, from, to) }
}

// noteMove makes everything to the old chat go to the new one. It tells whether that is news.
func (t *Telegram) noteMove(from, to int64) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.moves[from] == to {
		return false
	}
	t.moves[from] = to
	t.Log.Info("telegram: a group became a supergroup", "from", from, "to", to)
	return true
}

// tellMoved has the bot told, before what is heard from now on in the new room. The caller may hold a match, for which the
// bot has to wait when it moves.
func (t *Telegram) tellMoved(from, to int64) {
	t.rooms.Put(spot{chat: to}.room(), adapter.Job{Do: func() { t.moved(t.life, from, to) }, Firm: true})
}

// moved tells the bot, again and again until that is stored. It is false if the adapter was stopped before.
func (t *Telegram) moved(ctx context.Context, from, to int64) bool {
	wait := t.line.backoff()
	for ctx.Err() == nil {
		err := t.handler.Moved(ctx, spot{chat: from}.room(), spot{chat: to}.room())
		if err == nil {
			return true
		}
		t.Log.Error("telegram: what belongs to a group could not be moved, trying again", "from", from, "to", to, "error", err)
		pause(ctx, wait.NextBackOff())
	}
	return false
}

// now is where a spot is today.
func (t *Telegram) now(s spot) spot {
	t.mu.Lock()
	defer t.mu.Unlock()
	if to, ok := t.moves[s.chat]; ok {
		return spot{chat: to}
	}
	return s
}
