package discord

import (
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"tabuleiro/bot/adapter"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord/client"
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

// lookBack looks for what was said while nothing was heard.
func (d *Discord) lookBack(since time.Time) {
	d.gaps.Add(1)
	d.Log.Warn("something may not have been heard", "since", since)
	if earliest := time.Now().Add(-longestGap); since.Before(earliest) {
		since = earliest
	}
	after := wire.SnowflakeAt(d.client.Clock.At(since).Add(-clocks))
	d.tasks.Go(func() {
		for _, room := range d.playing() {
			server, err := d.serverOf(d.life, wire.Channel(room))
			read := false
			if err == nil {
				read, err = d.readAgain(room, server, after)
			}
			if err != nil {
				d.Log.Warn("a room cannot be looked into", "room", room, "error", err)
			}
			if !read && !closed(err) {
				d.queue.Put(room, adapter.Job{Do: func() { d.handler.ShowAgain(d.life, room, true) }, Firm: true})
			}
		}
	})
}

// readAgain hears what was said in a room after a message. It is false if nothing can be read there.
func (d *Discord) readAgain(room chat.Room, server, after string) (bool, error) {
	for page := range mostPages {
		found, err := d.history(room, url.Values{"after": {after}, "limit": {strconv.Itoa(perPage)}})
		if err != nil {
			return false, err
		}
		read := time.Now()
		if page == 0 && len(found) == 0 {
			// the bot has spoken here; who may not read finds nothing
			any, err := d.history(room, url.Values{"limit": {"1"}})
			return len(any) > 0, err
		}
		for _, m := range slices.Backward(found) { // the latest comes first
			m.Guild, m.Reread, after = server, read, m.ID
			d.hearMessage(m)
		}
		if len(found) < perPage {
			break
		}
	}
	return true, nil
}

func (d *Discord) history(room chat.Room, query url.Values) (found []*wire.Message, err error) {
	channel := wire.Channel(room)
	err = d.client.Do(d.life, client.Call{
		What:   "read messages",
		Method: "GET", URL: discordgo.EndpointChannelMessages(channel) + "?" + query.Encode(), Route: "history " + channel,
	}, &found)
	return slices.DeleteFunc(found, func(m *wire.Message) bool { return m == nil }), err
}
