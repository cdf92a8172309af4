package telegram

import (
	"context"

	"tabuleiro/bot/adapter"
	"tabuleiro/bot/telegram/pace"
	"tabuleiro/bot/telegram/wire"
)

// A group that becomes a supergroup has another id from then on. That is told in the old group, in the new one and in the
// answer to whatever is said to the old one, in any order; the first of these counts. A reader of the others finds it done. A
// topic that is deleted is noticed only by what is said there; its matches go on in the group.

func (t *Telegram) understandMove(from, to int64) *task {
	t.settleMove(wire.Spot{Chat: from}, wire.Spot{Chat: to})
	return &task{room: wire.Spot{Chat: to}.Room(), deal: func(ctx context.Context) bool { return t.moved(ctx, wire.Spot{Chat: from}, wire.Spot{Chat: to}) }}
}

// settleMove makes everything to the old spot go to the new one. It tells whether that is news.
func (t *Telegram) settleMove(from, to wire.Spot) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.moves[from] == to {
		return false
	}
	t.moves[from] = to
	t.Log.Info("telegram: a group became a supergroup, or a topic is gone", "from", from.Room(), "to", to.Room())
	return true
}

// noteMove does that, and has the bot told if it is news, once somebody listens.
func (t *Telegram) noteMove(from, to wire.Spot) {
	news := t.settleMove(from, to)
	t.mu.Lock()
	heard := t.handler != nil
	t.mu.Unlock()
	if news && heard {
		t.tellMoved(from, to)
	}
}

// tellMoved has the bot told, before what is heard from now on in the new room. The caller may hold a match, for which the
// bot has to wait when it moves.
func (t *Telegram) tellMoved(from, to wire.Spot) {
	t.rooms.Put(to.Room(), adapter.Job{Do: func() { t.moved(t.life, from, to) }, Firm: true})
}

// moved tells the bot, again and again until that is stored. It is false if the adapter was stopped before.
func (t *Telegram) moved(ctx context.Context, from, to wire.Spot) bool {
	wait := t.line.Backoff()
	for ctx.Err() == nil {
		err := t.handler.Moved(ctx, from.Room(), to.Room())
		if err == nil {
			return true
		}
		t.Log.Error("telegram: the matches and settings of a room could not be moved, trying again", "from", from.Room(), "to", to.Room(), "error", err)
		pace.Pause(ctx, wait.NextBackOff())
	}
	return false
}

// now is where a spot is today.
func (t *Telegram) now(s wire.Spot) wire.Spot {
	t.mu.Lock()
	defer t.mu.Unlock()
	if to, ok := t.moves[s]; ok {
		s = to
	}
	if to, ok := t.moves[wire.Spot{Chat: s.Chat}]; ok {
		return wire.Spot{Chat: to.Chat}
	}
	return s
}
