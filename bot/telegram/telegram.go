// Package telegram is the adapter to Telegram: everything the bot need not know about it.
//
// Each update, by long polling or by a webhook, is handed to the bot in the order of each room and for different rooms
// at once. Telegram is told that an update has arrived only when it has been dealt with, or when those that are not
// have been written down: so a crash loses nothing, and a slow room does not hold up the others.
//
// Each call passes through a queue for its chat and a gate for all, which keep Telegram's rates (package pace). A message
// may arrive twice if the network fails just after Telegram has taken it, never less than once.
//
// An update comes by poll.go or webhook.go into the inbox (inbox.go), which has hear.go, member.go or inline.go find out
// what it is about and tell the bot; messages of the bot go through send.go and edit.go. Below are packages that know
// nothing of that: client calls the Bot API, pace keeps its rates, styled makes texts, wire is what Telegram
// sends.
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

	"tabuleiro/bot/adapter"
	"tabuleiro/bot/cache"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram/client"
	"tabuleiro/bot/telegram/pace"
	"tabuleiro/bot/telegram/wire"
)

// DefaultAPI is where Telegram itself answers.
const DefaultAPI = "https://api.telegram.org"

// Config has the parts of a Telegram. Token, Places and Log are needed.
type Config struct {
	Token    string               // as @BotFather gave it
	API      string               // address of the Bot API; "": DefaultAPI
	Webhook  Webhook              // zero: long polling
	Commands map[string][]Command // those understood, by a language's two letters; "" is for everybody else
	Places   Places
	Log      *slog.Logger
	Rates    Rates
	Times    Times
	Local    bool // the API is a server in local mode on this machine, which gives files by their paths

	// Dial connects to Telegram; nil: over the net.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)

	// Say is a sentence in the language of a locale, its gaps filled: one of the Keys. Nil says nothing.
	Say func(locale, key string, gaps map[string]string) string

	// Descriptions are what Telegram shows of the bot before the first word, by language as Commands.
	Descriptions map[string]Description
}

// Types of a Config from the packages below.
type (
	// Times are how long things may take.
	Times = client.Times
	// Rates are how much may be said to all, to a person and to a group.
	Rates = pace.Rates
	// Quota lets a number of calls through within a span.
	Quota = pace.Quota
)

// Places keeps a few values from one run to the next; "" is what was never put.
type Places interface {
	Get(ctx context.Context, key string) (string, error)
	Put(ctx context.Context, key, value string) error
}

// Telegram is a chat.Adapter. It runs once.
type Telegram struct {
	Config
	line  *client.Client
	queue *pace.Queue

	inbox *inbox
	door  *adapter.Admission
	turns replyOrder
	seats *adapter.ActiveRooms

	chats  chats
	moves  migrations
	people *cache.LRU[string, chat.User]      // those seen since the start, by their handles in lower case
	shapes *cache.LRU[wire.Ref, messageState] // of messages that the bot may want to change
	ranks  *cache.LRU[seat, wire.Standing]    // what people are in groups
	hinted *cache.LRU[string, bool]           // people who were told why nothing comes of what they said, and why

	surplus, onlookers, forged *adapter.Tally

	life context.Context // ends when nothing more may be waited for
	end  context.CancelFunc

	behind   atomic.Bool   // more has waited at Telegram, and it is not known for how long
	stale    atomic.Bool   // so long that presses are too old to be answered
	probe    chan struct{} // held while a press is answered of which that is not known
	finished chan bool     // at the end: whether all that came is dealt with or written down

	self    atomic.Pointer[wire.User] // nil until Telegram has said who we are
	handler chat.Handler
	listens chan struct{} // closed when there is a handler
}

// cacheSize is how much is remembered of each kind of what can be found out again, or does not matter much: the chats and
// the messages of the last hours.
const cacheSize = 2000

var tokenForm = regexp.MustCompile(`^[0-9]{1,20}:[A-Za-z0-9_-]{10,200}$`)

// New makes an adapter that has not spoken to Telegram yet. Its errors are mistakes in the configuration.
func New(c Config) (*Telegram, error) {
	c.API = strings.TrimRight(cmp.Or(c.API, DefaultAPI), "/")
	c.Times, c.Rates = c.Times.Complete(), c.Rates.Complete()
	if !tokenForm.MatchString(c.Token) {
		return nil, errors.New("telegram: the token does not look like 123456:AAE..., as @BotFather writes it")
	}
	if c.Places == nil || c.Log == nil {
		return nil, errors.New("telegram: no Places or no Log")
	}
	api, err := url.Parse(c.API)
	if err != nil || api.Host == "" || api.Scheme != "http" && api.Scheme != "https" || api.User != nil ||
		api.RawQuery != "" || api.Fragment != "" {
		return nil, fmt.Errorf("telegram: the address of the API has to be like %s", DefaultAPI)
	}
	if err := c.Webhook.check(); err != nil {
		return nil, err
	}
	t := &Telegram{
		Config:   c,
		queue:    pace.NewQueue(c.Rates),
		inbox:    newInbox(),
		seats:    adapter.NewActiveRooms(),
		chats:    chats{list: cache.New[int64, *known](cacheSize, 0)},
		moves:    migrations{to: map[wire.Spot]wire.Spot{}},
		people:   cache.New[string, chat.User](acquaintances, 0),
		shapes:   cache.New[wire.Ref, messageState](cacheSize, 0),
		ranks:    cache.New[seat, wire.Standing](cacheSize, c.Times.Trust),
		hinted:   cache.New[string, bool](cacheSize, 0),
		finished: make(chan bool, 1),
		probe:    make(chan struct{}, 1),
		listens:  make(chan struct{}),

		surplus:   adapter.NewTally(c.Log, "telegram: too much was waiting in a room, updates were skipped"),
		onlookers: adapter.NewTally(c.Log, "telegram: onlookers of a match asked too often, updates were skipped"),
		forged:    adapter.NewTally(c.Log, "telegram: somebody without the secret called the webhook"),
	}
	t.Webhook.Secret = cmp.Or(c.Webhook.Secret, secretOf(c.Token))
	t.line = client.New(client.Connection{
		Token: c.Token, API: c.API, Secret: t.Webhook.Secret, Local: c.Local, Dial: c.Dial, Times: c.Times, Log: c.Log,
		Queue: t.queue,
	})
	t.turns.last, t.turns.open = map[chat.Room]place{}, map[chat.Room]int{}
	t.life, t.end = context.WithCancel(context.Background())
	t.door = adapter.NewAdmission(inFlight, perRoom, t.skipped)
	return t, nil
}

// Name is "telegram".
func (t *Telegram) Name() string { return "telegram" }

// Caps are Telegram's limits; of buttons as many as are comfortable on a telephone. Talk is known after the first
// answer of Telegram, and is false in the groups of a bot in privacy mode even where it is an administrator.
func (t *Telegram) Caps(chat.Room) chat.Caps {
	return chat.Caps{Text: 4096, Pictures: true, Caption: 1024, Rows: 13, Columns: 4, Says: 64, Label: 64, Choices: 16,
		Turns: true, Clears: true, Dear: true,
		Talk: t.myself().CanReadAllGroupMessages}
}

// Link is an address that opens a private chat with the bot. Without an answer of Telegram for some seconds it is "".
func (t *Telegram) Link(payload string) string {
	ctx, cancel := context.WithTimeout(t.life, 5*time.Second)
	defer cancel()
	self, err := t.meet(ctx, t.line.Ask)
	if err != nil {
		t.Log.Warn("telegram: no link: the name of the bot is not known", "error", err)
		return ""
	}
	return "https://t.me/" + self.UserName + "?start=" + url.QueryEscape(payload)
}

// Direct implements chat.Direct: a private chat has the number of the person.
func (t *Telegram) Direct(_ context.Context, id string) (chat.Room, error) { return chat.Room(id), nil }

// Share implements chat.Links by Telegram's own sheet for sharing.
func (t *Telegram) Share(link, text string) string {
	if link == "" {
		return ""
	}
	return "https://t.me/share/url?" + url.Values{"url": {link}, "text": {text}}.Encode()
}

// Run hears until the context ends; then it finishes what was begun, within Times.Grace and Times.Farewell. An error
// means that Telegram does not accept the token.
func (t *Telegram) Run(ctx context.Context, h chat.Handler) error {
	defer t.line.HTTP.CloseIdleConnections()
	defer t.end()
	self, err := t.meet(ctx, t.line.Insist)
	if err != nil {
		return t.ended(ctx, "the bot is not told who it is", err)
	}
	t.Log.Info("telegram: connected", "bot", "@"+self.UserName, "privacy", !self.CanReadAllGroupMessages)
	t.begin(h)
	if err := t.recall(ctx); err != nil {
		return err
	}
	describing, stop := context.WithCancel(ctx)
	var aside sync.WaitGroup
	aside.Go(func() { t.describe(describing) })
	defer aside.Wait()
	defer stop()
	if t.Webhook.URL != "" {
		return t.serve(ctx)
	}
	err = t.poll(ctx)
	t.finish()
	return err
}

// begin has somebody listen.
func (t *Telegram) begin(h chat.Handler) {
	t.handler = h
	t.seats.Ask(h)
	close(t.listens)
}

// ended is the error of a request that is made until it succeeds, without which nothing is heard; nil if ctx has ended.
func (t *Telegram) ended(ctx context.Context, trouble string, err error) error {
	switch f := client.AsFailure(err); {
	case err == nil, ctx.Err() != nil:
		return nil
	case f.Refused():
		return wrongToken(t.API, f)
	}
	return fmt.Errorf("telegram: %s: %w", trouble, err)
}

func wrongToken(api string, f *client.Failure) error {
	return fmt.Errorf("telegram: %s does not know this token (%d %s): copy it again from @BotFather (/mybots, API Token) to TABULEIRO_TELEGRAM_TOKEN",
		api, f.Status, f.Text)
}

// meet asks who we are, unless that is known, by a function that makes a request.
func (t *Telegram) meet(ctx context.Context, ask func(context.Context, client.Request, any) error) (wire.User, error) {
	self := t.myself()
	if self.ID != 0 {
		return self, nil
	}
	err := ask(ctx, client.Request{Method: "getMe"}, &self)
	if err == nil && (self.ID == 0 || self.UserName == "") {
		err = errors.New("getMe: the answer names no bot")
	}
	if err != nil {
		return wire.User{}, err
	}
	t.self.Store(&self)
	return self, nil
}

// myself is who we are if that is known.
func (t *Telegram) myself() wire.User {
	if self := t.self.Load(); self != nil {
		return *self
	}
	return wire.User{}
}

// Self is the bot as people see it, zero until Telegram has said who it is.
func (t *Telegram) Self() chat.User {
	if self := t.myself(); self.ID != 0 {
		return self.Person()
	}
	return chat.User{}
}

// State implements chat.Adapter: "in" are the updates that came and are not dealt with, "out" the messages that are
// being sent or wait for their turn, waits are by the classes of pace, and "inline" is what the owner can switch on.
func (t *Telegram) State() chat.State {
	is := chat.State{Queues: map[string]int{"in": len(t.inbox.pending()), "out": t.queue.Length()}, Waits: t.queue.Waits}
	if self := t.myself(); self.ID != 0 && !self.SupportsInlineQueries {
		is.Lacks = []string{"inline"}
	}
	return is
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
