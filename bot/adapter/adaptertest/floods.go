package adaptertest

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	mathrand "math/rand/v2"

	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/bolt"
)

// flood generates load while others play, until done is closed.
type flood func(w *world, done <-chan struct{})

// floods are a dozen abusive people, and a large harmless crowd.
func floods(burst, people int) map[string]flood {
	return map[string]flood{
		"nobody else is there": func(_ *world, done <-chan struct{}) { <-done },
		"a dozen ask every 0.4 s": func(w *world, done <-chan struct{}) {
			var all sync.WaitGroup
			for i := range 12 {
				who := fmt.Sprint("flo", i)
				at := w.Talk(who)
				all.Go(func() {
					for {
						select {
						case <-done:
							return
						case <-time.After(400 * time.Millisecond):
							at.Says(who, "/games", nil)
						}
					}
				})
			}
			all.Wait()
		},
		"a dozen say very much at once": func(w *world, done <-chan struct{}) {
			for i := range 12 {
				who := fmt.Sprint("flo", i)
				for at, n := w.Talk(who), 0; n < burst; n++ {
					at.Says(who, fmt.Sprint("/games ", n), nil)
				}
			}
			<-done
		},
		"a crowd comes": func(w *world, done <-chan struct{}) {
			tick := time.NewTicker(20 * time.Millisecond) // a thousand a second
			defer tick.Stop()
			for n := 0; n < 5*people; n++ {
				if n%20 == 0 {
					select {
					case <-done:
						return
					case <-tick.C:
					}
				}
				who := fmt.Sprint("mia", n%people)
				w.Talk(who).Says(who, "/games", nil)
			}
			<-done
		},
	}
}

// under plays matches under a flood for a while, each in a group of its own with a move about every five seconds, by
// taps in every other group. It returns the latencies from move to board, sorted.
func (f flood) under(w *world, matches int, long time.Duration) []time.Duration {
	groups := make([]Room, matches)
	for i := range groups {
		ana, rui := fmt.Sprint("ana", i), fmt.Sprint("rui", i)
		groups[i] = w.Group(ana, rui)
		w.taps(groups[i], rui, w.says(groups[i], ana, "/play damas colour=white @"+rui), "Accept")
	}
	done := make(chan struct{})
	var flooding, playing sync.WaitGroup
	flooding.Go(func() { f(w, done) })
	end := time.Now().Add(long)
	took := make([][]time.Duration, matches)
	for i, group := range groups {
		playing.Go(func() {
			pauses := mathrand.New(mathrand.NewPCG(uint64(i), 3))
			for time.Now().Before(end) {
				time.Sleep(4500*time.Millisecond + time.Duration(pauses.Int64N(int64(time.Second))))
				who, move := w.legal(group)
				all := group.Messages()
				board := all[len(all)-1]
				began := time.Now()
				if i%2 == 0 && slices.Contains(board.Buttons, move) {
					board.Tap(who, move)
				} else {
					group.Says(who, move, nil)
				}
				for time.Since(began) < long && !slices.ContainsFunc(group.Messages(),
					func(m Message) bool { return strings.Contains(m.Text, ": "+move) }) {
					time.Sleep(20 * time.Millisecond)
				}
				took[i] = append(took[i], time.Since(began))
			}
		})
	}
	playing.Wait()
	close(done)
	flooding.Wait()
	all := slices.Concat(took...)
	slices.Sort(all)
	return all
}

// legal returns the player on turn in the only match of a room, and a move that has not been played there.
func (w *world) legal(in Room) (who, move string) {
	heads, err := w.store.Find(w.t.Context(), storage.Query{Room: string(in.ID())})
	if err != nil || len(heads) != 1 {
		panic(fmt.Sprint(len(heads), " matches: ", err))
	}
	events, err := w.store.Events(w.t.Context(), heads[0].ID)
	if err != nil {
		panic(err)
	}
	m, err := match.Replay(heads[0].ID, func(string) *engine.Game { return games[0] }, events)
	if err != nil {
		panic(err)
	}
	for next := range m.Line.Position().Moves() {
		if !slices.ContainsFunc(events, func(e match.Event) bool { return e.Move == next }) {
			return strings.ToLower(m.Player(m.Turn()).Name), string(next)
		}
	}
	panic("no move that has not been played")
}

// percentile returns the n-th percentile of sorted durations.
func percentile(all []time.Duration, n int) time.Duration {
	return all[min(len(all)-1, len(all)*n/100)]
}

// test checks that players do not notice a flood: 99 of 100 moves are answered within a second, and no rate limit is
// exceeded.
func (f flood) test(w *world) {
	w.start(nil)
	if !w.changes {
		return
	}
	all := f.under(w, 8, 30*time.Second)
	w.t.Logf("%d moves, half within %v, 99 of a hundred within %v", len(all), percentile(all, 50), percentile(all, 99))
	if percentile(all, 99) > time.Second || w.TooMuch() > 0 {
		w.t.Errorf("others waited %v for their moves, and it was too much for the service %d times", percentile(all, 99),
			w.TooMuch())
	}
}

// Floods benchmarks the large floods in real time, with a database in a file; one operation is one flood while others
// play.
func Floods(b *testing.B, open func(t testing.TB) Service) {
	for name, f := range floods(1000, 20_000) {
		b.Run(name, func(b *testing.B) {
			for range b.N {
				store, err := bolt.Open(filepath.Join(b.TempDir(), "db"), bolt.Options{})
				if err != nil {
					b.Fatal(err)
				}
				w := &world{Service: open(b), t: b, store: store, games: games}
				w.start(nil)
				all := f.under(w, 8, 110*time.Second)
				b.ReportMetric(float64(len(all)), "moves")
				b.ReportMetric(percentile(all, 50).Seconds(), "p50-s")
				b.ReportMetric(percentile(all, 99).Seconds(), "p99-s")
				b.ReportMetric(float64(w.TooMuch()), "429s")
			}
		})
	}
}
