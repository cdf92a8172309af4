package discord

import (
	"context"
	"log/slog"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord/client"
	"tabuleiro/bot/discord/gateway"
	"tabuleiro/bot/discord/wire"
)

// How far back is looked for what was missed: what was said before is too old to go on with. Discord's clock and this
// one's need not agree, so it begins a little earlier; what was heard before is recognised.
const (
	longestGap = 24 * time.Hour
	clocks     = 30 * time.Second
	mostPages  = 5
	perPage    = 100
)

// missing brings to the ears what the gateway has not told them.
type missing struct {
	ears *ears
	log  *slog.Logger
}

// missed looks for what was said while a shard heard nothing.
func (b *missing) missed(s gateway.Shard, since time.Time) {
	h, ok := b.ears.handler.(chat.Misser)
	if !ok {
		return
	}
	b.ears.out.sight.channels.Clear()
	b.log.Warn("something may not have been heard", "shard", s.ID, "since", since)
	if earliest := time.Now().Add(-longestGap); since.Before(earliest) {
		since = earliest
	}
	b.ears.spawn(func() {
		rooms, err := h.Playing(b.ears.life, service)
		if err != nil {
			b.log.Error("where something may not have been heard is not known", "error", err)
		}
		for _, room := range rooms {
			b.lookInto(s, room, since)
		}
	})
}

// lookInto reads what was said in a room of a shard, or has the bot show there how things stand.
func (b *missing) lookInto(s gateway.Shard, room chat.Room, since time.Time) {
	guild, err := b.ears.out.places.GuildOf(b.ears.life, wire.Channel(room))
	if err == nil && !s.Serves(guild) {
		return
	}
	read := false
	if err == nil {
		read, err = b.readAgain(b.ears.life, room, guild, wire.SnowflakeAt(b.ears.out.client.Clock.At(since).Add(-clocks)))
	}
	if err != nil {
		b.log.Warn("a room cannot be looked into", "room", room, "error", err)
		if closed(err) {
			return
		}
	}
	if !read {
		b.ears.showAgain(room)
	}
}

// readAgain hears what was said in a room after a message. It is false if nothing can be read there.
func (b *missing) readAgain(ctx context.Context, room chat.Room, guild, after string) (bool, error) {
	for page := range mostPages {
		found, err := b.history(ctx, room, url.Values{"after": {after}, "limit": {strconv.Itoa(perPage)}})
		if err != nil {
			return false, err
		}
		read := time.Now()
		if page == 0 && len(found) == 0 {
			// the bot has spoken here; who may not read finds nothing
			any, err := b.history(ctx, room, url.Values{"limit": {"1"}})
			return len(any) > 0, err
		}
		for _, m := range slices.Backward(found) { // the latest comes first
			m.Guild, m.Reread, after = guild, read, m.ID
			b.ears.hearMessage(m)
		}
		if len(found) < perPage {
			break
		}
	}
	return true, nil
}

func (b *missing) history(ctx context.Context, room chat.Room, query url.Values) (found []*wire.Message, err error) {
	channel := wire.Channel(room)
	err = b.ears.out.client.Do(ctx, client.Call{
		What:   "read messages",
		Method: "GET", URL: discordgo.EndpointChannelMessages(channel) + "?" + query.Encode(), Route: "history " + channel,
	}, &found)
	return slices.DeleteFunc(found, func(m *wire.Message) bool { return m == nil }), err
}
