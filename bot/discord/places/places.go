// Package places knows what Discord tells of channels, threads and servers, and of people there.
package places

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"tabuleiro/bot/adapter"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord/client"
	"tabuleiro/bot/discord/wire"
	"tabuleiro/bot/recent"
)

// Places remember it; it is asked again when it is not known, or was told too long ago.
type Places struct {
	client *client.Client
	log    *slog.Logger
	life   context.Context

	locales *recent.List[string, string] // languages that servers have chosen, by id
	guilds  *recent.List[string, string] // servers of channels, "" for a direct talk
	parents *recent.List[string, string] // channels of threads, "" for what is no thread
	ranks   *adapter.Beliefs[rank, bool] // whether somebody may manage a server
	present *adapter.Beliefs[rank, sighting]
	shut    *adapter.Beliefs[string, error] // why nothing is told of a channel or a server, by its address
}

// A server's owner and moderators change seldom, but then it should be noticed.
const (
	remembered = 2000
	RankLife   = 5 * time.Minute
)

// New makes Places that know of none.
func New(life context.Context, c *client.Client, log *slog.Logger) *Places {
	return &Places{
		client: c, log: log, life: life,
		locales: recent.New[string, string](remembered, recent.Askable),
		guilds:  recent.New[string, string](remembered, recent.Askable),
		parents: recent.New[string, string](remembered, recent.Askable),
		ranks:   adapter.NewBeliefs[rank, bool](remembered, RankLife),
		present: adapter.NewBeliefs[rank, sighting](remembered, RankLife),
		shut:    adapter.NewBeliefs[string, error](remembered, RankLife),
	}
}

// Learn remembers what an interaction tells of where it comes from, of its author and of those named in it.
func (p *Places) Learn(i *wire.Interaction) {
	p.LearnGuild(i.ChannelID, i.GuildID)
	p.learnLocale(i)
	p.learnRank(i)
	p.learnParent(i)
	for id := range i.Data.Resolved.Users {
		if i.GuildID != "" {
			p.present.Put(rank{i.GuildID, id}, sighting{i.Data.Resolved.Members[id] != nil, time.Now()})
		}
	}
}

// LearnThread remembers the channel of a thread.
func (p *Places) LearnThread(thread, channel string) {
	if guild, ok := p.guilds.Get(channel); ok {
		p.guilds.Put(thread, guild)
	}
	p.parents.Put(thread, channel)
}

// rank is somebody on a server.
type rank struct{ guild, user string }

// sighting is whether somebody is on a server.
type sighting struct {
	here bool
	at   time.Time // when a command named this person, zero if it was learned otherwise
}

// nowWindow is for how long what a command tells of those named in it is how things are now.
const nowWindow = 5 * time.Second

// Administers reports whether somebody may manage the server of a room, and is true in a direct talk. An interaction's
// word counts for some minutes, and so does Discord's answer.
func (p *Places) Administers(ctx context.Context, room chat.Room, id string) (bool, error) {
	guild, err := p.GuildOf(ctx, wire.Channel(room))
	if err != nil {
		return false, fmt.Errorf("discord: %w", err)
	}
	if guild == "" {
		return true, nil
	}
	user, ok := strings.CutPrefix(id, wire.Prefix)
	if !ok || user == "" {
		return false, nil
	}
	if runs, ok := p.ranks.Get(rank{guild, user}); ok {
		return runs, nil
	}
	runs, err := p.runs(ctx, guild, user)
	if err != nil {
		return false, fmt.Errorf("discord: %w", err)
	}
	p.ranks.Put(rank{guild, user}, runs)
	return runs, nil
}

// Present implements chat.Presence: whether somebody is on the server of a room. The answer of Discord counts for some
// minutes.
func (p *Places) Present(ctx context.Context, room chat.Room, id string, now bool) (bool, error) {
	guild, err := p.GuildOf(ctx, wire.Channel(room))
	if err != nil {
		return false, fmt.Errorf("discord: %w", err)
	}
	user := strings.TrimPrefix(id, wire.Prefix)
	if guild == "" || user == "" {
		return guild == "", nil
	}
	if was, ok := p.present.Get(rank{guild, user}); ok && (!now || time.Since(was.at) < nowWindow) {
		return was.here, nil
	}
	err = p.client.Do(ctx, client.Call{What: "look up a member", Method: "GET",
		URL: discordgo.EndpointGuildMember(guild, user), Route: "members " + guild}, &struct{}{})
	here := err == nil
	if !here && client.Code(err) != client.UnknownMember && client.Code(err) != client.UnknownUser {
		return false, fmt.Errorf("discord: %w", err)
	}
	p.present.Put(rank{guild, user}, sighting{here: here})
	return here, nil
}

// GuildOf is the server of a channel, "" if it is a direct talk.
func (p *Places) GuildOf(ctx context.Context, channel string) (string, error) {
	if guild, ok := p.guilds.Get(channel); ok {
		return guild, nil
	}
	c, err := p.lookUp(ctx, channel)
	if err != nil {
		return "", err
	}
	if c.Guild == "" && c.Type != int(discordgo.ChannelTypeDM) {
		return "", fmt.Errorf("look up a channel: one of type %d belongs to no server", c.Type)
	}
	p.guilds.Put(channel, c.Guild)
	return c.Guild, nil
}

// Guild is the server of a channel as far as that is known, "" if it is a direct talk.
func (p *Places) Guild(channel string) (guild string, known bool) { return p.guilds.Get(channel) }

// place is what Discord tells of a channel.
type place struct {
	Type   int
	Guild  string `json:"guild_id"`
	Parent string `json:"parent_id"` // a channel if this is a thread, else a category or nothing
}

// parent is the channel of a thread, "" for what is none.
func (c place) parent() string {
	if wire.IsThread(c.Type) {
		return c.Parent
	}
	return ""
}

func (p *Places) lookUp(ctx context.Context, channel string) (c place, err error) {
	err = p.ask(ctx, client.Call{What: "look up a channel", Method: "GET", URL: discordgo.EndpointChannel(channel),
		Route: "channel " + channel}, &c)
	return c, err
}

// ask makes a call, unless Discord has refused it lately, as it does where the bot is no member.
func (p *Places) ask(ctx context.Context, c client.Call, told any) error {
	if err, ok := p.shut.Get(c.URL); ok {
		return err
	}
	err := p.client.Do(ctx, c, told)
	if client.Code(err) == client.MissingAccess {
		p.shut.Put(c.URL, err)
	}
	return err
}

// LearnGuild remembers where a channel is, from an event there. One that names no server proves nothing.
func (p *Places) LearnGuild(channel, guild string) {
	if guild != "" {
		p.guilds.Put(channel, guild)
	}
}

// runs asks Discord whether somebody may manage a server: as its owner, or by a role. A person who is not there may
// not.
func (p *Places) runs(ctx context.Context, guild, user string) (bool, error) {
	var g struct {
		Owner string `json:"owner_id"`
		Roles []struct{ ID, Permissions string }
	}
	err := p.ask(ctx, client.Call{What: "look up a server", Method: "GET", URL: discordgo.EndpointGuild(guild),
		Route: "guild " + guild}, &g)
	if err != nil || g.Owner == user {
		return err == nil, err
	}
	var m struct{ Roles []string }
	err = p.client.Do(ctx, client.Call{What: "look up a member", Method: "GET",
		URL: discordgo.EndpointGuildMember(guild, user), Route: "members " + guild}, &m)
	if client.Code(err) == client.UnknownMember || client.Code(err) == client.UnknownUser {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	for _, role := range g.Roles {
		everybody := role.ID == guild
		if (everybody || slices.Contains(m.Roles, role.ID)) && wire.Manages(role.Permissions) {
			return true, nil
		}
	}
	return false, nil
}

// learnRank remembers what an interaction tells of its author, who is there.
func (p *Places) learnRank(i *wire.Interaction) {
	if i.GuildID == "" || i.Member == nil || i.Member.User == nil {
		return
	}
	of := rank{i.GuildID, i.Member.User.ID}
	p.present.Put(of, sighting{here: true})
	if i.Member.Permissions != "" {
		p.ranks.Put(of, wire.Manages(i.Member.Permissions))
	}
}

// learnLocale remembers which language a server has chosen, for messages, which do not say.
func (p *Places) learnLocale(i *wire.Interaction) {
	if chosen := i.Guild.Chosen(); i.GuildID != "" && chosen != "" {
		p.locales.Put(i.GuildID, chosen)
	}
}

// LocaleOf is the language that the server of a room has chosen, "" if that is not known.
func (p *Places) LocaleOf(room chat.Room) string {
	guild, _ := p.guilds.Get(wire.Channel(room))
	chosen, _ := p.locales.Get(guild)
	return chosen
}

// Around is the channel of the thread in which something was heard; "" elsewhere, and if Discord does not tell.
func (p *Places) Around(e chat.Event) chat.Room {
	channel := wire.Channel(e.Room)
	if guild, ok := p.guilds.Get(channel); !ok || guild == "" {
		return ""
	}
	parent, known := p.parents.Get(channel)
	if !known {
		ctx, cancel := context.WithTimeout(p.life, client.Deadline)
		defer cancel()
		c, err := p.lookUp(ctx, channel)
		if err != nil {
			p.log.Info("whether a channel is a thread is not known", "channel", channel, "error", err)
			return ""
		}
		parent = c.parent()
		p.parents.Put(channel, parent)
	}
	if parent == "" {
		return ""
	}
	return wire.Room(parent)
}

// ServerOf stands for the server of the room in which something was heard; "" where there is none.
func (p *Places) ServerOf(e chat.Event) chat.Room {
	guild, _ := p.guilds.Get(wire.Channel(e.Room))
	if guild == "" {
		return ""
	}
	return wire.Room("server-" + guild)
}

// learnParent remembers what an interaction tells of where it comes from. Not every thread comes with its channel.
func (p *Places) learnParent(i *wire.Interaction) {
	if !i.InThread() || i.Channel.Parent != "" {
		p.parents.Put(i.ChannelID, place{Type: i.Channel.Type, Parent: i.Channel.Parent}.parent())
	}
}
