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
	"tabuleiro/engine"
	"tabuleiro/storage/memory"
)

// tireless is a brain that thinks with all its strength, however many wait.
type tireless struct{ engine.Brain }

func (b tireless) Think(ctx context.Context, l engine.Line, t engine.Task) (engine.Thought, error) {
	t.Nodes = 4_000_000
	return b.Brain.Think(ctx, l, t)
}

// BenchmarkCrowd is how long people wait for answers, and how much memory is in use, while a hundred matches wait for
// the house, which takes a second and more for each.
func BenchmarkCrowd(b *testing.B) {
	slow := slices.Clone(games)
	for i, g := range slow {
		is := *g
		is.Brain = tireless{g.Brain}
		slow[i] = &is
	}
	h, err := bot.New(bot.Config{
		Store: memory.New(), Games: slow, Language: "en", Log: slog.New(slog.DiscardHandler), Now: time.Now,
		Random: lots{random: io.Reader(rand.NewChaCha8([32]byte{2}))}, HouseWait: time.Millisecond,
		Limits: bot.Limits{Challenges: 1e4, Matches: 1e4, Commands: 1e6},
	})
	if err != nil {
		b.Fatal(err)
	}
	d := newDesk()
	ctx, stop := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { _ = h.Run(ctx, d) })
	<-d.hear
	begin := []string{"damas house colour=black", "chilenas house colour=black", "eximo house colour=black", "cage house colour=blue"}
	for n := range 100 {
		id := fmt.Sprint("desk:p", n)
		h.Hear(ctx, chat.Event{Room: chat.Room(id), From: chat.User{ID: id, Name: id}, Text: "/play level=8 " + begin[n%len(begin)], Addressed: true, Private: true})
	}
	var waits []time.Duration
	for b.Loop() {
		before := time.Now()
		says0(h, "desk:group", ana, []string{"/games", "/help", "/puzzle damas", "/rules damas 2", "/puzzle next"}[len(waits)%5])
		waits = append(waits, time.Since(before))
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	slices.Sort(waits)
	b.ReportMetric(float64(waits[len(waits)/2].Microseconds())/1000, "median-ms")
	b.ReportMetric(float64(waits[len(waits)*99/100].Microseconds())/1000, "p99-ms")
	b.ReportMetric(float64(m.Sys-m.HeapReleased)/(1<<20), "MB")
	stop()
	running.Wait()
}
