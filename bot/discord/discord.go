// Package discord brings the bot to Discord: to the channels and threads of servers, and to direct messages.
//
// Slash commands, buttons, replies and talk become chat.Events. A match is spoken of in ordinary channel messages,
// because Discord hands a bot the text of replies to those without a privileged intent; the interaction that a command
// or a button is gets a short answer of its own, in time, however long the room is busy. A message for one person is
// ephemeral where an interaction allows that, and a reply elsewhere. An answer to a button can take the place of the
// message that has it. A file that somebody sends is fetched, without the token, before its event is passed on.
//
// What is heard, and what was missed, comes by gateway.go to hear.go and interact.go; messages go out by send.go, and by
// guest.go where the bot can only answer. answer.go gives interactions their own answers. memory.go and places.go know
// rooms and people.
// Below are packages that know nothing of them: gateway keeps the connection, client calls the REST API, commands and
// styled turn words into Discord's and back, wire is what Discord sends.
//
// Of discordgo the package has addresses, intents and the names of types. Its session is not used: it has no hook for
// resuming one that another process began, and hands events over too late to answer them in order.
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

// API is the usual base address.
const API = "https://discord.com/api"

// service is the name of the service.
const service = "discord"

// Config has the parts of a Discord. Token, Say, Settings and Log are needed.
type Config struct {
	Token   string // of the bot, without "Bot "
	API     string // base address of the REST API, without the version; "": API
	Content bool   // ask for the privileged Message Content intent: moves need not be replies then
	Rate    int    // REST calls a second, 0: the 50 that Discord grants every bot

	Grace time.Duration // for what was heard and is still to be said at the end, 0: ten seconds

	// Dial connects to Discord; nil: over the net.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)

	Commands []commands.Command // slash commands

	// Say is a sentence in the language of a locale, its gaps filled: those of the keys below.
	Say func(locale, key string, gaps map[string]string) string

	Settings gateway.Notes // remember which commands were registered, and how often the bot has connected
	Log      *slog.Logger
}

// Keys of the sentences that the adapter needs.
const (
	GuestKey      = "guest"              // what works where the bot is no member
	MuteKey       = "mute"               // what works where the bot may not write, for want of {{.Permissions}}
	HintKey       = "unread"             // how to be heard where texts are not
	RobotKey      = "robot"              // {{.Name}} is a bot, and does not play
	SkippedKey    = "skipped"            // {{.Count}} texts were not dealt with
	ThreadGoneKey = "thread-gone"        // a thread is closed, and its match goes on here
	TypeKey       = "type-move"          // heads the field for a move, in at most 45 characters
	TroubleKey    = "trouble"            // something went wrong
	PermissionKey = "missing-permission" // the bot lacks {{.Permissions}} here
)

// tokenForm is that of the token of a bot. With another one Discord would be asked in vain again and again.
var tokenForm = regexp.MustCompile(`^[A-Za-z0-9_-]{3,}(\.[A-Za-z0-9_-]{3,}){2}$`)

// Discord is a chat.Adapter.
type Discord struct {
	Config
	client *client.Client
	words  *commands.Set
	memory

	handler     chat.Handler              // nil until there is one
	seats       *adapter.ActiveRooms      // where people play
	door        *adapter.Admission        // to what is heard
	queue       *adapter.Queue[chat.Room] // what was let in, and what is done beside it
	idle        *adapter.Queue[chat.Room] // old buttons, and what people are told for whom there was too much
	surplus     *adapter.Tally            // what was not let in
	waiting     atomic.Int64              // what was heard and is not dealt with
	heard       *cache.LRU[string, bool]  // ids of the latest events
	is          atomic.Pointer[identity]  // of the bot
	content     atomic.Bool               // the text of all messages is heard
	registering sync.Mutex                // held while Discord is told the commands
	life        context.Context           // of REST calls, ends a while after Run is to end
	end         context.CancelFunc
}

// New makes an adapter that is not connected yet. It can speak before Run.
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

// Name is "discord".
func (d *Discord) Name() string { return service }

// caps are Discord's.
func (d *Discord) caps() chat.Caps {
	c := styled.Caps
	c.Talk = d.content.Load()
	return c
}

// Caps are Discord's, less what is just typed where the bot is no member: there it hears commands and buttons.
func (d *Discord) Caps(room chat.Room) chat.Caps {
	c := d.caps()
	c.Crowded = d.client.Waits(posts + wire.Channel(room))
	if d.room(room).guest {
		c.Talk, c.Threads, c.Guest = false, false, true
	}
	return c
}

// Run keeps the connection to the gateway until the context ends, and then finishes what was heard. The error is a
// refusal that trying again would not change.
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
	d.idle.Stop() // what is still said afterwards leaves old buttons, which are refused
	return err
}

// selfKey is under what it is noted who the bot is: a process that goes on with the session of another one is not told.
const selfKey = "discord/self"

// identity is the id of the bot and that of the application, "" while they are not known.
type identity struct{ user, app string }

// self is the id of the bot, "" while that is not known.
func (d *Discord) self() string { return d.is.Load().user }

// Self is the bot by its id, zero until Discord has said who it is. A mention of it says that id.
func (d *Discord) Self() chat.User {
	id := d.self()
	if id == "" {
		return chat.User{}
	}
	return chat.User{ID: wire.Prefix + id}
}

// State implements chat.Adapter: "in" is what was heard and is not dealt with. Messages on their way out wait in
// Send, nowhere else.
func (d *Discord) State() chat.State {
	return chat.State{Queues: map[string]int{"in": int(d.waiting.Load())}}
}

// Written implements chat.Threads.
func (d *Discord) Written(text, lang string) string { return d.words.ForOthers(text, lang) }

// noted is the text under a key of the Settings, "" if there is none. One that cannot be had costs a call more.
func (d *Discord) noted(ctx context.Context, key string) string {
	text, err := d.Settings.Get(ctx, key)
	if err != nil {
		d.Log.Warn("what was noted is not known", "key", key, "error", err)
	}
	return text
}

// note keeps a text under a key of the Settings, and forgets it if it is "".
func (d *Discord) note(ctx context.Context, key, value string) {
	if err := d.Settings.Put(context.WithoutCancel(ctx), key, value); err != nil {
		d.Log.Warn("something could not be noted", "key", key, "error", err)
	}
}

// sentence is one of the adapter's own in the language of a locale, its gaps filled.
func (d *Discord) sentence(locale, key string, gaps map[string]string) string {
	return d.words.Written(d.Say(locale, key, gaps), locale)
}
