package telegram_test

import (
	"context"
	"fmt"
	mathrand "math/rand/v2"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram"
	"tabuleiro/bot/telegram/telegramtest"
	"tabuleiro/storage/bolt"
)

// flood is a lot that comes while others play.
type flood struct {
	name string
	do   func(o *table, done <-chan struct{})
}

// floods are what a dozen people can do who mean no good, and what a crowd does that means no harm. whole is their full
// size.
func floods(whole bool) []flood {
	burst, people := 150, 1000
	if whole {
		burst, people = 1000, 20_000
	}
	return []flood{
		{"a dozen ask every 0.4 s", func(o *table, done <-chan struct{}) {
			var all sync.WaitGroup
			for i := range 12 {
				all.Go(func() {
					who := o.Person("Flo", fmt.Sprint("flo", i))
					for at := who.Private(); ; {
						select {
						case <-done:
							return
						case <-time.After(400 * time.Millisecond):
							who.Says(at, "/games")
						}
					}
				})
			}
			all.Wait()
		}},
		{"a dozen say very much at once", func(o *table, done <-chan struct{}) {
			for i := range 12 {
				who := o.Person("Flo", fmt.Sprint("flo", i))
				for at, n := who.Private(), 0; n < burst; n++ {
					who.Says(at, fmt.Sprint("/games ", n))
				}
			}
			<-done
		}},
		{"a crowd comes", func(o *table, done <-chan struct{}) {
			var crowd []*telegramtest.Person
			for i := range people {
				crowd = append(crowd, o.Person("Mia", fmt.Sprint("mia", i)))
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
					who.Says(who.Private(), "/games")
					n++
				}
			}
			<-done
		}},
	}
}

// playUnder plays matches in groups of their own under a flood, a move every five seconds or so in each, for so long.
// It returns how long each move took from being said until the board with it was there, sorted.
func playUnder(o *table, f flood, matches int, long time.Duration) []time.Duration {
	duels := make([]*duel, matches)
	for i := range duels {
		duels[i] = seat(o)
		duels[i].say = commands
	}
	time.Sleep(20 * time.Second) // until the groups are quiet
	done := make(chan struct{})
	var flooding, playing sync.WaitGroup
	flooding.Go(func() { f.do(o, done) })
	end := time.Now().Add(long)
	took := make([][]time.Duration, matches)
	for i, d := range duels {
		playing.Go(func() {
			pauses := mathrand.New(mathrand.NewPCG(uint64(i), 3))
			for time.Now().Before(end) && !d.ended() {
				time.Sleep(4500*time.Millisecond + time.Duration(pauses.Int64N(int64(time.Second))))
				began := time.Now()
				d.move()
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

// percentile is how long so many of a hundred took at the most.
func percentile(all []time.Duration, n int) time.Duration {
	return all[min(len(all)-1, len(all)*n/100)]
}

// Whatever a dozen people or a crowd say to the bot, others play on: their moves are answered within a second.
func TestPlayUnderFloods(t *testing.T) {
	for _, f := range floods(false) {
		t.Run(f.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				o := virtual(t)
				all := playUnder(o, f, 8, 70*time.Second)
				t.Logf("%d moves, half within %v, 99 of a hundred within %v", len(all), percentile(all, 50), percentile(all, 99))
				if percentile(all, 99) > time.Second || o.Floods() > 0 {
					t.Errorf("others waited %v for their moves, and it was too much for Telegram %d times", percentile(all, 99), o.Floods())
				}
			})
		})
	}
}

// BenchmarkFloods has the whole floods come to a bot with a database in a file, under Telegram's limits: an operation
// is one flood, while others play.
func BenchmarkFloods(b *testing.B) {
	for _, f := range floods(true) {
		b.Run(f.name, func(b *testing.B) {
			for range b.N {
				s := telegramtest.New(b)
				s.Limit(telegramtest.Real)
				store, err := bolt.Open(filepath.Join(b.TempDir(), "db"), bolt.Options{})
				if err != nil {
					b.Fatal(err)
				}
				o := openAt(b, s, store, func(c *telegram.Config) { c.Rates, c.Times = telegram.Rates{}, telegram.Times{} })
				all := playUnder(o, f, 8, 110*time.Second)
				b.ReportMetric(float64(len(all)), "moves")
				b.ReportMetric(percentile(all, 50).Seconds(), "p50-s")
				b.ReportMetric(percentile(all, 99).Seconds(), "p99-s")
				b.ReportMetric(float64(s.Floods()), "429s")
			}
		})
	}
}

// Many people ask for films and hints without a pause, also where matches are under way: somebody who comes for the
// first time is helped at once, the others' boards do not wait, and the films come, too.
func TestClassesUnderFloods(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := virtual(t)
		d := seat(o)
		d.say = commands
		var rooms []*telegramtest.Chat
		for range 6 {
			for _, at := range seat(o).rooms {
				rooms = append(rooms, at)
				break // both play there
			}
		}
		for i := range 80 {
			flo := o.Person("Flo", fmt.Sprint("flo", i))
			flo.Says(flo.Private(), "/start")
			rooms = append(rooms, flo.Private())
		}
		time.Sleep(20 * time.Second) // until the groups are quiet
		ctx, end := context.WithCancel(t.Context())
		defer end()
		var flooding sync.WaitGroup
		for _, at := range rooms {
			for _, m := range []chat.Message{
				{Text: text("a film"), File: &chat.File{Name: "match.gif", Data: []byte("GIF89a")}},
				{Text: text("a hint"), Private: true},
			} {
				flooding.Go(func() {
					for ctx.Err() == nil {
						_, _ = o.telegram.Send(ctx, roomOf(at), m)
						time.Sleep(500 * time.Millisecond)
					}
				})
			}
		}
		films := func() int { return o.Calls("sendAnimation") }
		time.Sleep(10 * time.Second)
		before := films()
		for i := range 4 {
			time.Sleep(5 * time.Second)
			began := time.Now()
			d.move()
			if took := time.Since(began); took > 500*time.Millisecond {
				t.Errorf("the board after move %d has waited %v", i+1, took)
			}
			mia := o.Person("Mia", fmt.Sprint("mia", i))
			began = time.Now()
			mia.Says(mia.Private(), "/help")
			mia.Private().Next()
			if took := time.Since(began); took > time.Second {
				t.Errorf("newcomer %d has waited for help for %v", i+1, took)
			}
		}
		if n := films() - before; n < 50 {
			t.Errorf("only %d films came", n)
		}
		if o.Floods() > 0 {
			t.Errorf("it was too much for Telegram %d times", o.Floods())
		}
		end()
		flooding.Wait()
	})
}
