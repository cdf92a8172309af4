// Package telegram is the adapter to Telegram: everything the bot need not know about it.
//
// Each update, by long polling or by a webhook, is handed to the bot in the order of each room and for different rooms
// at once. Telegram is told that an update has arrived only when it has been dealt with, or when those that are not
// have been written down: so a crash loses nothing, and a slow room does not hold up the others.
//
// Each call passes through one lane for each chat and one gate for all, which keep Telegram's rates; while there is not
// room for all, boards go first and files last (pace.Class). A message may arrive twice if the network fails just after
// Telegram has taken it, never less than once.
//
// An update comes by poll.go or webhook.go into the inbox (inbox.go, keeping.go), which has the ears find out what it is
// about and tell the bot (ears.go, hear.go); messages of the bot go through the outbox (outbox.go, send.go, edit.go).
// Telegram wires these. Below are packages that know nothing of them: client calls the Bot API, pace keeps its rates,
// styled and commands make texts, wire is what Telegram sends.
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
	"tabuleiro/bot/chat"
	"tabuleiro/bot/recent"
	"tabuleiro/bot/telegram/client"
	"tabuleiro/bot/telegram/commands"
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
	Commands map[string][]Command // those understood, by language tag; "" is for everybody else
	Places   Places
	Log      *slog.Logger
	Rates    Rates
	Times    Times
	Local    bool // the API is a server in local mode on this machine, which gives files by their paths

	// Dial connects to Telegram; nil: over the net.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)

	// Say is a sentence in the language of a locale, its gaps filled: one of the Keys. Nil says nothing.
	Say func(locale, key string, gaps map[string]string) string

	// Descriptions are what Telegram shows of the bot before the first word, by language tag as Commands.
	Descriptions map[string]Description
}

// Types of a Config from the packages below.
type (
	Times       = client.Times
	Rates       = pace.Rates
	Quota       = pace.Quota
	Command     = commands.Command
	Description = commands.Description
)

// Telegram is a chat.Adapter, and can do what chat.Editor, chat.Retirer, chat.Linker and chat.Administered ask for. It
// runs once.
type Telegram struct {
	Config
	line   *client.Client
	inbox  inbox
	door   *adapter.Door
	rooms  *adapter.Queue[chat.Room]
	saying saying
	seats  *adapter.Seats
	moves  *moves
	out    *outbox
	ears   *ears

	surplus   adapter.Tally
	onlookers adapter.Tally
	forged    adapter.Tally

	life context.Context // ends when nothing more may be waited for
	end  context.CancelFunc

	meeting  chan struct{} // held while asking who we are
	stopping atomic.Bool   // nothing more is taken on
	finished chan bool     // at the end: whether all that came is dealt with or written down

	mu   sync.Mutex
	self wire.User // zero until Telegram has said who we are

	admin *recent.List[int64, bool]     // groups, and whether the bot is an administrator there
	talks *adapter.Beliefs[int64, bool] // people, and whether the bot may write to them
}

var (
	_ chat.Adapter      = (*Telegram)(nil)
	_ chat.Editor       = (*Telegram)(nil)
	_ chat.Retirer      = (*Telegram)(nil)
	_ chat.Sharer       = (*Telegram)(nil)
	_ chat.Administered = (*Telegram)(nil)
	_ chat.Presence     = (*Telegram)(nil)
	_ chat.Direct       = (*Telegram)(nil)
	_ chat.Remover      = (*Telegram)(nil)
	_ chat.Sighted      = (*Telegram)(nil)
	_ chat.Caller       = (*Telegram)(nil)
)

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
	if c.Commands, err = commands.Check(c.Commands); err != nil {
		return nil, err
	}
	if c.Descriptions, err = commands.CheckDescriptions(c.Descriptions); err != nil {
		return nil, err
	}
	t := &Telegram{
		Config:   c,
		meeting:  make(chan struct{}, 1),
		finished: make(chan bool, 1),
		moves:    &moves{to: map[wire.Spot]wire.Spot{}, log: c.Log},
		seats:    adapter.NewSeats(),
		admin:    recent.New[int64, bool](most, recent.Askable),
		talks:    adapter.NewBeliefs[int64, bool](most, time.Hour),
	}
	t.rooms = adapter.NewQueue[chat.Room](adapter.Bounds{}, nil)
	t.saying.last, t.saying.open = map[chat.Room]chan struct{}{}, map[chat.Room]int{}
	t.surplus.Log, t.surplus.Text = c.Log, "telegram: too much was waiting in a room, updates were skipped"
	t.onlookers.Log, t.onlookers.Text = c.Log, "telegram: onlookers of a match asked too often, updates were skipped"
	t.forged.Log, t.forged.Text = c.Log, "telegram: somebody without the secret called the webhook"
	t.Webhook.Secret = cmp.Or(c.Webhook.Secret, secretOf(c.Token))
	lanes := pace.NewQueue(c.Rates)
	t.line = client.New(client.Connection{
		Token: c.Token, API: c.API, Secret: t.Webhook.Secret, Local: c.Local, Dial: c.Dial, Times: c.Times, Log: c.Log,
		Queue: lanes,
	})
	t.inbox.init()
	t.life, t.end = context.WithCancel(context.Background())
	t.out = &outbox{
		line: t.line, lanes: lanes, words: commands.NewSpeller(c.Commands), seats: t.seats, moves: t.moves,
		times: c.Times, log: c.Log, life: t.life,
		sentence: c.Say, caps: t.Caps, noteMove: t.noteMove, hearsAll: t.hearsAll,
		unsaid: t.saying.unsaid,
		closed: recent.New[int64, bool](most, 0),
		opened: recent.New[int64, uint64](most, 0),
		shapes: recent.New[wire.Ref, shape](most, 0),
		sight:  &sight{chats: recent.New[int64, *glance](most, inSightFor)},

		pictureless: adapter.NewBeliefs[int64, bool](most, pictureAgain),
	}
	t.ears = &ears{
		line: t.line, out: t.out, moves: t.moves, rooms: t.rooms, people: newPeople(),
		ranks: adapter.NewBeliefs[seat, wire.Standing](most, c.Times.Trust), admin: t.admin,
		hinted: recent.New[string, bool](most, 0),
		times:  c.Times, log: c.Log, life: t.life, myself: t.myself, hearsAll: t.hearsAll, administrates: t.administrates,
	}
	t.door = adapter.NewDoor(inFlight, perRoom, t.ears.skipped)
	return t, nil
}

// Name is "telegram".
func (t *Telegram) Name() string { return "telegram" }

// Caps are Telegram's limits; of buttons as many as are comfortable on a telephone. Talk is known after the first
// answer of Telegram, and is false in the groups of a bot in privacy mode even where it is an administrator.
func (t *Telegram) Caps() chat.Caps {
	t.mu.Lock()
	defer t.mu.Unlock()
	return chat.Caps{Text: 4096, Pictures: true, Caption: 1024, Rows: 13, Columns: 4, Says: 64, Label: 64, Choices: 16,
		Turns: true, Clears: true, Dear: true,
		Talk: t.self.HearsAll}
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

// Direct implements chat.Direct: a private chat has the number of the person.
func (t *Telegram) Direct(_ context.Context, id string) (chat.Room, error) { return chat.Room(id), nil }

// Send implements chat.Adapter. It waits for the chat's turn and repeats what fails, for Times.Send at the most. A Ref
// is given for what has a board or buttons, or took the place of another message; it is that of the last part.
func (t *Telegram) Send(ctx context.Context, room chat.Room, m chat.Message) (chat.Ref, error) {
	return t.out.send(ctx, room, m)
}

// Edit implements chat.Editor. It waits for the chat's turn, as Send does.
func (t *Telegram) Edit(ctx context.Context, room chat.Room, name chat.Ref, m chat.Message) error {
	return t.out.edit(ctx, room, name, m)
}

// Retire implements chat.Retirer. It is done when a chat has nothing better to do, or not at all: buttons that stay are
// no harm. Those that a player has changed for the second step of a move stay: a move costs two calls, and no third
// one.
func (t *Telegram) Retire(_ context.Context, _ chat.Room, name chat.Ref) error {
	return t.out.release(name)
}

// Share implements chat.Sharer by Telegram's own sheet for sharing.
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
	if err := t.greet(ctx); err != nil || ctx.Err() != nil {
		return err
	}
	t.begin(h)
	if err := t.recall(ctx); err != nil {
		return err
	}
	describing, stop := context.WithCancel(ctx)
	var aside sync.WaitGroup
	about := &menu{t.line, t.Places, t.Log, t.myself().ID, t.Times.Send, t.Commands, t.out.words, t.Descriptions}
	aside.Go(func() { about.describe(describing) })
	defer aside.Wait()
	defer stop()
	if t.Webhook.URL != "" {
		return t.serve(ctx)
	}
	err := t.poll(ctx)
	t.finish()
	return err
}

// begin gives what was found out before anybody was listening to who listens now.
func (t *Telegram) begin(h chat.Handler) {
	t.mu.Lock()
	t.ears.handler = h
	t.seats.Ask(h)
	t.mu.Unlock()
	for from, to := range t.moves.all() {
		tellMoved(t, from, to)
	}
}

// greet asks who we are until Telegram answers.
func (t *Telegram) greet(ctx context.Context) error {
	wait := t.line.Backoff()
	for ctx.Err() == nil {
		self, err := t.meet(ctx)
		if err == nil {
			t.Log.Info("telegram: connected", "bot", "@"+self.Username, "privacy", !self.HearsAll)
			return nil
		}
		f := client.AsFailure(err)
		if f.Refused() {
			return wrongToken(t.API, f)
		}
		if ctx.Err() == nil {
			t.Log.Warn("telegram: no connection, trying again", "error", err)
		}
		pace.Pause(ctx, max(wait.NextBackOff(), f.After))
	}
	return nil
}

func wrongToken(api string, f *client.Failure) error {
	return fmt.Errorf("telegram: %s does not know this token (%d %s): copy it again from @BotFather (/mybots, API Token) to TABULEIRO_TELEGRAM_TOKEN",
		api, f.Status, f.Text)
}

// meet is who we are, as Telegram says; asked once.
func (t *Telegram) meet(ctx context.Context) (wire.User, error) {
	select {
	case t.meeting <- struct{}{}:
	case <-ctx.Done():
		return wire.User{}, ctx.Err()
	}
	defer func() { <-t.meeting }()
	t.mu.Lock()
	self := t.self
	t.mu.Unlock()
	if self.ID != 0 {
		return self, nil
	}
	if err := t.line.Ask(ctx, client.Request{Method: "getMe"}, &self); err != nil {
		return wire.User{}, err
	}
	if self.ID == 0 || self.Username == "" {
		return wire.User{}, errors.New("getMe: the answer names no bot")
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.self = self
	return self, nil
}

// myself is who we are if that is known.
func (t *Telegram) myself() wire.User {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.self
}

// Lacks lists the abilities that the owner of the bot has not switched on at Telegram: "inline".
func (t *Telegram) Lacks() []string {
	if self := t.myself(); self.ID != 0 && !self.Inline {
		return []string{"inline"}
	}
	return nil
}
