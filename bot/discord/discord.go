// Package discord brings the bot to Discord: to the channels and threads of servers, and to direct messages.
//
// Slash commands, buttons, replies and talk become chat.Events. A match is spoken of in ordinary channel messages,
// because Discord hands a bot the text of replies to those without a privileged intent; the interaction that a command
// or a button is gets a short answer of its own, in time, however long the room is busy. A message for one person is
// ephemeral where an interaction allows that, and a reply elsewhere. An answer to a button can take the place of the
// message that has it. A file that somebody sends is fetched, without the token, before its event is passed on.
//
// Events of the gateway come to the ears (hear.go, press.go), what was missed by missed.go; messages of the bot go through the outbox (outbox.go, send.go, edit.go, threads.go, guest.go). Discord wires these. Below are packages that know nothing of them: gateway keeps the
// connection, client calls the REST API, answer gives interactions their own answers, places knows channels and
// servers, commands and styled turn words into Discord's and back, wire is what Discord sends.
package discord

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"regexp"
	"strings"
	"sync/atomic"
	"time"

	"tabuleiro/bot/adapter"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord/answer"
	"tabuleiro/bot/discord/client"
	"tabuleiro/bot/discord/commands"
	"tabuleiro/bot/discord/places"
	"tabuleiro/bot/discord/styled"
	"tabuleiro/bot/discord/wire"
	"tabuleiro/bot/recent"
)

// API is the usual base address.
const API = "https://discord.com/api"

// Config has the parts of a Discord. Token, Say, Settings and Log are needed.
type Config struct {
	Token   string // of the bot, without "Bot "
	API     string // base address of the REST API, without the version; "": API
	Guild   string // id of a test server where the commands are registered instead of everywhere; they are there at once
	Content bool   // ask for the privileged Message Content intent: moves need not be replies then
	Shards  int    // in how many parts the servers are divided; 0: as many as Discord wants, and all in this process
	Shard   int    // the only one of Shards that this process serves, or AllShards; the first hears direct messages
	Rate    int    // REST calls a second, 0: the 50 that Discord grants every bot

	Grace time.Duration // for what was heard and is still to be said at the end, 0: ten seconds

	// Dial connects to Discord; nil: over the net.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)

	Commands []commands.Command // slash commands

	// Say is a sentence in the language of a locale, its gaps filled: those of the keys below.
	Say func(locale, key string, gaps map[string]string) string

	Settings Settings // remembers which commands were registered, and how often the bot has connected
	Log      *slog.Logger
}

// tokenForm is that of the token of a bot. With another one Discord would be asked in vain again and again.
var tokenForm = regexp.MustCompile(`^[A-Za-z0-9_-]{3,}(\.[A-Za-z0-9_-]{3,}){2}$`)

// AllShards are served by one process.
const AllShards = -1

// Discord is a chat.Adapter, chat.Editor, chat.Retirer, chat.Threader and chat.Administered.
type Discord struct {
	Config
	*outbox   // what it can say
	ears      *ears
	missing   *missing
	self      *self
	registrar *registrar
	tasks     adapter.Group      // goroutines that Run waits for
	end       context.CancelFunc // of the life of REST calls, a while after that of Run
	content   atomic.Bool        // the text of all messages is heard
}

var (
	_ chat.Adapter      = (*Discord)(nil)
	_ chat.Editor       = (*Discord)(nil)
	_ chat.Retirer      = (*Discord)(nil)
	_ chat.Threader     = (*Discord)(nil)
	_ chat.Administered = (*Discord)(nil)
	_ chat.Presence     = (*Discord)(nil)
	_ chat.Named        = (*Discord)(nil)
	_ chat.Measured     = (*Discord)(nil)
	_ chat.Menued       = (*Discord)(nil)
	_ chat.Sighted      = (*Discord)(nil)
	_ chat.Direct       = (*Discord)(nil)
	_ chat.Finder       = (*Discord)(nil)
	_ chat.Caller       = (*Discord)(nil)
	_ chat.Remover      = (*Discord)(nil)
	_ chat.Crowded      = (*Discord)(nil)
)

// New makes an adapter that is not connected yet. It can speak before Run.
func New(c Config) (*Discord, error) {
	if c.API == "" {
		c.API = API
	}
	base, err := url.Parse(strings.TrimRight(c.API, "/"))
	if err != nil || base.Host == "" {
		return nil, fmt.Errorf("discord: the address of the API %q is not one like %s", c.API, API)
	}
	if c.Shards < 0 || c.Shard < AllShards || c.Shard >= max(c.Shards, 1) {
		return nil, fmt.Errorf("discord: there is no shard %d of %d: they are counted from 0", c.Shard, c.Shards)
	}
	if c.Rate == 0 {
		c.Rate = 50
	}
	c.Grace = cmp.Or(c.Grace, 10*time.Second)
	c.Token = strings.TrimPrefix(strings.TrimSpace(c.Token), "Bot ")
	if !tokenForm.MatchString(c.Token) {
		return nil, errors.New("discord: the token does not look like MTk4....Gm0....x9Yb..., three parts with dots between them: copy it again from Bot, " +
			"Reset Token, in the developer portal; the client id, the public key and the client secret are something else")
	}
	words := commands.New(c.Commands)
	life, end := context.WithCancel(context.Background())
	seats := adapter.NewSeats()
	calls := client.New(client.Config{
		Token: c.Token, Base: base, Dial: c.Dial, Rate: c.Rate, Seats: seats, Life: life, Log: c.Log,
	})
	noted := notes{c.Settings, c.Log}
	d := &Discord{Config: c, end: end}
	d.content.Store(c.Content)
	d.self = &self{notes: noted, life: life}
	d.registrar = &registrar{client: calls, notes: noted, words: words, guild: c.Guild, life: life, log: c.Log}
	secrets := adapter.NewBeliefs[string, string](remembered, answerLife)
	d.outbox = &outbox{
		client: calls, desk: &answer.Desk{Client: calls, Life: life, Log: c.Log, Secrets: secrets}, words: words,
		places: places.New(life, calls, c.Log), notes: noted, log: c.Log, caps: d.Caps, spawn: d.spawn, life: life,
		content: d.content.Load,
		sentence: func(locale, key string, gaps map[string]string) string {
			return words.Written(c.Say(locale, key, gaps), locale)
		},
		sight: &sight{channels: recent.New[string, []string](watched, 0)},
		met: &met{
			people:  recent.New[string, chat.User](acquaintances, 0),
			servers: recent.New[string, []string](acquaintances, 0),
		},
		talks:    recent.New[string, chat.Room](remembered, 0),
		opened:   recent.New[string, chat.Room](remembered, 0),
		refused:  adapter.NewBeliefs[chat.Room, bool](remembered, refusedLife),
		retiring: adapter.NewQueue[chat.Room](adapter.Bounds{Busy: 16, Waiting: 10}, nil),
		visits:   adapter.NewBeliefs[chat.Room, ways](remembered, answerLife),
		guestIn:  recent.New[chat.Room, bool](remembered, 0),
		dressed:  recent.New[string, bool](remembered, 0),
		shut:     recent.New[chat.Room, bool](remembered, 0),
		pressed:  recent.New[string, *answer.Answer](remembered, answerLife),
		openers:  recent.New[string, string](remembered, 0),
	}
	d.ears = &ears{
		out: d.outbox, self: d.self, log: c.Log, content: d.content.Load, spawn: d.spawn, life: life, seats: seats,
		rooms:  adapter.NewQueue[chat.Room](adapter.Bounds{Laden: laden}, nil),
		heard:  recent.New[string, bool](events, 0),
		late:   adapter.NewBeliefs[string, *wire.Message](remembered, 30*time.Second),
		hinted: recent.New[string, bool](remembered, 0), refusing: make(chan struct{}, refusals),
	}
	d.ears.door = adapter.NewDoor(inFlight, perRoom, d.ears.skipped)
	d.ears.surplus.Log, d.ears.surplus.Text = c.Log, "too much was waiting in a room, events were skipped"
	d.missing = &missing{ears: d.ears, log: c.Log}
	return d, nil
}

// Name is "discord".
func (d *Discord) Name() string { return service }

// Caps are Discord's.
func (d *Discord) Caps() chat.Caps {
	c := styled.Caps
	c.Talk = d.content.Load()
	return c
}

// CapsIn are the Caps, less what is just typed where the bot is no member: there it hears commands and buttons.
func (d *Discord) CapsIn(room chat.Room) chat.Caps {
	c := d.Caps()
	if d.guestIn.Has(room) {
		c.Talk, c.Threads, c.Guest = false, false, true
	}
	return c
}

// Run keeps the connection to the gateway until the context ends, and then finishes what was heard. The error is a
// refusal that trying again would not change.
func (d *Discord) Run(ctx context.Context, h chat.Handler) error {
	d.ears.handler, d.outbox.handler = h, h
	d.ears.seats.Ask(h)
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(d.Grace, d.end) })
	defer stop()
	d.self.learn()
	connected, end := context.WithCancel(ctx)
	d.spawn(func() { d.keepTime(connected) })
	err := d.stayConnected(ctx)
	end()
	d.tasks.Wait() // tasks that are under way may still have something done in a room, and the other way round
	d.ears.rooms.Wait()
	d.tasks.Wait()
	d.retiring.Stop() // what is still said afterwards leaves old buttons, which are refused
	return err
}

// spawn does something that Run waits for.
func (d *Discord) spawn(do func()) { d.tasks.Go(do) }

// Self is the bot by its id, zero until Discord has said who it is. A mention of it says that id.
func (d *Discord) Self() chat.User {
	id := d.self.bot()
	if id == "" {
		return chat.User{}
	}
	return chat.User{ID: wire.Prefix + id}
}

// Queues implements chat.Measured: "in" is what was heard and is not dealt with. Messages on their way out wait in
// Send, nowhere else.
func (d *Discord) Queues() map[string]int { return map[string]int{"in": int(d.ears.waiting.Load())} }

// Written implements chat.Menued.
func (d *Discord) Written(text, lang string) string { return d.words.ForOthers(text, lang) }

// Administers implements chat.Administered.
func (d *Discord) Administers(ctx context.Context, room chat.Room, id string) (bool, error) {
	return d.places.Administers(ctx, room, id)
}

// Present implements chat.Presence.
func (d *Discord) Present(ctx context.Context, room chat.Room, id string, now bool) (bool, error) {
	return d.places.Present(ctx, room, id, now)
}
