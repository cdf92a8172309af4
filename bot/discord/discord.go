// Package discord brings the bot to Discord: to the channels and threads of servers, and to direct messages.
//
// Slash commands, buttons, replies and talk become chat.Events. A match is spoken of in ordinary channel messages, because
// Discord hands a bot the text of replies to those without a privileged intent; the interaction that a command or a
// button is gets a short answer of its own, in time, however long the room is busy. A message for one person is
// ephemeral where an interaction allows that, and a reply elsewhere. An answer to a button can take the place of the
// message that has it. A file that somebody sends is fetched, without the token, before its event is passed on.
//
// The connection to the gateway is package gateway's, which says why; REST calls and the words of the API are the library's,
// but for their pacing: the library's cannot be interrupted.
package discord

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	lru "github.com/hashicorp/golang-lru/v2"

	"tabuleiro/bot/adapter"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/share"
)

// API is the usual base address.
const API = "https://discord.com/api"

// Config is what a Discord is made of. Token, Say, Settings and Log are needed.
type Config struct {
	Token   string // of the bot, without "Bot "
	API     string // base address of the REST API, without the version; "": API
	Guild   string // id of a test server where the commands are registered instead of everywhere; they are there at once
	Content bool   // ask for the privileged Message Content intent: moves need not be replies then
	Shards  int    // in how many parts the servers are divided; 0: as many as Discord wants, and all in this process
	Shard   int    // the only one of Shards that this process serves, or AllShards; the first hears direct messages
	Rate    int    // REST calls a second, 0: the 50 that Discord grants every bot

	// Dial connects to Discord; nil: over the net.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)

	Commands []Command // slash commands

	// Say is a sentence in the language of a locale, its gaps filled: those of the keys below.
	Say func(locale, key string, gaps map[string]string) string

	Work     *share.Share // which rooms and shards are this process's, where several share the work; nil: all are
	Settings Settings     // remembers which commands were registered, and how often the bot has connected
	Log      *slog.Logger
}

// Keys of the sentences that the adapter needs.
const (
	GuestKey      = "guest"              // what works where the bot is no member
	HintKey       = "unread"             // how to be heard where texts are not
	RobotKey      = "robot"              // {{.Name}} is a bot, and does not play
	SkippedKey    = "skipped"            // {{.Count}} texts were not dealt with
	TypeKey       = "type-move"          // heads the field for a move, in at most 45 characters
	TroubleKey    = "trouble"            // something went wrong
	UnsaidKey     = "unsaid"             // what follows was to be said before, and did not arrive
	PermissionKey = "missing-permission" // the bot lacks {{.Permissions}} here
)

// tokenForm is that of the token of a bot. With another one Discord would be asked in vain again and again.
var tokenForm = regexp.MustCompile(`^[A-Za-z0-9_-]{3,}(\.[A-Za-z0-9_-]{3,}){2}$`)

// AllShards are served by one process.
const AllShards = -1

// Settings keep texts under keys.
type Settings interface {
	Get(ctx context.Context, key string) (string, error) // "" if nothing was put
	Put(ctx context.Context, key, value string) error
}

// Discord is a chat.Adapter, chat.Editor, chat.Retirer, chat.Threader and chat.Administered.
type Discord struct {
	Config
	definitions []*discordgo.ApplicationCommand
	here        map[string]string  // see hereOf
	rest        *discordgo.Session // never opened
	transport   *transport
	files       *http.Client // for what people send
	limits      *limits
	unsaid      *unsaid
	clock       clock
	door        *adapter.Door
	seats       *adapter.Seats
	surplus     adapter.Tally // what was not let in
	rooms       *adapter.Queue[chat.Room]
	retiring    *adapter.Queue[chat.Room] // old buttons
	waiting     atomic.Int64              // what was heard and is not dealt with
	tasks       sync.WaitGroup            // goroutines that Run waits for

	life context.Context // of REST calls: ends a while after that of Run
	end  context.CancelFunc

	patience time.Duration // with one try of a call
	deadline time.Duration // of the first answer to an interaction
	grace    time.Duration // how long what was heard may take to be said after the end

	handler chat.Handler
	content atomic.Bool            // the text of all messages is heard
	self    atomic.Pointer[string] // id of the bot
	app     atomic.Pointer[string] // id of the application

	unsure  *adapter.Beliefs[string, string]     // nonces of messages that may or may not have been said, by what they are
	locales *lru.Cache[string, string]           // languages that servers have chosen, by id
	guilds  *lru.Cache[string, string]           // servers of channels, "" for a direct talk
	parents *lru.Cache[string, string]           // channels of threads, "" for what is no thread
	ranks   *adapter.Beliefs[rank, bool]         // whether somebody may manage a server
	present *adapter.Beliefs[rank, bool]         // whether somebody is on a server
	heard   *lru.Cache[string, bool]             // ids of the latest events
	visits  *adapter.Beliefs[chat.Room, *answer] // the way into rooms in which the bot is no member
	secrets *adapter.Beliefs[string, string]     // addresses of messages that only one person sees, by their ids
	guestIn *lru.Cache[chat.Room, bool]          // those rooms
	hinted  *lru.Cache[string, bool]             // ids of people who were told how to be heard
	dressed *lru.Cache[string, bool]             // ids of messages that got their buttons later
	shut    *lru.Cache[chat.Room, bool]          // rooms that took no message and may again, until something is heard there
	pressed *lru.Cache[string, *answer]          // what is being answered, by the ids of messages whose buttons were pressed
	openers *lru.Cache[string, string]           // those for whom alone a message is that all see, by its id
}

// How much is remembered, and for how long: of servers, channels, people and messages those of the last hours, as all of it can be
// asked again or is a comfort only; of events more, as a look for what was missed hears hundreds in one room, and must not push
// out what was heard while it lasts. Discord keeps nonces for a few minutes; a server's owner and moderators change seldom, but then it
// should be noticed.
const (
	remembered = 2000
	events     = 10 * mostPages * perPage
	nonceLife  = 10 * time.Minute
	rankLife   = 5 * time.Minute
)

// Events let in at the same time, in rooms with a match under way and in all others, and those of one room or person, or
// twice as many if these are words to the bot or moves. So many may have fetched a file.
const (
	inFlight = 500
	perRoom  = 50
	laden    = 16
)

var (
	_ chat.Adapter      = (*Discord)(nil)
	_ chat.Editor       = (*Discord)(nil)
	_ chat.Retirer      = (*Discord)(nil)
	_ chat.Threader     = (*Discord)(nil)
	_ chat.Administered = (*Discord)(nil)
	_ chat.Presence     = (*Discord)(nil)
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
	c.Token = strings.TrimPrefix(strings.TrimSpace(c.Token), "Bot ")
	if !tokenForm.MatchString(c.Token) {
		return nil, errors.New("discord: the token does not look like MTk4....Gm0....x9Yb..., three parts with dots between them: copy it again from Bot, " +
			"Reset Token, in the developer portal; the client id, the public key and the client secret are something else")
	}
	definitions, err := define(c.Commands)
	if err != nil {
		return nil, fmt.Errorf("discord: %w", err)
	}
	d := &Discord{
		Config:      c,
		definitions: definitions,
		here:        hereOf(c.Commands),
		transport:   newTransport(base, c.Dial),
		limits:      newLimits(c.Rate),
		unsaid:      newUnsaid(),
		seats:       adapter.NewSeats(),
		files:       newFetcher(c.Dial),
		patience:    longestTry,
		deadline:    usualDeadline,
		grace:       10 * time.Second,
		unsure:      adapter.NewBeliefs[string, string](remembered, nonceLife),
		locales:     adapter.NewCache[string, string](remembered),
		guilds:      adapter.NewCache[string, string](remembered),
		parents:     adapter.NewCache[string, string](remembered),
		ranks:       adapter.NewBeliefs[rank, bool](remembered, rankLife),
		present:     adapter.NewBeliefs[rank, bool](remembered, rankLife),
		heard:       adapter.NewCache[string, bool](events),
		visits:      adapter.NewBeliefs[chat.Room, *answer](remembered, answerLife),
		secrets:     adapter.NewBeliefs[string, string](remembered, answerLife),
		guestIn:     adapter.NewCache[chat.Room, bool](remembered),
		hinted:      adapter.NewCache[string, bool](remembered),
		dressed:     adapter.NewCache[string, bool](remembered),
		shut:        adapter.NewCache[chat.Room, bool](remembered),
		pressed:     adapter.NewCache[string, *answer](remembered),
		openers:     adapter.NewCache[string, string](remembered),
	}
	d.Say = func(locale, key string, gaps map[string]string) string { return d.Written(c.Say(locale, key, gaps)) }
	d.door = adapter.NewDoor(inFlight, perRoom, d.skipped)
	d.surplus.Log, d.surplus.Text = c.Log, "too much was waiting in a room, events were skipped"
	d.rooms = adapter.NewQueue[chat.Room](adapter.Bounds{Laden: laden}, nil)
	d.retiring = adapter.NewQueue[chat.Room](adapter.Bounds{Busy: 16, Waiting: 10}, nil)
	d.life, d.end = context.WithCancel(context.Background())
	d.content.Store(c.Content)
	logLibrary(c.Log, c.Token)
	if d.rest, err = d.session(); err != nil {
		return nil, err
	}
	d.rest.Client = &http.Client{Transport: d.transport}
	return d, nil
}

// session is a session of the library with what all of them have in common.
func (d *Discord) session() (*discordgo.Session, error) {
	s, err := discordgo.New("Bot " + d.Token)
	if err != nil {
		return nil, fmt.Errorf("discord: make a session: %w", err)
	}
	s.StateEnabled = false
	s.LogLevel = discordgo.LogWarning
	if d.Log.Enabled(context.Background(), slog.LevelDebug) {
		s.LogLevel = discordgo.LogInformational
	}
	return s, nil
}

// Name is "discord".
func (d *Discord) Name() string { return "discord" }

const prefix = "discord:"

// channelOf is the id of a room's channel.
func channelOf(room chat.Room) string { return strings.TrimPrefix(string(room), prefix) }

// Buttons: five rows of five, or as many menus of 25 choices.
const (
	mostRows    = 5
	mostColumns = 5
	mostChoices = 25
)

// Caps are Discord's. There is room for more buttons than a message can have, because they turn into menus.
func (d *Discord) Caps() chat.Caps {
	return chat.Caps{
		Text:     longestText,
		Pictures: true,
		Caption:  longestText,
		Rows:     mostRows * mostChoices / mostColumns,
		Columns:  mostColumns,
		Says:     longestID - len(forText),
		Label:    80,
		Talk:     d.content.Load(),
		Privates: true,
		Threads:  true,
		ByID:     true,
		Asks:     true,
		Turns:    true,
		Choices:  20,
	}
}

// CapsIn are the Caps, less what is just typed where the bot is no member: there it hears commands and buttons.
func (d *Discord) CapsIn(room chat.Room) chat.Caps {
	c := d.Caps()
	if d.guestIn.Contains(room) {
		c.Talk, c.Threads, c.Guest = false, false, true
	}
	return c
}

// Run keeps the connection to the gateway until the context ends, and then finishes what was heard. The error is a refusal
// that trying again would not change.
func (d *Discord) Run(ctx context.Context, h chat.Handler) error {
	d.handler = h
	d.seats.Ask(h)
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(d.grace, d.end) })
	defer stop()
	if d.Work != nil {
		d.learnSelf()
		d.Work.Open(d.Name(), d.takeOut)
		defer d.Work.Close(d.Name())
	}
	connected, end := context.WithCancel(ctx)
	d.spawn(func() { keepTime(connected, d) })
	err := d.stayConnected(ctx)
	end()
	d.tasks.Wait() // tasks that are under way may still have something done in a room, and the other way round
	d.rooms.Wait()
	d.tasks.Wait()
	d.retiring.Stop() // what is still said afterwards leaves old buttons, which are refused
	return err
}

// spawn does something that Run waits for.
func (d *Discord) spawn(do func()) {
	d.tasks.Add(1)
	go func() {
		defer d.tasks.Done()
		do()
	}()
}
