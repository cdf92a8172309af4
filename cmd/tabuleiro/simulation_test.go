package main

import (
	"context"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot"
	"tabuleiro/bot/archive"
	"tabuleiro/bot/bottest"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord"
	"tabuleiro/bot/discord/discordtest"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/telegram"
	"tabuleiro/bot/telegram/telegramtest"
	"tabuleiro/engine/longtest"
	"tabuleiro/engine/match"
	"tabuleiro/engine/table"
	"tabuleiro/storage/faultytest"
	"tabuleiro/storage/memorytest"
)

var (
	seeds = flag.Int("seeds", 1, "how often TestSimulation plays, each time with the next seed")
	days  = flag.Int("days", 2, "for how many days it plays")
)

// TestSimulation has people play for weeks in fifty rooms of both services, in virtual time, while services and the
// store fail and the bot is stopped, killed and restarted, as a seed determines. Afterwards nothing is lost or out of
// order, nothing was sent twice except what Telegram had accepted before its response was lost, and all due reminders
// were sent, once; imported games are kept as long as people look at them.
func TestSimulation(t *testing.T) {
	longtest.Skip(t)
	for s := range uint64(*seeds) {
		s += max(*seed, 1)
		t.Run(fmt.Sprint(s), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) { simulate(t, s) })
			if t.Failed() {
				t.Logf("again: go test ./cmd/tabuleiro -run '^TestSimulation$' -args -seed %d -days %d", s, *days)
			}
		})
	}
}

// world is the state of a simulation.
type world struct {
	t        *testing.T
	seed     uint64
	telegram *telegramtest.Server
	discord  *discordtest.Server
	store    *memorytest.Store // without faults
	tables   []*couple
	end      time.Time // of the faults, and nearly of the play
	log      *slog.Logger

	mu      sync.Mutex
	life    *life
	weather weather
	absent  []span // when the bot was not there, or its store was not
	counts  map[string]int
	rolls   map[string]int // how often chance was asked, by name
}

// span is the time between two moments.
type span struct{ from, to time.Time }

// life is the bot from its start until it stops or dies.
type life struct {
	w      *world
	store  *faultytest.Store
	cancel context.CancelFunc
	ended  chan error

	mu    sync.Mutex
	dead  bool
	conns []net.Conn
}

// errDied is the error of a dead program's store.
var errDied = errors.New("the program is dead")

func simulate(t *testing.T, seed uint64) {
	w := &world{
		t: t, seed: seed, rolls: map[string]int{}, telegram: telegramtest.Virtual(t), discord: discordtest.Virtual(t),
		store: memorytest.New(), counts: map[string]int{},
	}
	w.log = slog.New(slog.NewTextHandler(w.logTo(), nil))
	w.telegram.Limit(telegramtest.Real)
	w.telegram.Fail("", 1<<60, w.onTelegramCall)
	w.discord.Heartbeat(10 * time.Minute)
	w.settle(seed)
	w.begin()
	w.discord.Connected(1)
	w.end = time.Now().Add(time.Duration(*days) * 24 * time.Hour)
	var playing sync.WaitGroup
	for _, p := range w.tables {
		playing.Go(p.play)
	}
	var collectors []*collector
	for n := range 3 {
		c := newCollector(w, n)
		collectors = append(collectors, c)
		playing.Go(c.collect)
	}
	w.fate()
	playing.Wait()
	time.Sleep(24 * time.Hour)
	w.live().stop()
	bottest.Verify(t, w.store, table.Games)
	w.judge()
	w.judgeFiles(collectors)
	w.t.Logf("seed %d, %d days: %v", seed, *days, w.counts)
}

// logTo returns the writer of the bot's log.
func (w *world) logTo() io.Writer {
	if testing.Verbose() && *days == 0 {
		return w.t.Output()
	}
	return io.Discard
}

// count counts an occurrence for the report.
func (w *world) count(what string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.counts[what]++
}

func (w *world) live() *life {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.life
}

// begin starts the bot with both services on the store.
func (w *world) begin() {
	l := &life{w: w, store: faultytest.New(w.store), ended: make(chan error, 1)}
	l.store.Plan(l.onStoreCall)
	cache := archive.NewCache(l.store)
	book, err := speech.Load()
	if err != nil {
		w.t.Fatal(err)
	}
	onT := telegram.Config{Token: w.telegram.Token, API: w.telegram.URL, Dial: l.through(w.telegram.Dial),
		Commands: telegramCommands(book), Descriptions: telegramDescriptions(book), Say: sayer(book, "en"), Places: cache,
		Times: telegram.Times{Poll: time.Hour}, Log: w.log}
	onD := discord.Config{Token: discordtest.Token, API: w.discord.API, Dial: l.through(w.discord.Dial), Content: true,
		Commands: discordCommands(book), Say: sayer(book, "en"), Settings: cache, Log: w.log}
	overTelegram, err := telegram.New(onT)
	if err != nil {
		w.t.Fatal(err)
	}
	overDiscord, err := discord.New(onD)
	if err != nil {
		w.t.Fatal(err)
	}
	var entropy [32]byte
	binary.NativeEndian.PutUint64(entropy[:], w.roll("life").Uint64())
	b, err := bot.New(bot.Config{
		Store: cache, Games: table.Games, Language: "en", Log: w.log, Now: time.Now, Random: rand.NewChaCha8(entropy),
	})
	if err != nil {
		w.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	l.cancel = cancel
	w.mu.Lock()
	w.life = l
	w.mu.Unlock()
	go func() { l.ended <- b.Run(ctx, []chat.Adapter{overTelegram, overDiscord}...) }()
}

// through returns a dialer to a service that fails for a dead process.
func (l *life) through(dial func(context.Context, string, string) (net.Conn,
	error)) func(context.Context, string, string) (net.Conn, error) {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.dead {
			conn.Close()
			return nil, errDied
		}
		if len(l.conns) > 200 {
			l.conns = slices.Delete(l.conns, 0, 100) // long closed
		}
		l.conns = append(l.conns, conn)
		return conn, nil
	}
}

// die ends a life as a kill does: nothing of it has any effect afterwards. It may be called twice.
func (l *life) die() {
	l.mu.Lock()
	dead := l.dead
	l.dead = true
	for _, c := range l.conns {
		c.Close()
	}
	l.mu.Unlock()
	if !dead {
		l.w.count("killed")
		l.w.mark(0)
		l.cancel()
	}
}

func (l *life) isDead() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.dead
}

// stop shuts a life down in good order.
func (l *life) stop() {
	l.cancel()
	if err := <-l.ended; err != nil && !l.isDead() {
		l.w.t.Errorf("the bot ended with %v", err)
	}
}

// load returns a match and its events as they are stored.
func (w *world) load(id string) (*match.Match, []match.Event) {
	events, err := w.store.Events(context.Background(), id)
	if err != nil {
		w.t.Errorf("match %s: %v", id, err)
		return nil, nil
	}
	m, err := match.Replay(id, table.Named, events)
	if err != nil {
		w.t.Errorf("match %s: %v", id, err)
	}
	return m, events
}
