package discord

import "tabuleiro/bot/chat"

var _ chat.Measured = (*Discord)(nil)

// Queues implements chat.Measured: "in" is what was heard and is not dealt with. Messages on their way out wait in Send,
// nowhere else.
func (d *Discord) Queues() map[string]int { return map[string]int{"in": int(d.waiting.Load())} }
