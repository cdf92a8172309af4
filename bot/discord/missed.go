package discord

import (
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"tabuleiro/bot/adapter"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord/gateway"
)

// How far back is looked for what was missed: what was said before is too old to go on with. Discord's clock and this
// one's need not agree, so it begins a little earlier; what was heard before is recognised.
const (
	longestGap = 24 * time.Hour
	clocks     = 30 * time.Second
	mostPages  = 5
	perPage    = 100
)

// missed looks for what was said while a shard heard nothing.
func (d *Discord) missed(s gateway.Shard, since time.Time) {
	h, ok := d.handler.(chat.Misser)
	if !ok {
		return
	}
	d.Log.Warn("something may not have been heard", "shard", s.ID, "since", since)
	if earliest := time.Now().Add(-longestGap); since.Before(earliest) {
		since = earliest
	}
	d.spawn(func() {
		rooms, err := h.Playing(d.life, d.Name())
		if err != nil {
			d.Log.Error("where something may not have been heard is not known", "error", err)
		}
		for _, room := range rooms {
			d.lookInto(s, h, room, since)
		}
	})
}

// lookInto reads what was said in a room of a shard, or has the bot show there how things stand.
func (d *Discord) lookInto(s gateway.Shard, h chat.Misser, room chat.Room, since time.Time) {
	guild, err := d.guildOf(d.life, channelOf(room))
	if err == nil && !s.Serves(guild) {
		return
	}
	read := false
	if err == nil {
		read, err = d.readAgain(d.life, room, guild, snowflakeAt(d.clock.at(since).Add(-clocks)))
	}
	if err != nil {
		d.Log.Warn("a room cannot be looked into", "room", room, "error", err)
		if closed(err) {
			return
		}
	}
	if !read {
		d.missedIn(room)
	}
}

// showAgain has the bot show in a room how things stand, because something may not have been heard there.
func (d *Discord) showAgain(room chat.Room) {
	if h, ok := d.handler.(chat.Misser); ok {
		d.rooms.Put(room, adapter.Job{Do: func() { h.ShowAgain(d.life, room, true) }, Firm: true})
	}
}

// readAgain hears what was said in a room after a message. A person who said the same several times running, because no answer came,
// is heard once. It is false if nothing can be read there.
func (d *Discord) readAgain(ctx context.Context, room chat.Room, guild, after string) (bool, error) {
	var before *message
	for page := range mostPages {
		found, err := d.history(ctx, room, url.Values{"after": {after}, "limit": {strconv.Itoa(perPage)}})
		if err != nil {
			return false, err
		}
		read := time.Now()
		if page == 0 && len(found) == 0 {
			any, err := d.history(ctx, room, url.Values{"limit": {"1"}}) // the bot has spoken here; who may not read finds nothing
			return len(any) > 0, err
		}
		for _, m := range slices.Backward(found) { // the latest comes first
			m.Guild, m.reread, after = guild, read, m.ID
			again := m.repeats(before)
			if before = m; again {
				continue
			}
			if err := d.hearAgain(ctx, m); err != nil {
				return false, err
			}
		}
		if len(found) < perPage {
			break
		}
	}
	return true, nil
}

// repeats tells whether a message says the same as the one before it in the room, by the same person.
func (m *message) repeats(before *message) bool {
	return before != nil && before.Author != nil && m.Author != nil && m.Author.ID == before.Author.ID &&
		m.Content != "" && m.Content == before.Content && len(m.Files)+len(before.Files) == 0
}

func (d *Discord) history(ctx context.Context, room chat.Room, query url.Values) (found []*message, err error) {
	channel := channelOf(room)
	err = d.do(ctx, call{
		what:   "read messages",
		method: "GET", url: discordgo.EndpointChannelMessages(channel) + "?" + query.Encode(), route: "history " + channel,
	}, &found)
	return slices.DeleteFunc(found, func(m *message) bool { return m == nil }), err
}

// snowflakeAt is an id as Discord gave them at a time.
func snowflakeAt(t time.Time) string {
	const epoch = 1420070400000 // the first second of 2015
	return strconv.FormatInt(max(t.UnixMilli()-epoch, 0)<<22, 10)
}

// timeOf is when Discord gave an id, zero if it is none.
func timeOf(id string) time.Time {
	n, err := strconv.ParseInt(strings.TrimSuffix(id, withButtons), 10, 64)
	if err != nil || n < 0 {
		return time.Time{}
	}
	return time.UnixMilli(n>>22 + 1420070400000)
}
