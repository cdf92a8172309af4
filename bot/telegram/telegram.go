// Package telegram is the adapter to Telegram: everything the bot need not know about it.
//
// Each update, by long polling or by a webhook, is handed to the bot in the order of each room and for different rooms at
// once. Telegram is told that an update has arrived only when it has been dealt with, or when those that are not have been
// written down: so a crash loses nothing, and a slow room does not hold up the others.
//
// Each call passes through one lane for each chat and one gate for all, which keep Telegram's rates. A message may
// arrive twice if the network fails just after Telegram has taken it, never less than once.
//
// The token is part of the address of every request. It is taken out of every error and every line of the log.
package telegram

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

	lru "github.com/hashicorp/golang-lru/v2"

	"tabuleiro/bot/adapter"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/share"
)

// DefaultAPI is where Telegram itself answers.
const DefaultAPI = "https://api.telegram.org"

// Config is what a Telegram is made of. Token, Places and Log are needed.
type Config struct {
	Token    string               // as @BotFather gave it
	API      string               // address of the Bot API; "": DefaultAPI
	Webhook  Webhook              // zero: long polling
	Commands map[string][]Command // what Telegram suggests, by language tag; "" is for everybody else
	Places   Places
	Log      *slog.Logger
	Rates    Rates
	Times    Times
	Work     *share.Share // which rooms are this process's, where several share the work; nil: all are
	Local    bool         // the API is a server in local mode on this machine, which gives files by their paths

	// Dial connects to Telegram; nil: over the net.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)

	// Say is a sentence in the language of a locale, its gaps filled: one of the Keys. Nil says nothing.
	Say func(locale, key string, gaps map[string]string) string

	// Descriptions are what Telegram shows of the bot before the first word, by language tag as Commands.
	Descriptions map[string]Description
}

// Sentences of the adapter itself.
const (
	WaitKey   = "telegram-wait"    // the chat has to wait {{.Seconds}}
	NoFileKey = "telegram-no-file" // files are not allowed here
	NoFilmKey = "telegram-no-film" // nor are moving pictures, which are sent as files
	RightsKey = "telegram-rights"  // as the reason for both
)

// say is a sentence for the author of an event, who may not be known.
func (t *Telegram) say(c *cause, key string, gaps map[string]string) string {
	if t.Say == nil {
		return ""
	}
	locale := ""
	if c != nil {
		locale = c.locale
	}
	return t.Say(locale, key, gaps)
}

// Places keeps a few values from one run to the next; "" is what was never put.
type Places interface {
	Get(ctx context.Context, key string) (string, error)
	Put(ctx context.Context, key, value string) error
}

// Times are how long things may take. Zero means a default that is good for Telegram.
type Times struct {
	Poll     time.Duration // how long Telegram holds a request for news (50 s); whole seconds
	Request  time.Duration // for one request, beyond what it is held (30 s)
	Retry    time.Duration // before the first repetition of what failed; later ones wait longer (500 ms)
	Send     time.Duration // for saying or changing something, repetitions and waiting as told included (2 min)
	Edit     time.Duration // for small things: taking buttons off, asking who somebody is (15 s)
	Fetch    time.Duration // for getting a file that somebody posted, repetitions included (20 s)
	Press    time.Duration // until a button that was pressed stops turning, even if there is nothing to say yet (2 s)
	Settle   time.Duration // waiting for updates to be dealt with before writing them down to go on (250 ms)
	Trust    time.Duration // how long it is believed who looks after a group (5 min)
	Grace    time.Duration // for finishing what was begun when the context ends (5 s)
	Farewell time.Duration // for telling Telegram after that what has been dealt with (5 s)
	Second   time.Duration // what Telegram's seconds are, in which it says how long to wait (1 s)
}

func (t Times) complete() Times {
	return Times{
		Poll:     cmp.Or(t.Poll, 50*time.Second),
		Request:  cmp.Or(t.Request, 30*time.Second),
		Retry:    cmp.Or(t.Retry, 500*time.Millisecond),
		Send:     cmp.Or(t.Send, 2*time.Minute),
		Edit:     cmp.Or(t.Edit, 15*time.Second),
		Fetch:    cmp.Or(t.Fetch, 20*time.Second),
		Press:    cmp.Or(t.Press, 2*time.Second),
		Settle:   cmp.Or(t.Settle, 250*time.Millisecond),
		Trust:    cmp.Or(t.Trust, 5*time.Minute),
		Grace:    cmp.Or(t.Grace, 5*time.Second),
		Farewell: cmp.Or(t.Farewell, 5*time.Second),
		Second:   cmp.Or(t.Second, time.Second),
	}
}

// Telegram is a chat.Adapter, and can do what chat.Editor, chat.Retirer, chat.Linker and chat.Administered ask for. It runs
// once.
type Telegram struct {
	Config
	line   *line
	lanes  *lanes
	people *people
	inbox  inbox
	door   *adapter.Door
	rooms  *adapter.Queue[chat.Room]
	saying saying
	seats  *seats

	surplus adapter.Tally
	forged  adapter.Tally

	spelt    map[string]string // commands with accents, with how Telegram knows them
	commands map[string]bool   // as Telegram knows them

	life context.Context // ends when nothing more may be waited for
	end  context.CancelFunc

	meeting  chan struct{} // held while asking who we are
	stopping atomic.Bool   // nothing more is taken on
	finished chan bool     // at the end: whether all that came is dealt with or written down

	mu      sync.Mutex
	self    user // zero until Telegram has said who we are
	handler chat.Handler
	moves   map[spot]spot // chats that have another id now, and topics that are gone

	closed *lru.Cache[int64, bool]          // chats that take no messages, until something is heard from them; true: the person in it has seen to that
	opened *lru.Cache[int64, uint64]        // the count of openings when something was heard last from a chat
	opens  atomic.Uint64                    // of all chats
	admin  *lru.Cache[int64, bool]          // groups, and whether the bot is an administrator there
	shapes *lru.Cache[ref, shape]           // of messages that the bot may want to change
	ranks  *adapter.Beliefs[seat, standing] // what people are in groups
}

// most is how much is remembered of each kind of what can be found out again, or does not matter much: the chats and the messages
// of the last hours.
const most = 2000

var (
	_ chat.Adapter      = (*Telegram)(nil)
	_ chat.Editor       = (*Telegram)(nil)
	_ chat.Retirer      = (*Telegram)(nil)
	_ chat.Sharer       = (*Telegram)(nil)
	_ chat.Administered = (*Telegram)(nil)
	_ chat.Presence     = (*Telegram)(nil)
)

var tokenForm = regexp.MustCompile(`^[0-9]{1,20}:[A-Za-z0-9_-]{10,200}$`)

// New makes an adapter that has not spoken to Telegram yet. Its errors are mistakes in the configuration.
func New(c Config) (*Telegram, error) {
	c.API = strings.TrimRight(cmp.Or(c.API, DefaultAPI), "/")
	c.Times, c.Rates = c.Times.complete(), c.Rates.complete()
	if !tokenForm.MatchString(c.Token) {
		return nil, errors.New("telegram: the token does not look like 123456:AAE..., as @BotFather writes it")
	}
	if c.Places == nil || c.Log == nil {
		return nil, errors.New("telegram: no Places or no Log")
	}
	api, err := url.Parse(c.API)
	if err != nil || api.Host == "" || api.Scheme != "http" && api.Scheme != "https" || api.User != nil || api.RawQuery != "" || api.Fragment != "" {
		return nil, fmt.Errorf("telegram: the address of the API has to be like %s", DefaultAPI)
	}
	if err := c.Webhook.check(); err != nil {
		return nil, err
	}
	if c.Commands, err = checkCommands(c.Commands); err != nil {
		return nil, err
	}
	if c.Descriptions, err = checkDescriptions(c.Descriptions); err != nil {
		return nil, err
	}
	t := &Telegram{
		Config:   c,
		lanes:    newLanes(c.Rates),
		people:   newPeople(),
		meeting:  make(chan struct{}, 1),
		finished: make(chan bool, 1),
		moves:    map[spot]spot{},
		seats:    newSeats(),
		closed:   adapter.NewCache[int64, bool](most),
		opened:   adapter.NewCache[int64, uint64](most),
		admin:    adapter.NewCache[int64, bool](most),
		shapes:   adapter.NewCache[ref, shape](most),
		ranks:    adapter.NewBeliefs[seat, standing](most, c.Times.Trust),
	}
	t.rooms = adapter.NewQueue[chat.Room](adapter.Bounds{}, nil)
	t.door = adapter.NewDoor(inFlight, perRoom, t.skipped)
	t.saying.last = map[chat.Room]chan struct{}{}
	t.surplus.Log, t.surplus.Text = c.Log, "telegram: too much was waiting in a room, updates were skipped"
	t.forged.Log, t.forged.Text = c.Log, "telegram: somebody without the secret called the webhook"
	t.Webhook.Secret = cmp.Or(c.Webhook.Secret, secretOf(c.Token))
	t.line = newLine(t.Config, t.lanes.hold)
	t.spelt, t.commands = spelling(c.Commands), named(c.Commands)
	t.inbox.init()
	t.life, t.end = context.WithCancel(context.Background())
	return t, nil
}

// Name is "telegram".
func (t *Telegram) Name() string { return "telegram" }

// Caps are Telegram's limits; of buttons as many as are comfortable on a telephone. Talk is known after the first answer of
// Telegram, and is false in the groups of a bot in privacy mode even where it is an administrator.
func (t *Telegram) Caps() chat.Caps {
	t.mu.Lock()
	defer t.mu.Unlock()
	return chat.Caps{Text: 4096, Pictures: true, Caption: 1024, Rows: 12, Columns: 4, Says: 64, Label: 64, Choices: 8, Talk: t.self.HearsAll}
}

// Link is an address that opens a private chat with the bot. Without an answer of Telegram for some seconds it is "".
func (t *Telegram) Link(payload string) string {
	ctx, cancel := context.WithTimeout(t.life, 5*time.Second)
	defer cancel()
	self, err := t.meet(ctx)
	if err != nil {
		t.Log.Warn("telegram: no link: the name of the bot is not known", "error", err)
		return ""
	}
	return "https://t.me/" + self.Username + "?start=" + url.QueryEscape(payload)
}

// Share implements chat.Sharer by Telegram's own sheet for sharing.
func (t *Telegram) Share(link, text string) string {
	if link == "" {
		return ""
	}
	return "https://t.me/share/url?" + url.Values{"url": {link}, "text": {text}}.Encode()
}

// Run hears until the context ends; then it finishes what was begun, within Times.Grace and Times.Farewell. An error means
// that Telegram does not accept the token.
func (t *Telegram) Run(ctx context.Context, h chat.Handler) error {
	defer t.line.client.CloseIdleConnections()
	defer t.end()
	if err := t.greet(ctx); err != nil || ctx.Err() != nil {
		return err
	}
	t.begin(h)
	if err := t.recall(ctx); err != nil {
		return err
	}
	describing, stop := context.WithCancel(ctx)
	var aside sync.WaitGroup
	aside.Go(func() { t.describe(describing) })
	defer aside.Wait()
	defer stop()
	if t.Work != nil {
		t.Work.Open(t.Name(), t.takeOut)
		defer t.Work.Close(t.Name())
	}
	if t.Webhook.URL != "" {
		return t.serve(ctx)
	}
	err := t.Work.Hold(ctx, "telegram/poll", t.poll)
	if t.Work != nil {
		t.finish()
	}
	return err
}

// begin gives what was found out before anybody was listening to who listens now.
func (t *Telegram) begin(h chat.Handler) {
	t.mu.Lock()
	t.handler = h
	if knows, ok := h.(chat.Seated); ok {
		t.seats.asks.Store(&knows)
	}
	before := make(map[spot]spot, len(t.moves))
	for from, to := range t.moves {
		before[from] = to
	}
	t.mu.Unlock()
	for from, to := range before {
		t.tellMoved(from, to)
	}
}

// greet asks who we are until Telegram answers.
func (t *Telegram) greet(ctx context.Context) error {
	wait := t.line.backoff()
	for ctx.Err() == nil {
		self, err := t.meet(ctx)
		if err == nil {
			t.Log.Info("telegram: connected", "bot", "@"+self.Username, "privacy", !self.HearsAll)
			return nil
		}
		f := asFailure(err)
		if f.refused() {
			return t.wrongToken(f)
		}
		if ctx.Err() == nil {
			t.Log.Warn("telegram: no connection, trying again", "error", err)
		}
		pause(ctx, max(wait.NextBackOff(), f.after))
	}
	return nil
}

func (t *Telegram) wrongToken(f *failure) error {
	return fmt.Errorf("telegram: %s does not know this token (%d %s): copy it again from @BotFather (/mybots, API Token) to TABULEIRO_TELEGRAM_TOKEN",
		t.API, f.status, f.text)
}

// meet is who we are, as Telegram says; asked once.
func (t *Telegram) meet(ctx context.Context) (user, error) {
	select {
	case t.meeting <- struct{}{}:
	case <-ctx.Done():
		return user{}, ctx.Err()
	}
	defer func() { <-t.meeting }()
	t.mu.Lock()
	self := t.self
	t.mu.Unlock()
	if self.ID != 0 {
		return self, nil
	}
	if err := t.line.ask(ctx, request{method: "getMe"}, &self); err != nil {
		return user{}, err
	}
	if self.ID == 0 || self.Username == "" {
		return user{}, errors.New("getMe: the answer names no bot")
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.self = self
	return self, nil
}

// myself is who we are if that is known.
func (t *Telegram) myself() user {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.self
}

// within is a context that ends with ctx, with the adapter, or after d.
func (t *Telegram) within(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(ctx, d)
	stop := context.AfterFunc(t.life, cancel)
	return ctx, func() {
		stop()
		cancel()
	}
}

// pause waits, or less if ctx ends.
func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}
