package discord

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"tabuleiro/bot/adapter"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord/client"
	"tabuleiro/bot/discord/gateway"
	"tabuleiro/bot/discord/wire"
)

// stayConnected keeps the bot connected until the context ends or Discord refuses permanently.
func (d *Discord) stayConnected(ctx context.Context) error {
	for {
		intents := discordgo.IntentsGuilds | discordgo.IntentsGuildMessages | discordgo.IntentsDirectMessages
		if d.content.Load() {
			intents |= discordgo.IntentMessageContent
		}
		err := gateway.Run(ctx, gateway.Config{
			Token:   d.Token,
			Intents: int(intents),
			Ask:     d.askLimits,
			Dial:    d.Dial,
			Notes:   d.Settings,
			Log:     d.Log,
			Handle:  d.dispatch,
			Missed:  d.lookBack,
		})
		r, ok := errors.AsType[*gateway.Refusal](err)
		if !ok {
			return err
		}
		if err := d.refused(r); err != nil {
			return err
		}
	}
}

// askLimits requests the gateway's address and session limits.
func (d *Discord) askLimits(ctx context.Context) (l discordgo.GatewayBotResponse, err error) {
	err = d.client.Do(ctx, client.Call{What: "ask for the gateway", Method: "GET", URL: discordgo.EndpointGatewayBot,
		Route: "gateway"}, &l)
	if r, ok := errors.AsType[*client.Refusal](err); ok && r.Status == 401 {
		return l, &gateway.Refusal{Code: gateway.BadToken, Text: r.Text}
	}
	return l, err
}

// refused returns nil if connecting again without what Discord refused makes sense, else the reason for giving up.
func (d *Discord) refused(r *gateway.Refusal) error {
	switch r.Code {
	case gateway.BadToken:
		return errors.New("Discord does not accept the token: copy it again from the page Bot of the application")
	case gateway.IntentNotGranted:
		if !d.content.Swap(false) {
			return errors.New("Discord refuses intents that need no permission: close code 4014")
		}
		d.Log.Error("Discord has not granted the intent to read messages, so moves must be replies or commands. To change that, open " +
			"https://discord.com/developers/applications, choose the application, open Bot, and under Privileged Gateway Intents " +
			"switch on Message Content Intent; then start again")
		return nil
	case gateway.ShardingRequired:
		return errors.New("the bot is on so many servers that Discord wants it in several shards, which it cannot be: " +
			"run another application, with a token of its own, for some of them")
	}
	return r
}

// dispatch handles an event of the gateway; it blocks on nothing but the store. It decodes events itself, because a
// component unknown to the library would make the library drop a whole message.
func (d *Discord) dispatch(ctx context.Context, e gateway.Event) {
	var err error
	switch e.Type {
	case "READY":
		err = d.ready(ctx, e.RawData)
	case "RESUMED":
		d.Log.Info("connection to Discord resumed")
		if app := d.is.Load().app; app != "" { // a restarted process may have other commands
			d.register(ctx, app)
		}
	case "MESSAGE_CREATE":
		var m wire.Message
		err = json.Unmarshal(e.RawData, &m)
		// A replay may include the end of an earlier one.
		if e.Replayed || wire.TimeOf(m.ID).Before(d.client.Clock.At(e.Opened)) {
			m.Reread = time.Now()
		}
		d.hearMessage(&m)
	case "INTERACTION_CREATE":
		var i wire.Interaction
		err = json.Unmarshal(e.RawData, &i)
		d.hearInteraction(&i)
	case "CHANNEL_DELETE", "THREAD_DELETE", "THREAD_UPDATE", "GUILD_DELETE":
		var c change
		err = json.Unmarshal(e.RawData, &c)
		d.hearGone(e.Type, c)
	}
	chat.Warn(d.Log, err, "malformed event", "event", e.Type)
}

// ready records the bot's identity and registers the commands.
func (d *Discord) ready(ctx context.Context, raw json.RawMessage) error {
	var r struct {
		User        discordgo.User      `json:"user"`
		Application struct{ ID string } `json:"application"`
	}
	err := json.Unmarshal(raw, &r)
	if r.User.ID == "" {
		return errors.Join(err, errors.New("READY does not say who the bot is"))
	}
	app := cmp.Or(r.Application.ID, r.User.ID)
	d.is.Store(&identity{r.User.ID, app})
	d.note(d.life, selfKey, r.User.ID+" "+app)
	d.Log.Info("connected to Discord", "as", r.User.Username)
	d.register(ctx, app)
	return err
}

// Limits of the search for missed messages: older ones are too late to be acted on. It begins a little early because
// the clocks of Discord and this machine may differ; messages received before are recognized.
const (
	longestGap = 24 * time.Hour
	clocks     = 30 * time.Second
	mostPages  = 5
	perPage    = 100
)

// lookBack fetches the messages that were missed since a time, in rooms with a match.
func (d *Discord) lookBack(since time.Time) {
	d.gaps.Add(1)
	d.Log.Warn("events may have been missed", "since", since)
	if earliest := time.Now().Add(-longestGap); since.Before(earliest) {
		since = earliest
	}
	after := wire.SnowflakeAt(d.client.Clock.At(since).Add(-clocks))
	d.queue.Go(func() {
		for _, room := range d.playing() {
			server, err := d.serverOf(d.life, wire.Channel(room))
			read := false
			if err == nil {
				read, err = d.readAgain(room, server, after)
			}
			chat.Warn(d.Log, err, "the messages of a room cannot be read", "room", room)
			if !read && !closed(err) {
				d.queue.Put(room, adapter.Job{Do: func() { d.handler.ShowAgain(d.life, room, true) }, Firm: true})
			}
		}
	})
}

// readAgain handles the messages in a room after one with an id. It returns false if the bot cannot read there.
func (d *Discord) readAgain(room chat.Room, server, after string) (bool, error) {
	for page := range mostPages {
		found, err := d.history(room, url.Values{"after": {after}, "limit": {strconv.Itoa(perPage)}})
		if err != nil {
			return false, err
		}
		read := time.Now()
		if page == 0 && len(found) == 0 {
			// the bot has written here, so an empty history means that it may not read
			any, err := d.history(room, url.Values{"limit": {"1"}})
			return len(any) > 0, err
		}
		for _, m := range slices.Backward(found) { // the newest comes first
			m.Guild, m.Reread, after = server, read, m.ID
			d.hearMessage(&m)
		}
		if len(found) < perPage {
			break
		}
	}
	return true, nil
}

func (d *Discord) history(room chat.Room, query url.Values) (found []wire.Message, err error) {
	channel := wire.Channel(room)
	return found, d.client.Do(d.life, client.Call{What: "read messages", Method: "GET",
		URL: discordgo.EndpointChannelMessages(channel) + "?" + query.Encode(), Route: "history " + channel}, &found)
}
