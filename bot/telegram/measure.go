package telegram

import (
	"tabuleiro/bot/chat"
)

var (
	_ chat.Measured = (*Telegram)(nil)
	_ chat.Timed    = (*Telegram)(nil)
)

// Queues implements chat.Measured: "in" are the updates that came and are not dealt with, "out" the messages that are
// being sent or wait for their turn.
func (t *Telegram) Queues() map[string]int {
	return map[string]int{"in": t.inbox.length(), "out": t.out.lanes.Length()}
}

// Waits implements chat.Timed, by the classes of pace.
func (t *Telegram) Waits() map[string]chat.Waits { return t.out.lanes.Waits() }
