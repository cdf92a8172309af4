// Package discord is the adapter to Discord: to the channels and threads of servers, and to direct messages.
//
// Slash commands, buttons, replies and other messages become chat.Events. Matches are played in ordinary channel
// messages, because Discord sends a bot without privileged intents the text of replies to those; an interaction gets a
// short response of its own in time, however busy the room is. A message for one person is ephemeral where an
// interaction allows that, else a reply. An answer to a button can replace the message with the button. Attached files
// are downloaded, without the token, before their event is passed on.
//
// Events, current and missed ones, come from gateway.go to hear.go and interact.go; messages go out through send.go,
// and through guest.go where the bot can only answer interactions. answer.go responds to interactions; memory.go and
// places.go cache rooms and people. The packages below know nothing of these: gateway keeps the connection, client
// calls the REST API, commands and styled convert texts to Discord's form and back, wire decodes events.
//
// From discordgo the package uses addresses, intents and type names. It does not use its session, which cannot resume
// one begun by another process, and delivers events too late to answer them in order.
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
	"sync"
	"sync/atomic"
	"time"

	"tabuleiro/bot/adapter"
	"tabuleiro/bot/cache"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord/client"
	"tabuleiro/bot/discord/commands"
	"tabuleiro/bot/discord/gateway"
	"tabuleiro/bot/discord/styled"
	"tabuleiro/bot/discord/wire"
)

// API is the default base URL.
const API = "https://discord.com/api"

// service is the service's name.
const service = "discord"

// Config configures a Discord. Token, Say, Settings and Log are required.
type Config struct {
	Token   string // of the bot, without "Bot "
	API     string // base URL of the REST API, without the version; "" for API
	Content bool   // request the privileged Message Content intent, so that moves need not be replies
	Rate    int    // REST calls a second; 0 for the 50 that Discord grants every bot

	Grace time.Duration // for finishing pending events at the end; 0 for ten seconds

	// Dial connects to Discord; nil for the network.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)

	Commands []commands.Command // slash commands

	// Say returns the sentence of one of the keys below in the language of a locale, its gaps filled in.
	Say func(locale, key string, gaps map[string]string) string

	Settings gateway.Notes // persist the registered commands and the gateway's session
	Log      *slog.Logger
}

// Keys of the adapter's own sentences.
const (
	GuestKey      = "guest"              // what works where the bot is not a member
	MuteKey       = "mute"               // what works where the bot may not write, because it lacks {{.Permissions}}
	HintKey       = "unread"             // how to reach a bot that may not read texts
	RobotKey      = "robot"              // {{.Name}} is a bot and does not play
	SkippedKey    = "skipped"            // {{.Count}} texts were skipped
	ThreadGoneKey = "thread-gone"        // a thread is closed, and its match continues here
	TypeKey       = "type-move"          // heading of the field for a move, at most 45 characters
	TroubleKey    = "trouble"            // something went wrong
	PermissionKey = "missing-permission" // the bot lacks {{.Permissions}} here
)

// tokenForm matches the token of a bot. It catches tokens that Discord would only reject.
var tokenForm = regexp.MustCompile(`^[A-Za-z0-9_-]{3,}(\.[A-Za-z0-9_-]{3,}){2}$`)

// Discord is a chat.Adapter.
type Discord struct {
	Config
	client *client.Client
	words  *commands.Set
	memory

	handler     chat.Handler              // nil until there is one
	seats       *adapter.ActiveRooms      // who plays in which room
	door        *adapter.Admission        // for incoming events
	queue       *adapter.Queue[chat.Room] // admitted events, and background work
	idle        *adapter.Queue[chat.Room] // removal of old buttons, and answers to rejected interactions
	surplus     *adapter.Tally            // rejected events
	waiting     atomic.Int64              // events received and not handled
	heard       *cache.LRU[string, bool]  // ids of the last events
	is          atomic.Pointer[identity]  // of the bot
	content     atomic.Bool               // the bot receives the text of all messages
	registering sync.Mutex                // held while commands are registered
	life        context.Context           // of REST calls; it ends Grace after the context of Run
	end         context.CancelFunc
}

// New makes an adapter without connecting. It can send before Run.
func New(c Config) (*Discord, error) {
	c.API = cmp.Or(c.API, API)
	base, err := url.Parse(strings.TrimRight(c.API, "/"))
	if err != nil || base.Host == "" {
		return nil, fmt.Errorf("discord: the address of the API %q is not one like %s", c.API, API)
	}
	c.Rate, c.Grace = cmp.Or(c.Rate, 50), cmp.Or(c.Grace, 10*time.Second)
	c.Token = strings.TrimPrefix(strings.TrimSpace(c.Token), "Bot ")
	if !tokenForm.MatchString(c.Token) {
		return nil, errors.New("discord: the token does not look like MTk4....Gm0....x9Yb..., three parts with dots between them: copy it again from Bot, " +
			"Reset Token, in the developer portal; the client id, the public key and the client secret are something else")
	}
	d := &Discord{Config: c, words: commands.New(c.Commands), memory: newMemory(), seats: adapter.NewActiveRooms(),
		queue:   adapter.NewQueue[chat.Room](adapter.Bounds{Laden: laden}),
		idle:    adapter.NewQueue[chat.Room](adapter.Bounds{Busy: 16, Waiting: 10}),
		heard:   cache.New[string, bool](events, 0),
		surplus: adapter.NewTally(c.Log, "too much was waiting in a room, events were skipped")}
	d.life, d.end = context.WithCancel(context.Background())
	d.door = adapter.NewAdmission(inFlight, perRoom, d.skipped)
	d.client = client.New(client.Config{
		Token: c.Token, Base: base, Dial: c.Dial, Rate: c.Rate, Seats: d.seats, Life: d.life, Log: c.Log,
	})
	d.content.Store(c.Content)
	d.is.Store(&identity{})
	return d, nil
}

// Name returns "discord".
func (d *Discord) Name() string { return service }

// caps returns Discord's limits.
func (d *Discord) caps() chat.Caps {
	c := styled.Caps
	c.Talk = d.content.Load()
	return c
}

// Caps returns Discord's limits. Where the bot is not a member it receives only commands and buttons, and cannot open
// threads.
func (d *Discord) Caps(room chat.Room) chat.Caps {
	c := d.caps()
	c.Crowded = d.client.Waits(posts + wire.Channel(room))
	if d.room(room).guest {
		c.Talk, c.Threads, c.Guest = false, false, true
	}
	return c
}

// Run keeps the connection to the gateway until the context ends, and then finishes pending events. The error is a
// permanent refusal.
func (d *Discord) Run(ctx context.Context, h chat.Handler) error {
	d.handler = h
	d.seats.Ask(h)
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(d.Grace, d.end) })
	defer stop()
	if user, app, ok := strings.Cut(d.noted(d.life, selfKey), " "); ok {
		d.is.Store(&identity{user, app})
	}
	err := d.stayConnected(ctx)
	d.queue.Wait()
	d.idle.Stop() // removals of old buttons that come later are dropped: a press of them is refused anyway
	return err
}

// selfKey is the settings key of the bot's identity, which a process that resumes another one's session does not
// receive.
const selfKey = "discord/self"

// identity has the ids of the bot and of its application, "" while they are unknown.
type identity struct{ user, app string }

// self returns the bot's id, "" while it is unknown.
func (d *Discord) self() string { return d.is.Load().user }

// Self returns the bot's account, zero until Discord has sent it. It has only the id, which is what a mention contains.
func (d *Discord) Self() chat.User {
	id := d.self()
	if id == "" {
		return chat.User{}
	}
	return chat.User{ID: wire.Prefix + id}
}

// State implements chat.Adapter: "in" counts events that are not handled yet. There is no "out", because outgoing
// messages wait inside Send.
func (d *Discord) State() chat.State {
	return chat.State{Queues: map[string]int{"in": int(d.waiting.Load())}}
}

// Written implements chat.Threads.
func (d *Discord) Written(text, lang string) string { return d.words.ForOthers(text, lang) }

// noted reads a value of the Settings, "" if there is none. A failed read is logged and costs one more call.
func (d *Discord) noted(ctx context.Context, key string) string {
	text, err := d.Settings.Get(ctx, key)
	chat.Warn(d.Log, err, "a note cannot be read", "key", key)
	return text
}

// note writes a value of the Settings; "" deletes it.
func (d *Discord) note(ctx context.Context, key, value string) {
	err := d.Settings.Put(context.WithoutCancel(ctx), key, value)
	chat.Warn(d.Log, err, "a note cannot be stored", "key", key)
}

// sentence returns one of the adapter's own sentences in the language of a locale, its gaps filled in.
func (d *Discord) sentence(locale, key string, gaps map[string]string) string {
	return d.words.Written(d.Say(locale, key, gaps), locale)
}
