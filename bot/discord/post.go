package discord

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"

	"github.com/bwmarrin/discordgo"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord/client"
	"tabuleiro/bot/discord/styled"
	"tabuleiro/bot/discord/wire"
)

// post puts a message into a channel. The same nonce again, within minutes, does not put another one there.
func (o *outbox) post(ctx context.Context, channel string, p styled.Part, nonce, to string) (id string, err error) {
	flags := 0
	if p.Silent {
		flags = wire.Silent
	}
	body := p.Payload(flags)
	body.Nonce, body.Enforce = nonce, true
	if to != "" {
		body.Reference = &styled.Reference{Message: to}
	}
	var posted struct{ ID string }
	c := client.Call{
		What:   "post a message",
		Method: "POST", URL: discordgo.EndpointChannelMessages(channel), Route: posts + channel,
		Body: body, File: p.File,
	}
	err = o.client.Do(ctx, c, &posted)
	if client.Code(err) == client.NoHistory && to != "" {
		return o.post(ctx, channel, p, nonce, "") // without permission to read what it answers the bot may still speak
	}
	if err == nil {
		o.sight.saw(channel, posted.ID)
	}
	return posted.ID, err
}

// posts begins the routes of messages that are posted.
const posts = "messages "

// Crowded implements chat.Crowded.
func (o *outbox) Crowded(room chat.Room) bool { return o.client.Waits(posts + wire.Channel(room)) }

func newNonce() string { return rand.Text()[:20] }

// onceNonce is the same for the same message the one who says it, be it this process or one after it.
func onceNonce(room chat.Room, once string) string {
	sum := sha256.Sum256([]byte(string(room) + " " + once))
	return hex.EncodeToString(sum[:10])
}
