package discord_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	mathrand "math/rand/v2"

	"tabuleiro/bot/discord"
	"tabuleiro/bot/discord/discordtest"
	"tabuleiro/engine"
	"tabuleiro/engine/draughts"
	"tabuleiro/engine/match"
	"tabuleiro/storage/bolt"
)

// flood is a lot that comes while others play.
type flood struct {
	name string
	do   func(w *world, done <-chan struct{})
}

// floods are what a dozen people can do who mean no good, and what a crowd does that means no harm. whole is their full
// size.
func floods(whole bool) []flood {
	burst, people := 100, 600
	if whole {
		burst, people = 1000, 20_000
	}
	return []flood{
		{"a dozen ask every 0.4 s", func(w *world, done <-chan struct{}) {
			var all sync.WaitGroup
			for i := range 12 {
				all.Go(func() {
					who := w.User(fmt.Sprint("flo", i))
					for at := who.Direct(); ; {
						select {
						case <-done:
							return
						case <-time.After(400 * time.Millisecond):
							who.Types(at, "/games")
						}
					}
				})
			}
			all.Wait()
		}},
		{"a dozen say very much at once", func(w *world, done <-chan struct{}) {
			for i := range 12 {
				who := w.User(fmt.Sprint("flo", i))
				for at, n := who.Direct(), 0; n < burst; n++ {
					who.Types(at, fmt.Sprint("/games ", n))
				}
			}
			<-done
		}},
		{"a dozen give very many commands at once", func(w *world, done <-chan struct{}) {
			for i := range 12 {
				who := w.User(fmt.Sprint("flo", i))
				for at, n := who.Direct(), 0; n < burst; n++ {
					who.Command(at, "games")
				}
			}
			<-done
		}},
		{"a crowd comes", func(w *world, done <-chan struct{}) {
			var crowd []*discordtest.User
			for i := range people {
				crowd = append(crowd, w.User(fmt.Sprint("mia", i)))
			}
			tick := time.NewTicker(20 * time.Millisecond) // a thousand a second
			defer tick.Stop()
			for n := 0; n < 5*people; {
				select {
				case <-done:
					return
				case <-tick.C:
				}
				for range 20 {
					who := crowd[n%people]
					who.Types(who.Direct(), "/games")
					n++
				}
			}
			<-done
		}},
	}
}

// playUnder plays matches in channels of their own under a flood, a move every five seconds or so in each, for so long:
// in every other one by typing, else by taps. It returns how long each move took until the board with it was there,
// sorted.
func playUnder(w *world, f flood, matches int, long time.Duration) []time.Duration {
	boards, channels := make([]*discordtest.Message, matches), make([]*discordtest.Channel, matches)
	for i := range matches {
		ana, rui := w.User(fmt.Sprint("ana", i)), w.User(fmt.Sprint("rui", i))
		channels[i] = w.Guild(ana, rui).Channel("general")
		boards[i] = challenge(w, ana, rui, channels[i])
	}
	time.Sleep(20 * time.Second) // until the channels are quiet
	w.Pace()
	done := make(chan struct{})
	var flooding, playing sync.WaitGroup
	flooding.Go(func() { f.do(w, done) })
	end := time.Now().Add(long)
	took := make([][]time.Duration, matches)
	for i, board := range boards {
		playing.Go(func() {
			pauses := mathrand.New(mathrand.NewPCG(uint64(i), 3))
			for time.Now().Before(end) {
				time.Sleep(4500*time.Millisecond + time.Duration(pauses.Int64N(int64(time.Second))))
				by := w.turn(board)
				if by == nil {
					return
				}
				began := time.Now()
				if i%2 == 0 {
					by.Types(channels[i], legal(w.t, w, board))
					if board = board.NextWithin(long); board == nil {
						w.t.Errorf("a move was not answered within %v", long)
						return
					}
				} else {
					if board = w.buttoned(board, long); board != nil {
						by.Presses(board, board.Buttons()[0])
						board = w.buttoned(board.NextWithin(long), long)
					}
					if board == nil {
						w.t.Errorf("a tap was not answered within %v", long)
						return
					}
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

// buttoned is a board with buttons or, if it has only lost them, the next one; nil if none comes in time. One of a
// match that is over has none.
func (w *world) buttoned(board *discordtest.Message, long time.Duration) *discordtest.Message {
	for board != nil && len(board.Buttons()) == 0 && w.turn(board) != nil {
		board = board.NextWithin(long)
	}
	return board
}

// turn is whose turn it is on a board, nil if the match is over.
func (w *world) turn(board *discordtest.Message) *discordtest.User {
	id := matchID(w.t, board)
	m, err := match.Replay(id, func(string) *engine.Game { return draughts.Portuguese }, w.events(board))
	if err != nil {
		w.t.Fatal(err)
	}
	if m.Status.Ended() {
		return nil
	}
	return w.Person(strings.TrimPrefix(m.Player(m.Turn()).ID, "discord:"))
}

// percentile is how long so many of a hundred took at the most.
func percentile(all []time.Duration, n int) time.Duration {
	return all[min(len(all)-1, len(all)*n/100)]
}

// Whatever a dozen people or a crowd say to the bot, others play on: their moves are answered within a second.
func TestPlayUnderFloods(t *testing.T) {
	t.Parallel()
	for _, f := range floods(false) {
		t.Run(f.name, func(t *testing.T) {
			virtually(t, func(t *testing.T) {
				w := prepare(t)
				w.run(nil, func(c *discord.Config) { c.Rate = 0 })
				w.Connected(1)
				all := playUnder(w, f, 8, 50*time.Second)
				t.Logf("%d moves, half within %v, 99 of a hundred within %v", len(all), percentile(all, 50), percentile(all, 99))
				if percentile(all, 99) > time.Second || w.TooFast() > 0 {
					t.Errorf("others waited %v for their moves, and it was too much for Discord %d times", percentile(all, 99), w.TooFast())
				}
			})
		})
	}
}

// BenchmarkFloods has the whole floods come to a bot with a database in a file, under Discord's limits: an operation is
// one flood, while others play.
func BenchmarkFloods(b *testing.B) {
	for _, f := range floods(true) {
		b.Run(f.name, func(b *testing.B) {
			for range b.N {
				w := prepare(b)
				store, err := bolt.Open(filepath.Join(b.TempDir(), "db"), bolt.Options{})
				if err != nil {
					b.Fatal(err)
				}
				w.store = store
				w.run(nil, func(c *discord.Config) { c.Rate = 0 })
				w.Connected(1)
				all := playUnder(w, f, 8, 110*time.Second)
				b.ReportMetric(float64(len(all)), "moves")
				b.ReportMetric(percentile(all, 50).Seconds(), "p50-s")
				b.ReportMetric(percentile(all, 99).Seconds(), "p99-s")
				b.ReportMetric(float64(w.TooFast()), "429s")
			}
		})
	}
}

// Of a thousand commands that one person gives at once most are told nothing: no more calls are under way than those
// for what the room takes and for a few who are told that it was too much.
func TestSurplusIsCheap(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, rui, c := w.people()
		w.Fail(discordtest.Fault{Method: "POST", Path: "/callback", Delay: 500 * time.Millisecond, Times: 10_000})
		before, at := w.Calls("POST callbacks"), ana.Direct()
		for range 1000 {
			ana.Command(at, "games")
		}
		time.Sleep(10 * time.Second)
		if n := w.Calls("POST callbacks") - before; n < 64 || n > 300 {
			t.Errorf("%d calls were made", n)
		}
		rui.Command(c, "games").Private()
	})
}
