package discord

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord/client"
	"tabuleiro/bot/discord/wire"
	"tabuleiro/bot/recent"
)

// refusedLife is for how long nobody is written to who takes no direct messages. Discord does not tell when that
// changes.
const refusedLife = 24 * time.Hour

// errRefused is told in place of Discord's refusal, which was told before.
var errRefused = fmt.Errorf("%w: no direct messages are taken", chat.ErrClosed)

// Direct implements chat.Direct. Discord opens the talk where there is none, of which the person is not told.
func (o *outbox) Direct(ctx context.Context, id string) (chat.Room, error) {
	user, ok := strings.CutPrefix(id, wire.Prefix)
	if !ok || user == "" {
		return "", nil
	}
	for _, known := range []*recent.List[string, chat.Room]{o.talks, o.opened} {
		if talk, ok := known.Get(user); ok {
			return talk, nil
		}
	}
	var opened struct{ ID string }
	err := o.client.Do(ctx, client.Call{
		What: "open a direct talk", Method: "POST", URL: discordgo.EndpointUserChannels("@me"), Route: "talks",
		Body: map[string]string{"recipient_id": user},
	}, &opened)
	if client.IsRefusal(err) {
		o.log.Info("a direct talk cannot be opened", "error", err)
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("discord: %w", err)
	}
	talk := wire.Room(opened.ID)
	o.opened.Put(user, talk)
	return talk, nil
}

// Callable implements chat.Caller: people who have said something in a direct talk lately are called there, and people
// who have asked for that. Others are called where they play, as people on a server do not expect a bot to write to
// them.
func (o *outbox) Callable(ctx context.Context, id string, wanted bool) (chat.Room, bool) {
	talk, known := o.talks.Get(strings.TrimPrefix(id, wire.Prefix))
	if !known && wanted {
		var err error
		if talk, err = o.Direct(ctx, id); err != nil {
			o.log.Info("a direct talk cannot be opened", "error", err)
		}
	}
	return talk, talk != "" && !o.shut.Has(talk) && !o.refuses(talk)
}

// refuses reports whether a direct talk has taken no message lately.
func (o *outbox) refuses(talk chat.Room) bool {
	_, known := o.refused.Get(talk)
	return known
}

// Address implements chat.Caller.
func (o *outbox) Address(room chat.Room, ref chat.Ref) string {
	guild, ok := o.places.Guild(wire.Channel(room))
	id := strings.TrimSuffix(string(ref), withButtons)
	if !ok || guild == "" || id == "" {
		return ""
	}
	return "https://discord.com/channels/" + guild + "/" + wire.Channel(room) + "/" + id
}

// Remove implements chat.Remover.
func (o *outbox) Remove(ctx context.Context, room chat.Room, ref chat.Ref) error {
	channel, id := wire.Channel(room), strings.TrimSuffix(string(ref), withButtons)
	if id == "" {
		return nil
	}
	c := client.Call{What: "delete a message", Method: "DELETE", URL: discordgo.EndpointChannelMessage(channel, id),
		Route: "delete " + channel, Idle: true}
	if address, secret := o.desk.Secrets.Get(id); secret {
		c.URL, c.Route = address, ""
	}
	err := o.client.Do(ctx, c, nil)
	switch client.Code(err) {
	// it is gone, or only its reader can see and take it away
	case client.UnknownMessage, client.UnknownWebhook, client.InvalidToken:
		return nil
	}
	if err != nil {
		return fmt.Errorf("discord: %w", err)
	}
	return nil
}
