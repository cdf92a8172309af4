package discord

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord/client"
	"tabuleiro/bot/discord/wire"
)

// RankTTL is the TTL of memberships and moderators: they change seldom, but a change should be noticed.
const RankTTL = 5 * time.Minute

// nowWindow is how long a command's data about the people named in it counts as current.
const nowWindow = 5 * time.Second

// learn records what an interaction tells of its room, its author and the people named in it.
func (d *Discord) learn(i *wire.Interaction) {
	d.rooms.Change(i.ChannelID, func(r *roomState) {
		if !i.Channel.IsThread() || i.Channel.ParentID != "" { // not every thread comes with its channel
			r.parent, r.rooted = channelOf(i.Channel), true
		}
	})
	if i.GuildID == "" {
		return
	}
	if chosen := i.Guild.Chosen(); chosen != "" {
		d.rooms.Change(i.GuildID, func(r *roomState) { r.locale = chosen })
	}
	if by := i.Member; by != nil && by.User != nil {
		d.members.Change(member(i.GuildID, by.User.ID), func(m *memberState) {
			m.here, m.seen, m.named = true, time.Now(), time.Time{}
			if by.Permissions != 0 {
				m.manages, m.ranked = wire.Manages(by.Permissions), m.seen
			}
		})
	}
	for id := range i.Data.Resolved.Users {
		d.members.Change(member(i.GuildID, id), func(m *memberState) {
			m.here, m.seen, m.named = i.Data.Resolved.Members[id] != nil, time.Now(), time.Now()
		})
	}
}

// member is the key of a person on a server.
func member(server, user string) string { return server + " " + user }

// channelOf returns the channel of a thread, "" for other channels, whose parent is a category.
func channelOf(c discordgo.Channel) string {
	if c.IsThread() {
		return c.ParentID
	}
	return ""
}

// Administers implements chat.Presence: it reports whether a person may manage the server of a room. The answer of
// Discord or of an interaction is cached for RankTTL.
func (d *Discord) Administers(ctx context.Context, room chat.Room, id string) (bool, error) {
	server, err := d.serverOf(ctx, wire.Channel(room))
	user, ok := strings.CutPrefix(id, wire.Prefix)
	if err != nil || server == "" || !ok || user == "" {
		return err == nil && server == "", wrap(err)
	}
	if m := d.members.Value(member(server, user)); time.Since(m.ranked) < RankTTL {
		return m.manages, nil
	}
	manages, err := d.manages(ctx, server, user)
	if err != nil {
		return false, wrap(err)
	}
	d.members.Change(member(server, user), func(m *memberState) { m.manages, m.ranked = manages, time.Now() })
	return manages, nil
}

// wrap adds the package's name to an error.
func wrap(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("discord: %w", err)
}

// manages asks Discord whether a person may manage a server, as its owner or by a role. People who are not members may
// not.
func (d *Discord) manages(ctx context.Context, server, user string) (bool, error) {
	var g struct {
		Owner string `json:"owner_id"`
		Roles []discordgo.Role
	}
	err := d.client.Do(ctx, client.Call{What: "look up a server", Method: "GET", URL: discordgo.EndpointGuild(server),
		Route: "guild " + server}, &g)
	if err != nil || g.Owner == user {
		return err == nil, err
	}
	roles, here, err := d.rolesOf(ctx, server, user)
	return here && slices.ContainsFunc(g.Roles, func(role discordgo.Role) bool {
		everybody := role.ID == server
		return (everybody || slices.Contains(roles, role.ID)) && wire.Manages(role.Permissions)
	}), err
}

// rolesOf asks Discord for a person's roles on a server, and whether the person is there.
func (d *Discord) rolesOf(ctx context.Context, server, user string) (roles []string, here bool, err error) {
	var m struct{ Roles []string }
	err = d.client.Do(ctx, client.Call{What: "look up a member", Method: "GET",
		URL: discordgo.EndpointGuildMember(server, user), Route: "members " + server}, &m)
	switch client.Code(err) {
	case discordgo.ErrCodeUnknownMember, discordgo.ErrCodeUnknownUser:
		return nil, false, nil
	}
	return m.Roles, err == nil, err
}

// Present implements chat.Presence: it reports whether a person is on the server of a room. The answer is cached for
// RankTTL.
func (d *Discord) Present(ctx context.Context, room chat.Room, id string, now bool) (bool, error) {
	server, err := d.serverOf(ctx, wire.Channel(room))
	user := strings.TrimPrefix(id, wire.Prefix)
	if err != nil || server == "" || user == "" {
		return err == nil && server == "", wrap(err)
	}
	if m := d.members.Value(member(server, user)); time.Since(m.seen) < RankTTL &&
		(!now || time.Since(m.named) < nowWindow) {
		return m.here, nil
	}
	_, here, err := d.rolesOf(ctx, server, user)
	if err != nil {
		return false, wrap(err)
	}
	d.members.Change(member(server, user), func(m *memberState) { m.here, m.seen, m.named = here, time.Now(), time.Time{} })
	return here, nil
}

// serverOf returns the server of a channel, "" for a DM.
func (d *Discord) serverOf(ctx context.Context, channel string) (string, error) {
	if r := d.rooms.Value(channel); r.placed {
		return r.server, nil
	}
	r, err := d.lookUp(ctx, channel)
	return r.server, err
}

// lookUp asks Discord about a channel.
func (d *Discord) lookUp(ctx context.Context, channel string) (now roomState, err error) {
	var c discordgo.Channel
	err = d.client.Do(ctx, client.Call{What: "look up a channel", Method: "GET",
		URL: discordgo.EndpointChannel(channel), Route: "channel " + channel}, &c)
	if err == nil && c.GuildID == "" && c.Type != discordgo.ChannelTypeDM {
		err = fmt.Errorf("look up a channel: one of type %d belongs to no server", c.Type)
	}
	if err != nil {
		return now, err
	}
	d.rooms.Change(channel, func(r *roomState) {
		r.server, r.placed, r.parent, r.rooted = c.GuildID, true, channelOf(c), true
		now = *r
	})
	return now, nil
}

// localeOf returns the language chosen by the server of a room, "" if unknown.
func (d *Discord) localeOf(room chat.Room) string { return d.rooms.Value(d.room(room).server).locale }

// locate adds the channel of its thread and the server to an event. They stay "" where there are none, or the lookup
// fails.
func (d *Discord) locate(e *chat.Event) {
	r := d.room(e.Room)
	if r.server == "" {
		return
	}
	e.Server = wire.Room("server-" + r.server)
	if !r.rooted {
		ctx, cancel := context.WithTimeout(d.life, client.Deadline)
		defer cancel()
		var err error
		r, err = d.lookUp(ctx, wire.Channel(e.Room))
		chat.Warn(d.Log, err, "the type of a channel cannot be looked up", "room", e.Room)
	}
	if r.parent != "" {
		e.Around = wire.Room(r.parent)
	}
}
