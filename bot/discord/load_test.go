package discord_test

import (
	"context"
	"fmt"
	"runtime"
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
		w.stop()
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
