package discord

import (
	"context"
	"fmt"
	"strings"

	"github.com/bwmarrin/discordgo"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord/client"
	"tabuleiro/bot/discord/wire"
)

// archiveAfter is how long nobody need say anything before a thread is archived, in minutes: the longest that Discord
// offers. A message opens it again.
const archiveAfter = 10080

// longestTitle is how long the name of a thread may be.
const longestTitle = 100

// Thread opens a thread in a channel and lets people in.
func (o *outbox) Thread(ctx context.Context, room chat.Room, title string, people ...chat.User) (chat.Room, error) {
	channel := wire.Channel(room)
	var thread struct{ ID string }
	err := o.client.Do(ctx, client.Call{
		What:   "open a thread",
		Method: "POST", URL: discordgo.EndpointChannelThreads(channel), Route: "threads " + channel,
		Body: discordgo.ThreadStart{Name: wire.Cut(title, longestTitle), Type: discordgo.ChannelTypeGuildPublicThread,
			AutoArchiveDuration: archiveAfter},
		Once: true,
	}, &thread)
	if err != nil {
		return "", fmt.Errorf("discord: %w", err)
	}
	o.places.LearnThread(thread.ID, channel)
	o.notes.put(ctx, parentKey(thread.ID), channel)
	for _, u := range people {
		user, ok := strings.CutPrefix(u.ID, wire.Prefix)
		if !ok {
			continue // known by handle only: is let in when the thread mentions them
		}
		if err := o.client.Do(ctx, client.Call{
			What:   "add somebody to a thread",
			Method: "PUT", URL: discordgo.EndpointThreadMember(thread.ID, user), Route: "thread members " + thread.ID,
		}, nil); err != nil {
			o.log.Info("somebody for whom a thread was opened is not in it", "error", err)
		}
	}
	return wire.Room(thread.ID), nil
}

// parentKey is under what the channel of a thread is noted: of one that is deleted Discord does not tell it.
func parentKey(thread string) string { return "discord/thread/" + thread }

// leave has what goes on in a thread that cannot be written to any more go on in its channel. It is false if the room
// is no thread of the bot's; else the bot says there what it has to say when it tries again.
func (o *outbox) leave(ctx context.Context, room chat.Room) bool {
	parent := o.notes.get(ctx, parentKey(wire.Channel(room)))
	if parent == "" || o.handler == nil {
		return false
	}
	to := wire.Room(parent)
	o.spawn(func() { // the bot may be holding the match
		if err := o.handler.Moved(o.life, room, to); err != nil {
			o.log.Error("a thread is closed, and its match stays there", "thread", room, "error", err)
			return
		}
		o.notes.put(o.life, parentKey(wire.Channel(room)), "")
		text := o.sentence(o.places.LocaleOf(to), ThreadGoneKey, nil)
		if _, err := o.post(o.life, parent, o.line(text), onceNonce(to, string(room)), ""); err != nil {
			o.log.Info("where a match goes on is not told", "room", to, "error", err)
		}
	})
	return true
}
