// Package desktest holds a bot at a desk: a chat service in memory on which tests talk with it in virtual time, the
// conversations of testdata, which are compared with what they were, scenes, which want parts of answers, and the people
// who take part.
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

// Desk is a chat service in memory with everything a service can have: pictures, buttons, links, messages that change.
type Desk struct {
	chattest.Mute
	Can  chat.Caps
	Fail func(room chat.Room, m chat.Message) error // nil: every message arrives

	NoThreads error           // why no thread can be opened
	unedited  error           // why nothing can be changed
	Admins    map[string]bool // who looks after the rooms
	Absent    map[string]bool // who has left them
	Threads   atomic.Int32    // that were opened

	judge atomic.Pointer[bottest.Judge] // of all that is said; nil before the start, and where all talk at once

	mu       sync.Mutex
	Messages []Said
	Retired  []chat.Ref
	edited   []chat.Ref
}

// Said is a message that was said, or a change of one.
type Said struct {
	Room chat.Room
	M    chat.Message
	On   chat.Ref // of the message that it changed; "": it is a new one
}

// NewDesk is a desk where everything arrives.
func NewDesk() *Desk {
	return &Desk{
		Can: chat.Caps{Text: 4096, Pictures: true, Caption: 1024, Rows: 8, Columns: 8, Says: 64, Label: 40, Privates: true,
			Threads: true},
	}
}

// SetJudge has all that is said judged.
func (d *Desk) SetJudge(j *bottest.Judge) { d.judge.Store(j) }

// Name is that of the service.
func (d *Desk) Name() string { return "desk" }

// Caps is what the service can do.
func (d *Desk) Caps(chat.Room) chat.Caps { return d.Can }

// Share returns nothing: there is nothing to share.
func (d *Desk) Share(string, string) string { return "" }

// Link opens a private talk with a payload.
func (d *Desk) Link(payload string) string { return "https://desk.example/?start=" + payload }

// Thread opens a thread, unless it cannot.
func (d *Desk) Thread(_ context.Context, room chat.Room, title string, _ ...chat.User) (chat.Room, error) {
	d.Threads.Add(1)
	return room + chat.Room("/"+title), d.NoThreads
}

// Find finds nobody.
func (d *Desk) Find(chat.Room, string, string) (chat.User, bool) { return chat.User{}, false }

// Written is the text as it is.
func (d *Desk) Written(text, _ string) string { return text }

// Run waits until it is to end.
func (d *Desk) Run(ctx context.Context, _ chat.Handler) error {
	<-ctx.Done()
	return nil
}

// Send keeps a message, unless it fails.
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

// Retire notes whose buttons are taken off.
func (d *Desk) Retire(_ context.Context, _ chat.Room, ref chat.Ref) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.Retired = append(d.Retired, ref)
	return nil
}

// Remove takes a message away as Retire does.
func (d *Desk) Remove(ctx context.Context, room chat.Room, ref chat.Ref) error {
	return d.Retire(ctx, room, ref)
}

// Edit keeps what a message becomes.
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

// Administers reports whether somebody looks after a room.
func (d *Desk) Administers(_ context.Context, _ chat.Room, id string) (bool, error) {
	return d.Admins[id], nil
}

// Present reports whether somebody is in a room.
func (d *Desk) Present(_ context.Context, _ chat.Room, id string, _ bool) (bool, error) {
	return !d.Absent[id], nil
}

// Edits are the messages that were changed, in order.
func (d *Desk) Edits() []chat.Ref {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.edited)
}

// Heard are the texts said since the last call.
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

// All is what was said and not asked for.
func (d *Desk) All() []Said {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.Messages)
}

// Last is the message said last.
func (d *Desk) Last(t testing.TB) Said {
	t.Helper()
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.Messages) == 0 {
		t.Fatal("nothing was said")
	}
	return d.Messages[len(d.Messages)-1]
}

// InTime runs a test in a bubble of virtual time, which begins on a Monday at noon in Lisbon and London.
func InTime(t *testing.T, test func(t *testing.T)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Until(time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)))
		test(t)
	})
}

// Subtest runs a part of a test in a bubble of its own.
func Subtest(t *testing.T, name string, test func(t *testing.T)) {
	t.Helper()
	t.Run(name, func(t *testing.T) { InTime(t, test) })
}

// AtDesk runs a test in a bubble with a bot on a desk.
func AtDesk(t *testing.T, test func(t *testing.T, h *Host, d *Desk), changes ...func(*bot.Config)) {
	t.Helper()
	InTime(t, func(t *testing.T) {
		d := NewDesk()
		h, _ := Start(t, memorytest.New(), d, changes...)
		test(t, h, d)
	})
}

// Later lets time pass, and waits until all that is due has been done.
func Later(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// NewBot is a bot that draws the same lots each time, White to the challenger, whatever the ids; it draws no pictures,
// and its computer player makes the first legal move.
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

// Undrawn is what boards look like that nobody looks at.
var Undrawn = []byte("PNG")

// Drawing has a bot draw its pictures.
func Drawing(c *bot.Config) { c.Draw = nil }

// Thinking has the computer player think.
func Thinking(c *bot.Config) { c.Games = Games }

// Lots are random bytes, but a single one is always even.
type Lots struct{ Random io.Reader }

// Read reads lots.
func (l Lots) Read(p []byte) (int, error) {
	n, err := l.Random.Read(p)
	if len(p) == 1 {
		p[0] &^= 1
	}
	return n, err
}

// Host is a bot to which people talk one at a time: Hear returns when all that follows from an event has been said.
// Those who talk at the same time talk to its Bot.
type Host struct {
	*bot.Bot
	Store  storage.Store
	Grants *Desk // where people tap the button at once that says what they have meant; nil: nowhere
}

// Hear returns when all that follows from an event has been said.
func (h *Host) Hear(ctx context.Context, e chat.Event) {
	h.Bot.Hear(ctx, e)
	Later(time.Millisecond) // nobody says two things at the same moment
	if h.Grants == nil || e.Tap {
		return
	}
	if q, is := h.Grants.offer(e.Room); is {
		h.Hear(ctx, chat.Event{Room: e.Room, From: e.From, Text: q.Buttons[0][0].Says, Quoted: chat.PlainText(q.Text), Tap: true,
			Opener: e.From, Private: e.Private, Addressed: true, Locale: e.Locale, Mentions: e.Mentions})
	}
}

// didYouMean begins the question what somebody has meant, in each language.
var didYouMean = regexp.MustCompile("^(Did you mean|Queria dizer|Você quis dizer|¿Querías decir) ")

// offer takes the message away that was said last in a room, if it asks what was meant and offers a single thing.
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

// Start runs a bot on a desk until the function returned is called, or the test ends. All that it says is judged.
func Start(t testing.TB, store storage.Store, d Judgeable, changes ...func(*bot.Config)) (*Host, func()) {
	t.Helper()
	judge := &bottest.Judge{T: t, Store: store, Games: Games}
	b := NewBot(t, store, append(changes, func(c *bot.Config) { judge.Now = c.Now })...)
	d.SetJudge(judge)
	return Serve(t, b, store, d)
}

// Judgeable is a desk, or a service that has one in it.
type Judgeable interface {
	chat.Adapter
	SetJudge(j *bottest.Judge)
}

// Serve runs a bot on services until the function returned is called, or the test ends.
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

// Says makes somebody say a text in a group; the id of the event is that of its text unless given.
func Says(h chat.Handler, u chat.User, text string, id ...string) {
	SaysIn(h, "desk:group", u, text, id...)
}

// SaysIn makes somebody say a text in a room.
func SaysIn(h chat.Handler, room chat.Room, u chat.User, text string, id ...string) {
	e := chat.Event{Room: room, From: u, Text: text, Addressed: len(text) > 0 && text[0] == '/',
		Mentions: []chat.User{Ana, Rui}}
	if len(id) > 0 {
		e.ID = id[0]
	}
	h.Hear(context.Background(), e)
}

// ErrDown is why nothing arrives.
var ErrDown = errors.New("the network is down")

// Hear lets a bot hear an event.
func Hear(h chat.Handler, e chat.Event) { h.Hear(context.Background(), e) }
