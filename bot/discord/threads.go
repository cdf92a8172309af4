package discord

import (
	"context"
	"strings"

	"github.com/bwmarrin/discordgo"

	"tabuleiro/bot/adapter"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord/client"
	"tabuleiro/bot/discord/wire"
)

// archiveAfter is the inactivity after which a thread is archived, in minutes: the longest that Discord offers. A
// message reopens the thread.
const archiveAfter = 10080

// longestTitle is the longest name of a thread, in characters.
const longestTitle = 100

// Thread opens a public thread in a channel and adds people to it.
func (d *Discord) Thread(ctx context.Context, room chat.Room, title string, people ...chat.User) (chat.Room, error) {
	channel := wire.Channel(room)
	var thread struct{ ID string }
	err := d.client.Do(ctx, client.Call{
		What:   "open a thread",
		Method: "POST", URL: discordgo.EndpointChannelThreads(channel), Route: "threads " + channel,
		Body: discordgo.ThreadStart{Name: chat.Shorten(title, longestTitle), Type: discordgo.ChannelTypeGuildPublicThread,
			AutoArchiveDuration: archiveAfter},
		Once: true,
	}, &thread)
	if err != nil {
		return "", wrap(err)
	}
	server := d.room(room)
	d.rooms.Change(thread.ID, func(r *roomState) {
		r.server, r.placed, r.parent, r.rooted = server.server, server.placed, channel, true
	})
	d.note(ctx, parentKey(thread.ID), channel)
	for _, u := range people {
		user, ok := strings.CutPrefix(u.ID, wire.Prefix)
		if !ok {
			continue // known by handle only: added when the thread mentions them
		}
		err := d.client.Do(ctx, client.Call{
			What:   "add somebody to a thread",
			Method: "PUT", URL: discordgo.EndpointThreadMember(thread.ID, user), Route: "thread members " + thread.ID,
		}, nil)
		chat.Warn(d.Log, err, "a player cannot be added to a thread")
	}
	return wire.Room(thread.ID), nil
}

// parentKey is the settings key of a thread's channel, which Discord no longer reports once the thread is deleted.
func parentKey(thread string) string { return "discord/thread/" + thread }

// leave moves the matches of a thread that can no longer be written to into its channel, where the bot then sends its
// messages. It returns false if the room is not a thread opened by the bot.
func (d *Discord) leave(ctx context.Context, room chat.Room) bool {
	parent := d.noted(ctx, parentKey(wire.Channel(room)))
	if parent == "" || d.handler == nil {
		return false
	}
	to := wire.Room(parent)
	d.queue.Go(func() { // the caller may hold the lock of the match
		if err := d.handler.Moved(d.life, room, to); err != nil {
			d.Log.Error("a thread is closed, and its match cannot move", "thread", room, "error", err)
			return
		}
		d.note(d.life, parentKey(wire.Channel(room)), "")
		d.remark(to, d.sentence(d.localeOf(to), ThreadGoneKey, nil), string(room), "")
	})
	return true
}

// change is a gateway event about a channel, a thread or a server that was changed or deleted.
type change struct {
	ID          string
	Unavailable bool                  // of a server: only an outage
	Thread      struct{ Locked bool } `json:"thread_metadata"`
}

// hearGone handles the loss of write access: a deleted channel or thread, a locked thread, a server that the bot was
// removed from.
func (d *Discord) hearGone(kind string, c change) {
	switch {
	case c.ID == "", kind == "THREAD_UPDATE" && !c.Thread.Locked, kind == "GUILD_DELETE" && c.Unavailable:
	case kind == "GUILD_DELETE":
		d.queue.Go(func() {
			for _, room := range d.playing() {
				if d.room(room).server == c.ID {
					d.gone(room)
				}
			}
		})
	default:
		d.gone(wire.Room(c.ID))
	}
}

// gone moves the matches of a thread to its channel, or tells the players of a channel that the bot cannot write there.
func (d *Discord) gone(room chat.Room) {
	d.queue.Put(room, adapter.Job{Firm: true, Do: func() {
		if !d.leave(d.life, room) {
			d.handler.Shut(d.life, room, chat.User{})
		}
	}})
}

// playing returns the rooms in which a match is played.
func (d *Discord) playing() []chat.Room {
	rooms, err := d.handler.Playing(d.life, service)
	chat.Warn(d.Log, err, "the places of matches cannot be looked up")
	return rooms
}
