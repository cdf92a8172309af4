package discord

import (
	"context"
	"fmt"
	"strings"

	"github.com/bwmarrin/discordgo"

	"tabuleiro/bot/chat"
)

// archiveAfter is how long nobody need say anything before a thread is archived, in minutes: the longest that Discord
// offers. A message opens it again.
const archiveAfter = 10080

// Thread opens a thread in a channel and lets people in.
func (d *Discord) Thread(ctx context.Context, room chat.Room, title string, people ...chat.User) (chat.Room, error) {
	channel := channelOf(room)
	var thread struct{ ID string }
	err := d.do(ctx, call{
		what:   "open a thread",
		method: "POST", url: discordgo.EndpointChannelThreads(channel), route: "threads " + channel,
		body: discordgo.ThreadStart{Name: cut(title, longestTitle), Type: discordgo.ChannelTypeGuildPublicThread, AutoArchiveDuration: archiveAfter},
		once: true,
	}, &thread)
	if err != nil {
		return "", fmt.Errorf("discord: %w", err)
	}
	if guild, ok := d.guilds.Get(channel); ok {
		d.guilds.Add(thread.ID, guild)
	}
	d.parents.Add(thread.ID, channel)
	if err := d.Settings.Put(ctx, parentKey(thread.ID), channel); err != nil {
		d.Log.Warn("the channel of a thread could not be noted", "thread", thread.ID, "error", err)
	}
	for _, u := range people {
		user, ok := strings.CutPrefix(u.ID, prefix)
		if !ok {
			continue // known by handle only: is let in when the thread mentions them
		}
		if err := d.do(ctx, call{
			what:   "add somebody to a thread",
			method: "PUT", url: discordgo.EndpointThreadMember(thread.ID, user), route: "thread members " + thread.ID,
		}, nil); err != nil {
			d.Log.Info("somebody for whom a thread was opened is not in it", "error", err)
		}
	}
	return chat.Room(prefix + thread.ID), nil
}

// around is the channel of the thread in which something was heard; "" elsewhere, and if Discord does not tell.
func (d *Discord) around(e chat.Event) chat.Room {
	channel := channelOf(e.Room)
	if guild, ok := d.guilds.Get(channel); !ok || guild == "" {
		return ""
	}
	parent, known := d.parents.Get(channel)
	if !known {
		ctx, cancel := context.WithTimeout(d.life, d.deadline)
		defer cancel()
		c, err := d.lookUp(ctx, channel)
		if err != nil {
			d.Log.Info("whether a channel is a thread is not known", "channel", channel, "error", err)
			return ""
		}
		parent = c.parent()
		d.parents.Add(channel, parent)
	}
	if parent == "" {
		return ""
	}
	return chat.Room(prefix + parent)
}

// serverOf stands for the server of the room in which something was heard; "" where there is none.
func (d *Discord) serverOf(e chat.Event) chat.Room {
	guild, _ := d.guilds.Get(channelOf(e.Room))
	if guild == "" {
		return ""
	}
	return chat.Room(prefix + "server-" + guild)
}

// learnParent remembers what an interaction tells of where it comes from. Not every thread comes with its channel.
func (d *Discord) learnParent(i *interaction) {
	if !i.inThread() || i.Channel.Parent != "" {
		d.parents.Add(i.ChannelID, place{Type: i.Channel.Type, Parent: i.Channel.Parent}.parent())
	}
}

// parentKey is under what the channel of a thread is noted: of one that is deleted Discord does not tell it.
func parentKey(thread string) string { return "discord/thread/" + thread }

// parentOf is the channel of a thread that the bot has opened, "" if it has not.
func (d *Discord) parentOf(ctx context.Context, thread string) string {
	parent, err := d.Settings.Get(ctx, parentKey(thread))
	if err != nil {
		d.Log.Warn("the channel of a thread is not known", "thread", thread, "error", err)
	}
	return parent
}

// leave has what goes on in a thread that cannot be written to any more go on in its channel. It is false if the room is
// no thread of the bot's; else the bot says there what it has to say when it tries again.
func (d *Discord) leave(ctx context.Context, room chat.Room) bool {
	parent := d.parentOf(ctx, channelOf(room))
	if parent == "" || d.handler == nil {
		return false
	}
	to := chat.Room(prefix + parent)
	d.spawn(func() { // the bot may be holding the match
		if err := d.handler.Moved(d.life, room, to); err != nil {
			d.Log.Error("a thread is closed, and its match stays there", "thread", room, "error", err)
			return
		}
		if err := d.Settings.Put(d.life, parentKey(channelOf(room)), ""); err != nil {
			d.Log.Warn("that a thread is left could not be noted", "thread", room, "error", err)
		}
	})
	return true
}
