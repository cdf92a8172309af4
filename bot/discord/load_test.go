package discord_test

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord/discordtest"
	"tabuleiro/engine/longtest"
)

// After thousands of interactions nothing is kept of them.
func TestNothingLeaks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // not beside other tests, whose goroutines would be counted
		w := prepare(t)
		people := []*discordtest.User{w.User("ana"), w.User("rui")}
		g := w.Guild(people...)
		w.run(listener{hear: func(ctx context.Context, e chat.Event) {
			m := chat.Message{Answers: e.Reply, Private: true, Text: []chat.Span{{Text: e.Text}}}
			if _, err := w.bot.Send(ctx, e.Room, m); err != nil {
				t.Error(err)
			}
		}, suggest: func(chat.Event) []string { return []string{"/move 1"} }})
		w.Connected(1)
		many := longtest.Count(500, 2000)
		interact := func(n int) {
			var all sync.WaitGroup
			for worker := range 8 {
				all.Go(func() {
					c := g.Channel(fmt.Sprint(worker))
					for i := range n / 8 {
						by := people[i%2]
						if i%3 == 0 { // answered with the acknowledgement only
							by.Completes(c, "move", discordtest.With("move", "1"))
							continue
						}
						by.Command(c, "help").Private()
					}
				})
			}
			all.Wait()
		}
		interact(96)
		before := runtime.NumGoroutine()
		began := time.Now()
		interact(many)
		t.Logf("%d interactions, %.0f a second", many, float64(many)/time.Since(began).Seconds())
		w.fewer(before + many/20) // not all of them are the bot's
		if err := w.stop(); err != nil {
			t.Error(err)
		}
		if n := w.bot.State().Queues["in"]; n > 0 {
			t.Errorf("%d in the queue at the end", n)
		}
	})
}

// fewer waits until there are not more goroutines than so many.
func (w *world) fewer(most int) {
	w.t.Helper()
	late := time.After(discordtest.Patience)
	for runtime.NumGoroutine() > most {
		select {
		case <-late:
			w.t.Fatalf("%d goroutines, not %d", runtime.NumGoroutine(), most)
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// BenchmarkMatches plays many matches at the same time, each in a channel of its own, with the real bot, by replies. A
// move takes from being typed to the new board.
func BenchmarkMatches(b *testing.B) {
	const matches = 50
	w := begin(b)
	boards := make([]*discordtest.Message, matches)
	channels := make([]*discordtest.Channel, matches)
	for i := range matches {
		ana, rui := w.User(fmt.Sprint("ana", i)), w.User(fmt.Sprint("rui", i))
		channels[i] = w.Guild(ana, rui).Channel("general")
		boards[i] = challenge(w, ana, rui, channels[i])
	}
	var mu sync.Mutex
	var took []time.Duration
	b.ResetTimer()
	var all sync.WaitGroup
	for i := range matches {
		all.Go(func() {
			for range max(b.N/matches, 1) {
				by := w.turn(boards[i])
				if by == nil {
					return
				}
				move := legal(b, w, boards[i])
				began := time.Now()
				by.Replies(boards[i], move)
				boards[i] = boards[i].Next()
				mu.Lock()
				took = append(took, time.Since(began))
				mu.Unlock()
			}
		})
	}
	all.Wait()
	b.StopTimer()
	slices.Sort(took)
	b.ReportMetric(float64(len(took))/b.Elapsed().Seconds(), "moves/s")
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "ms-median")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "ms-99%")
}

// legal is a move that is possible on a board.
func legal(t testing.TB, w *world, m *discordtest.Message) string {
	id := matchID(t, m)
	events, err := w.store.Events(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	for move := range replay(t, id, events).Position().Moves() {
		return string(move)
	}
	t.Fatalf("no move in %q", m.Content)
	return ""
}
