// Package desktest runs a bot on a desk, an in-memory chat service in virtual time. It has the conversations of
// testdata, which are compared with what is recorded, scenes, which check parts of answers, and the people who take
// part.
package desktest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"regexp"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot"
	"tabuleiro/bot/archive"
	"tabuleiro/bot/bottest"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/chat/chattest"
	"tabuleiro/engine"
	"tabuleiro/render"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// Desk is an in-memory chat service with pictures, buttons, links and edits.
type Desk struct {
	chattest.Mute
	Can  chat.Caps
	Fail func(room chat.Room, m chat.Message) error // nil if every message arrives

	NoThreads error           // error of opening a thread
	unedited  error           // error of every edit
	Admins    map[string]bool // administrators, by id
	Absent    map[string]bool // people who have left, by id
	Threads   atomic.Int32    // number of threads opened

	judge atomic.Pointer[bottest.Judge] // checks every message; nil before the start, and where events are concurrent

	mu       sync.Mutex
	Messages []Said
	Retired  []chat.Ref
	edited   []chat.Ref
}

// Said is a new message, or an edit.
type Said struct {
	Room chat.Room
	M    chat.Message
	On   chat.Ref // the edited message, "" for a new one
}

// NewDesk makes a desk at which every message arrives.
func NewDesk() *Desk {
	return &Desk{
		Can: chat.Caps{Text: 4096, Pictures: true, Caption: 1024, Rows: 8, Columns: 8, Says: 64, Label: 40, Privates: true,
			Threads: true},
	}
}

// SetJudge sets the judge of all messages.
func (d *Desk) SetJudge(j *bottest.Judge) { d.judge.Store(j) }

// Name returns "desk".
func (d *Desk) Name() string { return "desk" }

// Caps returns d.Can.
func (d *Desk) Caps(chat.Room) chat.Caps { return d.Can }

// Share returns "": links cannot be shared.
func (d *Desk) Share(string, string) string { return "" }

// Link returns an address that opens a private chat.
func (d *Desk) Link(payload string) string { return "https://desk.example/?start=" + payload }

// Thread opens a thread, or returns NoThreads.
func (d *Desk) Thread(_ context.Context, room chat.Room, title string, _ ...chat.User) (chat.Room, error) {
	d.Threads.Add(1)
	return room + chat.Room("/"+title), d.NoThreads
}

// Find finds nobody.
func (d *Desk) Find(chat.Room, string, string) (chat.User, bool) { return chat.User{}, false }

// Written returns the text unchanged.
func (d *Desk) Written(text, _ string) string { return text }

// Run waits for the end of the context.
func (d *Desk) Run(ctx context.Context, _ chat.Handler) error {
	<-ctx.Done()
	return nil
}

// Send records a message, unless Fail returns an error.
func (d *Desk) Send(_ context.Context, room chat.Room, m chat.Message) (chat.Ref, error) {
	if d.Fail != nil {
		if err := d.Fail(room, m); err != nil {
			return "", err
		}
	}
	d.judge.Load().Said(m)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.Messages = append(d.Messages, Said{Room: room, M: m})
	return chat.Ref(fmt.Sprint("m", len(d.Messages))), nil
}

// Retire records whose buttons are removed.
func (d *Desk) Retire(_ context.Context, _ chat.Room, ref chat.Ref) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.Retired = append(d.Retired, ref)
	return nil
}

// Remove records a message as Retire does.
func (d *Desk) Remove(ctx context.Context, room chat.Room, ref chat.Ref) error {
	return d.Retire(ctx, room, ref)
}

// Edit records an edit.
func (d *Desk) Edit(_ context.Context, room chat.Room, ref chat.Ref, m chat.Message) error {
	if d.unedited != nil {
		return d.unedited
	}
	d.judge.Load().Said(m)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.Messages = append(d.Messages, Said{room, m, ref})
	d.edited = append(d.edited, ref)
	return nil
}

// Administers reports whether a person is in Admins.
func (d *Desk) Administers(_ context.Context, _ chat.Room, id string) (bool, error) {
	return d.Admins[id], nil
}

// Present reports whether a person is not in Absent.
func (d *Desk) Present(_ context.Context, _ chat.Room, id string, _ bool) (bool, error) {
	return !d.Absent[id], nil
}

// Edits returns the edited messages, in order.
func (d *Desk) Edits() []chat.Ref {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.edited)
}

// Heard returns the texts sent since the previous call.
func (d *Desk) Heard() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	var texts []string
	for _, s := range d.Messages {
		texts = append(texts, chat.PlainText(s.M.Text))
	}
	d.Messages = nil
	return texts
}

// All returns the messages since the last call of Heard.
func (d *Desk) All() []Said {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.Messages)
}

// Last returns the last message.
func (d *Desk) Last(t testing.TB) Said {
	t.Helper()
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.Messages) == 0 {
		t.Fatal("nothing was said")
	}
	return d.Messages[len(d.Messages)-1]
}

// InTime runs a test in virtual time, which begins on a Monday at noon in Lisbon and London.
func InTime(t *testing.T, test func(t *testing.T)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Until(time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)))
		test(t)
	})
}

// Subtest runs a subtest in virtual time of its own.
func Subtest(t *testing.T, name string, test func(t *testing.T)) {
	t.Helper()
	t.Run(name, func(t *testing.T) { InTime(t, test) })
}

// AtDesk runs a test in virtual time with a bot on a desk.
func AtDesk(t *testing.T, test func(t *testing.T, h *Host, d *Desk), changes ...func(*bot.Config)) {
	t.Helper()
	InTime(t, func(t *testing.T) {
		d := NewDesk()
		h, _ := Start(t, memorytest.New(), d, changes...)
		test(t, h, d)
	})
}

// Later advances the time, and waits until everything due is done.
func Later(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// NewBot makes a bot that draws the same lots in every run, White for the challenger, whatever the ids. It draws no
// pictures, and its computer player makes the first legal move.
func NewBot(t testing.TB, store storage.Store, changes ...func(*bot.Config)) *bot.Bot {
	t.Helper()
	c := bot.Config{
		Store:    archive.NewCache(store),
		Games:    Naive(Games),
		Language: "en",
		Log:      slog.New(slog.NewTextHandler(t.Output(), nil)),
		Now:      time.Now,
		Random:   Lots{Random: rand.NewChaCha8([32]byte{2})},
		Limits:   bot.Limits{Challenges: 1e4, Matches: 1e4, Commands: 1e6}, // tests are in a hurry
		Draw:     func(engine.View, render.Style) ([]byte, error) { return Undrawn, nil },
	}
	for _, change := range changes {
		change(&c)
	}
	b, err := bot.New(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { bottest.Verify(t, store, Games) })
	return b
}

// Undrawn stands for the picture of a board that no test looks at.
var Undrawn = []byte("PNG")

// Drawing makes a bot draw its pictures.
func Drawing(c *bot.Config) { c.Draw = nil }

// Thinking makes the computer player think.
func Thinking(c *bot.Config) { c.Games = Games }

// Lots is a source of random bytes in which a read of one byte gives an even one.
type Lots struct{ Random io.Reader }

// Read implements io.Reader.
func (l Lots) Read(p []byte) (int, error) {
	n, err := l.Random.Read(p)
	if len(p) == 1 {
		p[0] &^= 1
	}
	return n, err
}

// Host is a bot that handles one event at a time: Hear returns when everything that follows is sent. For concurrent
// events, use its Bot.
type Host struct {
	*bot.Bot
	Store  storage.Store
	Grants *Desk // desk on which the single button of a question "Did you mean" is pressed at once; nil for none
}

// Hear passes an event to the bot and returns when everything that follows is sent.
func (h *Host) Hear(ctx context.Context, e chat.Event) {
	h.Bot.Hear(ctx, e)
	Later(time.Millisecond) // no two events at the same moment
	if h.Grants == nil || e.Tap {
		return
	}
	if q, is := h.Grants.offer(e.Room); is {
		h.Hear(ctx, chat.Event{Room: e.Room, From: e.From, Text: q.Buttons[0][0].Says, Quoted: chat.PlainText(q.Text), Tap: true,
			Opener: e.From, Private: e.Private, Addressed: true, Locale: e.Locale, Mentions: e.Mentions})
	}
}

// didYouMean matches the beginning of the question "Did you mean", in each language.
var didYouMean = regexp.MustCompile("^(Did you mean|Queria dizer|Você quis dizer|¿Querías decir) ")

// offer removes and returns the last message of a room if it asks what was meant and has a single button.
func (d *Desk) offer(room chat.Room) (q chat.Message, is bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.Messages) == 0 {
		return q, false
	}
	last := d.Messages[len(d.Messages)-1]
	if last.Room != room || !didYouMean.MatchString(chat.PlainText(last.M.Text)) || len(last.M.Buttons) != 1 {
		return q, false
	}
	d.Messages = d.Messages[:len(d.Messages)-1]
	return last.M, true
}

// Start runs a bot on a desk until the returned function is called or the test ends. Everything it sends is checked by
// a Judge.
func Start(t testing.TB, store storage.Store, d Judgeable, changes ...func(*bot.Config)) (*Host, func()) {
	t.Helper()
	judge := &bottest.Judge{T: t, Store: store, Games: Games}
	b := NewBot(t, store, append(changes, func(c *bot.Config) { judge.Now = c.Now })...)
	d.SetJudge(judge)
	return Serve(t, b, store, d)
}

// Judgeable is a desk, or a service based on one.
type Judgeable interface {
	chat.Adapter
	SetJudge(j *bottest.Judge)
}

// Serve runs a bot on services until the returned function is called or the test ends.
func Serve(t testing.TB, b *bot.Bot, store storage.Store, services ...chat.Adapter) (*Host, func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- b.Run(ctx, services...) }()
	synctest.Wait()
	stop := sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(stop)
	return &Host{Bot: b, Store: store}, stop
}

// Says sends a text in the group, with an event id if one is given.
func Says(h chat.Handler, u chat.User, text string, id ...string) {
	SaysIn(h, "desk:group", u, text, id...)
}

// SaysIn sends a text in a room.
func SaysIn(h chat.Handler, room chat.Room, u chat.User, text string, id ...string) {
	e := chat.Event{Room: room, From: u, Text: text, Addressed: len(text) > 0 && text[0] == '/',
		Mentions: []chat.User{Ana, Rui}}
	if len(id) > 0 {
		e.ID = id[0]
	}
	h.Hear(context.Background(), e)
}

// ErrDown is the error of a service that is down.
var ErrDown = errors.New("the network is down")

// Hear passes an event to a bot.
func Hear(h chat.Handler, e chat.Event) { h.Hear(context.Background(), e) }
