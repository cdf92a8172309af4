package discord

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord/gateway"
)

// RankLife is for how long it is believed who looks after a server.
const RankLife = rankLife

// LongestTry is how long one try of a call may take.
const LongestTry = longestTry

// SetPatience sets how long one try of a REST call may take, and how long the end.
func (d *Discord) SetPatience(t time.Duration) { d.patience, d.grace = t, t }

// SetDeadline sets how long the first answer to an interaction may take.
func (d *Discord) SetDeadline(t time.Duration) { d.deadline = t }

// HangUp closes the connections that no call uses.
func (d *Discord) HangUp() {
	d.transport.RoundTripper.(*http.Transport).CloseIdleConnections()
	d.files.CloseIdleConnections()
}

// Hears has an event dealt with as if it came from the gateway, and waits for that. Without a handler it is the one before.
// Calls are not made any more.
func (d *Discord) Hears(h chat.Handler, kind, data string) {
	d.end()
	if h != nil {
		d.handler = h
	}
	_ = d.dispatch(context.Background(), gateway.Shard{Of: 1}, kind, json.RawMessage(data))
	d.tasks.Wait()
	d.rooms.Wait()
	d.tasks.Wait()
}
