package discord

import (
	"encoding/json"

	"github.com/bwmarrin/discordgo"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord/gateway"
)

var (
	_ chat.Adapter  = (*Discord)(nil)
	_ chat.Threads  = (*Discord)(nil)
	_ chat.Presence = (*Discord)(nil)
	_ chat.Direct   = (*Discord)(nil)
)

// Hears has an event dealt with as if it came from the gateway, and waits for that. Without a handler it is the one
// before. Calls are not made any more.
func (d *Discord) Hears(h chat.Handler, kind, data string) {
	d.end()
	if h != nil {
		d.handler = h
	}
	d.dispatch(d.life, gateway.Event{Event: discordgo.Event{Type: kind, RawData: json.RawMessage(data)}})
	d.queue.Wait()
}
