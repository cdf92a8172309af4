package bot_test

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
	"tabuleiro/engine"
	"tabuleiro/render"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// desk is a chat service in memory with everything a service can have: pictures, buttons, links, messages that change.
type desk struct {
	caps chat.Caps
	fail func(room chat.Room, m chat.Message) error // nil: every message arrives

	nothreads error           // why no thread can be opened
	unedited  error           // why nothing can be changed
	admins    map[string]bool // who looks after the rooms
	absent    map[string]bool // who has left them
	threads   atomic.Int32    // that were opened

	judge atomic.Pointer[bottest.Judge] // of all that is said; nil before the start, and where all talk at once

	mu      sync.Mutex
	said    []said
	retired []chat.Ref
	edited  []chat.Ref
}

type said struct {
	room chat.Room
	m    chat.Message
	on   chat.Ref // of the message that it changed; "": it is a new one
}

func newDesk() *desk {
	return &desk{
		caps: chat.Caps{Text: 4096, Pictures: true, Caption: 1024, Rows: 8, Columns: 8, Says: 64, Label: 40, Privates: true,
			Threads: true},
	}
}

func (d *desk) setJudge(j *bottest.Judge) { d.judge.Store(j) }

func (d *desk) Name() string               { return "desk" }
func (d *desk) Caps() chat.Caps            { return d.caps }
func (d *desk) Link(payload string) string { return "https://desk.example/?start=" + payload }

func (d *desk) Thread(_ context.Context, room chat.Room, title string, _ ...chat.User) (chat.Room, error) {
	d.threads.Add(1)
	return room + chat.Room("/"+title), d.nothreads
}

func (d *desk) Run(ctx context.Context, _ chat.Handler) error {
	<-ctx.Done()
	return nil
}

func (d *desk) Send(_ context.Context, room chat.Room, m chat.Message) (chat.Ref, error) {
	if d.fail != nil {
		if err := d.fail(room, m); err != nil {
			return "", err
		}
	}
	d.judge.Load().Said(m)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.said = append(d.said, said{room: room, m: m})
	return chat.Ref(fmt.Sprint("m", len(d.said))), nil
}

func (d *desk) Retire(_ context.Context, _ chat.Room, ref chat.Ref) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.retired = append(d.retired, ref)
	return nil
}

func (d *desk) Edit(_ context.Context, room chat.Room, ref chat.Ref, m chat.Message) error {
	if d.unedited != nil {
		return d.unedited
	}
	d.judge.Load().Said(m)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.said = append(d.said, said{room, m, ref})
	d.edited = append(d.edited, ref)
	return nil
}

func (d *desk) Administers(_ context.Context, _ chat.Room, id string) (bool, error) {
	return d.admins[id], nil
}

func (d *desk) Present(_ context.Context, _ chat.Room, id string, _ bool) (bool, error) {
	return !d.absent[id], nil
}

// edits are the messages that were changed, in order.
func (d *desk) edits() []chat.Ref {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.edited)
}

// heard are the texts said since the last call.
func (d *desk) heard() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	var texts []string
	for _, s := range d.said {
		texts = append(texts, chat.Plain(s.m.Text))
	}
	d.said = nil
	return texts
}

// all is what was said and not asked for.
func (d *desk) all() []said {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.said)
}

// last is the message said last.
func (d *desk) last(t testing.TB) said {
	t.Helper()
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.said) == 0 {
		t.Fatal("nothing was said")
	}
	return d.said[len(d.said)-1]
}

// inTime runs a test in a bubble of virtual time, which begins on a Monday at noon in Lisbon and London.
func inTime(t *testing.T, test func(t *testing.T)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Until(time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)))
		test(t)
	})
}

// subtest runs a part of a test in a bubble of its own.
func subtest(t *testing.T, name string, test func(t *testing.T)) {
	t.Helper()
	t.Run(name, func(t *testing.T) { inTime(t, test) })
}

// atDesk runs a test in a bubble with a bot on a desk.
func atDesk(t *testing.T, test func(t *testing.T, h *host, d *desk), changes ...func(*bot.Config)) {
	t.Helper()
	inTime(t, func(t *testing.T) {
		d := newDesk()
		h, _ := start(t, memorytest.New(), d, changes...)
		test(t, h, d)
	})
}

// later lets time pass, and waits until all that is due has been done.
func later(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// newBot is a bot that draws the same lots each time, White to the challenger, whatever the ids; it draws no pictures,
// and its computer player makes the first legal move.
func newBot(t testing.TB, store storage.Store, changes ...func(*bot.Config)) *bot.Bot {
	t.Helper()
	c := bot.Config{
		Store:    archive.NewCache(store),
		Games:    naive(games),
		Language: "en",
		Log:      slog.New(slog.NewTextHandler(t.Output(), nil)),
		Now:      time.Now,
		Random:   lots{random: rand.NewChaCha8([32]byte{2})},
		Limits:   bot.Limits{Challenges: 1e4, Matches: 1e4, Commands: 1e6}, // tests are in a hurry
		Draw:     func(engine.View, render.Style) ([]byte, error) { return undrawn, nil },
	}
	for _, change := range changes {
		change(&c)
	}
	b, err := bot.New(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { bottest.Verify(t, store, games) })
	return b
}

// undrawn is what boards look like that nobody looks at.
var undrawn = []byte("PNG")

// drawing has a bot draw its pictures, and thinking has its computer player think.
func drawing(c *bot.Config)  { c.Draw = nil }
func thinking(c *bot.Config) { c.Games = games }

// lots are random bytes, but a single one is always even.
type lots struct{ random io.Reader }

func (l lots) Read(p []byte) (int, error) {
	n, err := l.random.Read(p)
	if len(p) == 1 {
		p[0] &^= 1
	}
	return n, err
}

// host is a bot to which people talk one at a time: Hear returns when all that follows from an event has been said.
// Those who talk at the same time talk to its Bot.
type host struct {
	*bot.Bot
	store  storage.Store
	grants *desk // where people tap the button at once that says what they have meant; nil: nowhere
}

func (h *host) Hear(ctx context.Context, e chat.Event) {
	h.Bot.Hear(ctx, e)
	later(time.Millisecond) // nobody says two things at the same moment
	if h.grants == nil || e.Tap {
		return
	}
	if q, is := h.grants.offer(e.Room); is {
		h.Hear(ctx, chat.Event{Room: e.Room, From: e.From, Text: q.Buttons[0][0].Says, Quoted: chat.Plain(q.Text), Tap: true,
			Opener: e.From, Private: e.Private, Addressed: true, Locale: e.Locale, Mentions: e.Mentions})
	}
}

// didYouMean begins the question what somebody has meant, in each language.
var didYouMean = regexp.MustCompile("^(Did you mean|Queria dizer|Você quis dizer|¿Querías decir) ")

// offer takes the message away that was said last in a room, if it asks what was meant and offers a single thing.
func (d *desk) offer(room chat.Room) (q chat.Message, is bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.said) == 0 {
		return q, false
	}
	last := d.said[len(d.said)-1]
	if last.room != room || !didYouMean.MatchString(chat.Plain(last.m.Text)) || len(last.m.Buttons) != 1 {
		return q, false
	}
	d.said = d.said[:len(d.said)-1]
	return last.m, true
}

// start runs a bot on a desk until the function returned is called, or the test ends. All that it says is judged.
func start(t testing.TB, store storage.Store, d judgeable, changes ...func(*bot.Config)) (*host, func()) {
	t.Helper()
	judge := &bottest.Judge{T: t, Store: store, Games: games}
	b := newBot(t, store, append(changes, func(c *bot.Config) { judge.Now = c.Now })...)
	d.setJudge(judge)
	return serve(t, b, store, d)
}

// judgeable is a desk, or a service that has one in it.
type judgeable interface {
	chat.Adapter
	setJudge(j *bottest.Judge)
}

// serve runs a bot on services until the function returned is called, or the test ends.
func serve(t testing.TB, b *bot.Bot, store storage.Store, services ...chat.Adapter) (*host, func()) {
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
	return &host{Bot: b, store: store}, stop
}

var (
	ana = chat.User{ID: "desk:ana", Handle: "ana", Name: "Ana"}
	rui = chat.User{ID: "desk:rui", Handle: "rui", Name: "Rui"}
)

// says makes somebody say a text in a group; the id of the event is that of its text unless given.
func says(h chat.Handler, u chat.User, text string, id ...string) {
	says0(h, "desk:group", u, text, id...)
}

func says0(h chat.Handler, room chat.Room, u chat.User, text string, id ...string) {
	e := chat.Event{Room: room, From: u, Text: text, Addressed: len(text) > 0 && text[0] == '/',
		Mentions: []chat.User{ana, rui}}
	if len(id) > 0 {
		e.ID = id[0]
	}
	h.Hear(context.Background(), e)
}

var errDown = errors.New("the network is down")

// hear lets a bot hear an event.
func hear(h chat.Handler, e chat.Event) { h.Hear(context.Background(), e) }
