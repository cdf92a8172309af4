// Package telegram is the adapter to Telegram; it hides everything about Telegram from the bot.
//
// Updates arrive by long polling or by a webhook and are passed to the bot in order within a room, concurrently across
// rooms. They are acknowledged only when they have been handled or stored, so that a crash loses nothing and a slow
// room does not delay the others.
//
// Every call passes a queue per chat and a global limiter, which keep Telegram's rate limits (package pace). A message
// is sent at least once; it may arrive twice if the network fails just after Telegram has accepted it.
//
// An update comes from poll.go or webhook.go into the inbox (inbox.go), which lets hear.go, chats.go or inline.go
// decode it and call the bot; messages of the bot leave through send.go. The packages below know nothing of that:
// client calls the Bot API, pace keeps its rate limits, wire decodes updates.
//
// The token is part of every request's URL. It is removed from every error and log line.
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

// DefaultAPI is the URL of Telegram's own Bot API.
const DefaultAPI = "https://api.telegram.org"

// Config configures a Telegram. Token, Places and Log are required.
type Config struct {
	Token    string               // from @BotFather
	API      string               // URL of the Bot API; "" for DefaultAPI
	Webhook  Webhook              // zero for long polling
	Commands map[string][]Command // by two-letter language code; "" is for all other languages
	Places   Places
	Log      *slog.Logger
	Rates    Rates
	Times    Times
	Local    bool // the API is a server in local mode on this machine, which returns files by path

	// Dial connects to Telegram; nil for the network.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)

	// Say returns the sentence of one of the Keys in the language of a locale, its gaps filled in. If it is nil, such
	// sentences are omitted.
	Say func(locale, key string, gaps map[string]string) string

	// Descriptions are shown before a person's first message, by language as in Commands.
	Descriptions map[string]Description
}

// Types of a Config, from the packages below.
type (
	// Times are timeouts and intervals.
	Times = client.Times
	// Rates are the rate limits overall, per person and per group.
	Rates = pace.Rates
	// Quota is a number of calls per interval.
	Quota = pace.Quota
)

// Places persists a few values from one run to the next. A key that was never put has the value "".
type Places interface {
	Get(ctx context.Context, key string) (string, error)
	Put(ctx context.Context, key, value string) error
}

// Telegram is a chat.Adapter. Run may be called once.
type Telegram struct {
	Config
	line *client.Client

	inbox *inbox
	door  *adapter.Admission
	turns *adapter.Queue[chat.Room] // an event is handled once those before it are decided, and answered after them
	seats *adapter.ActiveRooms

	chats  *cache.LRU[int64, known]
	moves  migrations
	people *cache.LRU[string, chat.User]      // seen since the start, by lower-case handle
	shapes *cache.LRU[wire.Ref, messageState] // of messages that the bot may change
	ranks  *cache.LRU[seat, wire.Member]      // membership of people in groups
	hinted *cache.LRU[string, bool]           // people and reasons of ignored messages that were explained to them

	surplus, forged *adapter.Tally

	life context.Context // ends when nothing may block any longer
	end  context.CancelFunc

	behind atomic.Bool   // Telegram has more updates waiting, and it is not known for how long
	stale  atomic.Bool   // they have waited so long that presses are too old to be answered
	probe  chan struct{} // held while one press is answered to find out about stale

	self    atomic.Pointer[wire.User] // the bot's account, nil until Telegram has sent it
	handler chat.Handler
	listens chan struct{} // closed once there is a handler
}

// cacheSize is the size of each cache of things that can be looked up again or matter little: the chats and messages of
// the last hours.
const cacheSize = 2000

var tokenForm = regexp.MustCompile(`^[0-9]{1,20}:[A-Za-z0-9_-]{10,200}$`)

// New makes an adapter without connecting. It returns an error for a wrong configuration.
func New(c Config) (*Telegram, error) {
	c.API = strings.TrimRight(cmp.Or(c.API, DefaultAPI), "/")
	c.Times, c.Rates = c.Times.Complete(), c.Rates.Complete()
	if !tokenForm.MatchString(c.Token) {
		return nil, errors.New("telegram: the token does not look like 123456:AAE..., as @BotFather writes it")
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
		Config:  c,
		inbox:   newInbox(),
		turns:   adapter.NewQueue[chat.Room](adapter.Bounds{}),
		seats:   adapter.NewActiveRooms(),
		chats:   cache.New[int64, known](cacheSize, 0),
		people:  cache.New[string, chat.User](acquaintances, 0),
		shapes:  cache.New[wire.Ref, messageState](cacheSize, 0),
		ranks:   cache.New[seat, wire.Member](cacheSize, c.Times.Trust),
		hinted:  cache.New[string, bool](cacheSize, 0),
		probe:   make(chan struct{}, 1),
		listens: make(chan struct{}),

		surplus: adapter.NewTally(c.Log, "telegram: too much was waiting in a room, updates were skipped"),
		forged:  adapter.NewTally(c.Log, "telegram: somebody without the secret called the webhook"),
	}
	t.Webhook.Secret = cmp.Or(c.Webhook.Secret, secretOf(c.Token))
	t.line = client.New(client.Client{
		Token: c.Token, API: c.API, Secret: t.Webhook.Secret, Local: c.Local, Dial: c.Dial, Times: c.Times, Log: c.Log,
		Queue: pace.NewQueue(c.Rates),
	})
	t.life, t.end = context.WithCancel(context.Background())
	t.door = adapter.NewAdmission(inFlight, perRoom, t.skipped)
	return t, nil
}

// Name returns "telegram".
func (t *Telegram) Name() string { return "telegram" }

// Caps returns Telegram's limits, with as many buttons as are convenient on a phone. Talk is known once Telegram has
// sent the bot's account, and is false in privacy mode even in groups where the bot is an administrator.
func (t *Telegram) Caps(chat.Room) chat.Caps {
	return chat.Caps{Text: 4096, Pictures: true, Caption: 1024, Rows: 13, Columns: 4, Says: 64, Label: 64, Choices: 16,
		Turns: true, Clears: true, Dear: true,
		Talk: t.myself().CanReadAllGroupMessages}
}

// Link returns an address that opens a private chat with the bot. It is "" if the bot's name is not known
// within five seconds.
func (t *Telegram) Link(payload string) string {
	select {
	case <-t.listens:
		return "https://t.me/" + t.myself().UserName + "?start=" + url.QueryEscape(payload)
	case <-t.life.Done():
	case <-time.After(5 * time.Second):
	}
	t.Log.Warn("telegram: no link: the name of the bot is not known")
	return ""
}

// Direct implements chat.Direct: a private chat has the id of the person.
func (t *Telegram) Direct(_ context.Context, id string) (chat.Room, error) { return chat.Room(id), nil }

// Share implements chat.Links with Telegram's share dialog.
func (t *Telegram) Share(link, text string) string {
	if link == "" {
		return ""
	}
	return "https://t.me/share/url?" + url.Values{"url": {link}, "text": {text}}.Encode()
}

// Run receives updates until ctx ends; then it finishes what was begun, within twice Times.Grace. It fails
// if Telegram does not accept the token, the store cannot be read, or the webhook cannot be served.
func (t *Telegram) Run(ctx context.Context, h chat.Handler) error {
	defer t.line.HTTP.CloseIdleConnections()
	defer t.end()
	var self wire.User
	err := t.line.Insist(ctx, client.Request{Method: "getMe"}, &self)
	if err == nil && (self.ID == 0 || self.UserName == "") {
		err = errors.New("getMe: the answer names no bot")
	}
	if err != nil {
		return t.ended(ctx, "the bot is not told who it is", err)
	}
	t.self.Store(&self)
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

// begin sets the handler.
func (t *Telegram) begin(h chat.Handler) {
	t.handler = h
	t.seats.Ask(h)
	close(t.listens)
}

// ended returns the error of a request that Run cannot do without, nil if ctx has ended.
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

// myself returns the bot's account, zero if it is not known yet.
func (t *Telegram) myself() wire.User {
	if self := t.self.Load(); self != nil {
		return *self
	}
	return wire.User{}
}

// Self returns the bot's account, zero until Telegram has sent it.
func (t *Telegram) Self() chat.User {
	if self := t.myself(); self.ID != 0 {
		return wire.Person(self)
	}
	return chat.User{}
}

// State implements chat.Adapter: "in" counts the updates in flight, "out" the messages that are being sent or queued.
// Waits is labelled by pace's classes, and "inline" is listed in Lacks if inline mode is off.
func (t *Telegram) State() chat.State {
	queue := t.line.Queue
	is := chat.State{Queues: map[string]int{"in": len(t.inbox.pending()), "out": queue.Length()}, Waits: queue.Waits}
	if self := t.myself(); self.ID != 0 && !self.SupportsInlineQueries {
		is.Lacks = []string{"inline"}
	}
	return is
}

// within returns a context that ends with ctx, with the adapter, or after d.
func (t *Telegram) within(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(ctx, d)
	stop := context.AfterFunc(t.life, cancel)
	return ctx, func() {
		stop()
		cancel()
	}
}
