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

// archiveAfter is how long nobody need say anything before a thread is archived, in minutes: the longest that Discord
// offers. A message opens it again.
const archiveAfter = 10080

// longestTitle is how long the name of a thread may be.
const longestTitle = 100

// Thread opens a thread in a channel and lets people in.
func (d *Discord) Thread(ctx context.Context, room chat.Room, title string, people ...chat.User) (chat.Room, error) {
	channel := wire.Channel(room)
	var thread struct{ ID string }
	err := d.client.Do(ctx, client.Call{
		What:   "open a thread",
		Method: "POST", URL: discordgo.EndpointChannelThreads(channel), Route: "threads " + channel,
		Body: discordgo.ThreadStart{Name: wire.Shorten(title, longestTitle), Type: discordgo.ChannelTypeGuildPublicThread,
			AutoArchiveDuration: archiveAfter},
		Once: true,
	}, &thread)
	if err != nil {
		return "", wrap(err)
	}
	server := d.room(room)
	d.rooms.change(thread.ID, func(r *roomState) {
		r.server, r.placed, r.parent, r.rooted = server.server, server.placed, channel, true
	})
	d.note(ctx, parentKey(thread.ID), channel)
	for _, u := range people {
		user, ok := strings.CutPrefix(u.ID, wire.Prefix)
		if !ok {
			continue // known by handle only: is let in when the thread mentions them
		}
		if err := d.client.Do(ctx, client.Call{
			What:   "add somebody to a thread",
			Method: "PUT", URL: discordgo.EndpointThreadMember(thread.ID, user), Route: "thread members " + thread.ID,
		}, nil); err != nil {
			d.Log.Info("somebody for whom a thread was opened is not in it", "error", err)
		}
	}
	return wire.Room(thread.ID), nil
}

// parentKey is under what the channel of a thread is noted: of one that is deleted Discord does not tell it.
func parentKey(thread string) string { return "discord/thread/" + thread }

// leave has what goes on in a thread that cannot be written to any more go on in its channel. It is false if the room
// is no thread of the bot's; else the bot says there what it has to say when it tries again.
func (d *Discord) leave(ctx context.Context, room chat.Room) bool {
	parent := d.noted(ctx, parentKey(wire.Channel(room)))
	if parent == "" || d.handler == nil {
		return false
	}
	to := wire.Room(parent)
	d.queue.Go(func() { // the bot may be holding the match
		if err := d.handler.Moved(d.life, room, to); err != nil {
			d.Log.Error("a thread is closed, and its match stays there", "thread", room, "error", err)
			return
		}
		d.note(d.life, parentKey(wire.Channel(room)), "")
		d.remark(to, d.sentence(d.localeOf(to), ThreadGoneKey, nil), string(room), "")
	})
	return true
}

// change is what the gateway tells of a channel, a thread or a server that has changed or is no more.
type change struct {
	ID          string
	Unavailable bool                  // of a server: it is only away
	Thread      struct{ Locked bool } `json:"thread_metadata"`
}

// hearGone tells the bot where it can say nothing more: in a channel or a thread that is deleted, in a thread that is
// locked, on a server that it has been taken off.
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

// gone has the matches of a thread go on in its channel, and the players of those in a channel told where they can be.
func (d *Discord) gone(room chat.Room) {
	d.queue.Put(room, adapter.Job{Firm: true, Do: func() {
		if !d.leave(d.life, room) {
			d.handler.Shut(d.life, room, chat.User{})
		}
	}})
}

// playing are the rooms in which a match is played.
func (d *Discord) playing() []chat.Room {
	rooms, err := d.handler.Playing(d.life, service)
	if err != nil {
		d.Log.Error("where matches are played is not known", "error", err)
	}
	return rooms
}
