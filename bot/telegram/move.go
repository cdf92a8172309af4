package telegram

import (
	"tabuleiro/bot/adapter"
	"tabuleiro/bot/telegram/wire"
)

// A group that becomes a supergroup has another id from then on. That is told in the old group, in the new one and in
// the answer to whatever is said to the old one, in any order; the first of these counts. A reader of the others finds
// it done. A topic that is deleted is noticed only by what is said there; its matches go on in the group.

// noteMove does that, and has the bot told if it is news, once somebody listens.
func (t *Telegram) noteMove(from, to wire.Spot) {
	news := t.moves.settle(from, to)
	t.mu.Lock()
	heard := t.ears.handler != nil
	t.mu.Unlock()
	if news && heard {
		tellMoved(t, from, to)
	}
}

// tellMoved has the bot told, before what is heard from now on in the new room. The caller may hold a match, for which
// the bot has to wait when it moves.
func tellMoved(t *Telegram, from, to wire.Spot) {
	t.rooms.Put(to.Room(), adapter.Job{Do: func() { t.ears.moved(t.life, from, to) }, Firm: true})
}
