package bot_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"tabuleiro/bot"
	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// tireless is a brain that searches with full strength, however many wait.
type tireless struct{ engine.Brain }

func (b tireless) Think(ctx context.Context, l engine.Line, t engine.Limits) (engine.SearchResult, error) {
	t.Nodes = 4_000_000
	return b.Brain.Think(ctx, l, t)
}

// doorbell is a desk that signals when it is opened: a benchmark runs outside a bubble, so that its time is real.
type doorbell struct {
	*Desk
	rings chan struct{}
}

func (d doorbell) Run(ctx context.Context, h chat.Handler) error {
	close(d.rings)
	return d.Desk.Run(ctx, h)
}

// BenchmarkCrowd measures how long people wait for answers and for boards of their moves against each other, and the
// memory in use, while many matches wait for the computer at the highest level, with searches of a second and more.
func BenchmarkCrowd(b *testing.B) {
	for _, people := range []int{100, 500} {
		b.Run(fmt.Sprint(people), func(b *testing.B) { crowd(b, people) })
	}
}

func crowd(b *testing.B, people int) {
	slow := slices.Clone(Games)
	for i, g := range slow {
		is := *g
		is.Brain = tireless{g.Brain}
		slow[i] = &is
	}
	store := memorytest.New()
	h, err := bot.New(bot.Config{
		Store: store, Games: slow, Language: "en", Log: slog.New(slog.DiscardHandler), Now: time.Now,
		Random: Lots{Random: io.Reader(rand.NewChaCha8([32]byte{2}))}, ComputerWait: time.Millisecond,
		Limits: bot.Limits{Challenges: 1e4, Matches: 1e4, Commands: 1e6},
	})
	if err != nil {
		b.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	var running sync.WaitGroup
	opened := make(chan struct{})
	running.Go(func() { _ = h.Run(ctx, doorbell{NewDesk(), opened}) })
	<-opened
	begin := []string{"damas house colour=black", "chilenas house colour=black", "eximo house colour=black",
		"cage house colour=blue"}
	for n := range people {
		id := fmt.Sprint("desk:p", n)
		h.Hear(ctx, chat.Event{Room: chat.Room(id), From: chat.User{ID: id, Name: id}, Text: "/play level=max " +
			begin[n%len(begin)], Addressed: true, Private: true})
	}
	var waits, moves []time.Duration
	for b.Loop() {
		before := time.Now()
		SaysIn(h, "desk:group", Ana, []string{"/games", "/help", "/puzzle damas", "/rules damas 2",
			"/puzzle next"}[len(waits)%5])
		waits = append(waits, time.Since(before))
		moves = append(moves, moveBeside(b, h, store))
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	for what, all := range map[string][]time.Duration{"": waits, "move-": moves} {
		slices.Sort(all)
		b.ReportMetric(float64(all[len(all)/2].Microseconds())/1000, what+"median-ms")
		b.ReportMetric(float64(all[len(all)*99/100].Microseconds())/1000, what+"p99-ms")
	}
	b.ReportMetric(float64(m.Sys-m.HeapReleased)/(1<<20), "MB")
	stop()
	running.Wait()
}

// moveBeside returns the time of a move between two people who play match after match.
func moveBeside(b *testing.B, h chat.Handler, store *memorytest.Store) time.Duration {
	const table = "desk:table"
	live := storage.Query{Room: table, Live: true}
	if heads, err := store.Find(b.Context(), live); err != nil || len(heads) == 0 {
		SaysIn(h, table, Ana, "/play damas @rui")
		SaysIn(h, table, Rui, "/accept")
	}
	m := Only(b, store, live)
	mover := map[string]chat.User{Ana.ID: Ana, Rui.ID: Rui}[m.Player(m.Turn()).ID]
	before := time.Now()
	SaysIn(h, table, mover, string(FirstMove(m)))
	return time.Since(before)
}
