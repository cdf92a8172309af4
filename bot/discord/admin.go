package discord

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"tabuleiro/bot/chat"
)

// rank is somebody on a server.
type rank struct{ guild, user string }

// Administers tells whether somebody may manage the server of a room, and is true in a direct talk. An interaction's
// word counts for some minutes, and so does Discord's answer.
func (d *Discord) Administers(ctx context.Context, room chat.Room, id string) (bool, error) {
	guild, err := d.guildOf(ctx, channelOf(room))
	if err != nil {
		return false, fmt.Errorf("discord: %w", err)
	}
	if guild == "" {
		return true, nil
	}
	user, ok := strings.CutPrefix(id, prefix)
	if !ok || user == "" {
		return false, nil
	}
	if runs, ok := d.ranks.Get(rank{guild, user}); ok {
		return runs, nil
	}
	runs, err := d.runs(ctx, guild, user)
	if err != nil {
		return false, fmt.Errorf("discord: %w", err)
	}
	d.ranks.Put(rank{guild, user}, runs)
	return runs, nil
}

// Present implements chat.Presence: whether somebody is on the server of a room. The answer of Discord counts for some minutes.
func (d *Discord) Present(ctx context.Context, room chat.Room, id string, now bool) (bool, error) {
	guild, err := d.guildOf(ctx, channelOf(room))
	if err != nil {
		return false, fmt.Errorf("discord: %w", err)
	}
	user := strings.TrimPrefix(id, prefix)
	if guild == "" || user == "" {
		return guild == "", nil
	}
	if here, ok := d.present.Get(rank{guild, user}); ok && !now {
		return here, nil
	}
	err = d.do(ctx, call{what: "look up a member", method: "GET", url: discordgo.EndpointGuildMember(guild, user), route: "members " + guild}, &struct{}{})
	here := err == nil
	if !here && code(err) != unknownMember && code(err) != unknownUser {
		return false, fmt.Errorf("discord: %w", err)
	}
	d.present.Put(rank{guild, user}, here)
	return here, nil
}

// guildOf is the server of a channel, "" if it is a direct talk.
func (d *Discord) guildOf(ctx context.Context, channel string) (string, error) {
	if guild, ok := d.guilds.Get(channel); ok {
		return guild, nil
	}
	c, err := d.lookUp(ctx, channel)
	if err != nil {
		return "", err
	}
	if c.Guild == "" && c.Type != int(discordgo.ChannelTypeDM) {
		return "", fmt.Errorf("look up a channel: one of type %d belongs to no server", c.Type)
	}
	d.guilds.Add(channel, c.Guild)
	return c.Guild, nil
}

// place is what Discord tells of a channel.
type place struct {
	Type   int
	Guild  string `json:"guild_id"`
	Parent string `json:"parent_id"` // a channel if this is a thread, else a category or nothing
}

// parent is the channel of a thread, "" for what is none.
func (c place) parent() string {
	if isThread(c.Type) {
		return c.Parent
	}
	return ""
}

func (d *Discord) lookUp(ctx context.Context, channel string) (c place, err error) {
	err = d.do(ctx, call{what: "look up a channel", method: "GET", url: discordgo.EndpointChannel(channel), route: "channel " + channel}, &c)
	return c, err
}

// learnGuild remembers where a channel is, from an event there. One that names no server proves nothing.
func (d *Discord) learnGuild(channel, guild string) {
	if guild != "" {
		d.guilds.Add(channel, guild)
	}
}

// runs asks Discord whether somebody may manage a server: as its owner, or by a role. A person who is not there may not.
func (d *Discord) runs(ctx context.Context, guild, user string) (bool, error) {
	var g struct {
		Owner string `json:"owner_id"`
		Roles []struct{ ID, Permissions string }
	}
	err := d.do(ctx, call{what: "look up a server", method: "GET", url: discordgo.EndpointGuild(guild), route: "guild " + guild}, &g)
	if err != nil || g.Owner == user {
		return err == nil, err
	}
	var m struct{ Roles []string }
	err = d.do(ctx, call{what: "look up a member", method: "GET", url: discordgo.EndpointGuildMember(guild, user), route: "members " + guild}, &m)
	if code(err) == unknownMember || code(err) == unknownUser {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	for _, role := range g.Roles {
		everybody := role.ID == guild
		if (everybody || slices.Contains(m.Roles, role.ID)) && manages(role.Permissions) {
			return true, nil
		}
	}
	return false, nil
}

// manages tells whether permissions, as Discord writes them, are those of somebody who runs the server.
func manages(permissions string) bool {
	bits, err := strconv.ParseUint(permissions, 10, 64)
	return err == nil && bits&(administrator|manageGuild) != 0
}

// learnRank remembers what an interaction tells of its author, who is there.
func (d *Discord) learnRank(i *interaction) {
	if i.GuildID == "" || i.Member == nil || i.Member.User == nil {
		return
	}
	of := rank{i.GuildID, i.Member.User.ID}
	d.present.Put(of, true)
	if i.Member.Permissions != "" {
		d.ranks.Put(of, manages(i.Member.Permissions))
	}
}
