package discord

import (
	"encoding/json"
	"time"

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

// SetPatience sets how long one try of a REST call may take, and how long the end.
func (d *Discord) SetPatience(t time.Duration) { d.client.Patience, d.Grace = t, t }

// HangUp closes the connections that no call uses.
func (d *Discord) HangUp() { d.client.HangUp() }

// Hears has an event dealt with as if it came from the gateway, and waits for that. Without a handler it is the one
// before. Calls are not made any more.
func (d *Discord) Hears(h chat.Handler, kind, data string) {
	d.end()
	if h != nil {
		d.handler = h
	}
	d.dispatch(d.life, gateway.Event{Event: discordgo.Event{Type: kind, RawData: json.RawMessage(data)}})
	d.tasks.Wait()
	d.queue.Wait()
	d.tasks.Wait()
}
