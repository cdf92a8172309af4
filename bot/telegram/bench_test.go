package telegram_test

import (
	"context"
	"encoding/json"
	"fmt"
	mathrand "math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/chat/chattest"
	"tabuleiro/bot/telegram"
	"tabuleiro/bot/telegram/telegramtest"
	"tabuleiro/bot/telegram/wire"
)

// BenchmarkMatches plays many matches at once, each in a group of its own: an operation is a move, from typing it to
// seeing the board. Rates are off; the server, the players and the bot share the processors.
func BenchmarkMatches(b *testing.B) {
	for _, matches := range []int{1, 10, 100, 500} {
		b.Run(fmt.Sprint(matches), func(b *testing.B) {
			s := telegramtest.New(b)
			s.Privacy(false)
			o := openAt(b, s, newStore())
			var left atomic.Int64
			left.Store(int64(b.N))
			ready := make(chan struct{})
			took := make([][]time.Duration, matches)
			var seated, playing sync.WaitGroup
			seated.Add(matches)
			for i := range matches {
				playing.Go(func() {
					d := seat(o)
					seated.Done()
					<-ready
					for left.Add(-1) >= 0 {
						if d.ended() {
							d = seat(o)
						}
						began := time.Now()
						d.move()
						took[i] = append(took[i], time.Since(began))
					}
				})
			}
			seated.Wait()
			b.ResetTimer()
			close(ready)
			playing.Wait()
			b.StopTimer()
			all := slices.Concat(took...)
			slices.Sort(all)
			ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
			b.ReportMetric(float64(len(all))/b.Elapsed().Seconds(), "moves/s")
			b.ReportMetric(ms(all[len(all)/2]), "p50-ms")
			b.ReportMetric(ms(all[len(all)*99/100]), "p99-ms")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// BenchmarkLimits plays matches in groups of their own under Telegram's limits, by people who take ten seconds for a
// move: an operation is a move, from typing it to seeing the board. One more group is talked full meanwhile, for which
// nobody else may wait. Seconds are Telegram's: with shorter ones the time that the machine takes would count as a long
// way to Telegram.
func BenchmarkLimits(b *testing.B) {
	const second = time.Second
	for _, matches := range []int{10, 50, 100, 150} {
		b.Run(fmt.Sprint(matches), func(b *testing.B) {
			s := telegramtest.New(b)
			s.Privacy(false)
			o := openAt(b, s, newStore(), func(c *telegram.Config) {
				c.Rates, c.Times.Second = telegram.Rates{}, second
			})
			duels := make([]*duel, matches)
			var seated sync.WaitGroup
			for i := range duels {
				seated.Go(func() { duels[i] = seat(o) })
			}
			seated.Wait()
			s.Limit(telegramtest.Real)
			full, done := s.Group(), make(chan struct{})
			var talking, playing sync.WaitGroup
			for range 3 {
				talking.Go(func() {
					for ctx := b.Context(); ; {
						select {
						case <-done:
							return
						case <-time.After(second):
							_, _ = o.telegram.Send(ctx, roomOf(full), chat.Message{Text: text("hello")})
						}
					}
				})
			}
			var left atomic.Int64
			left.Store(int64(b.N))
			took := make([][]time.Duration, matches)
			b.ResetTimer()
			for i, d := range duels {
				playing.Go(func() {
					for left.Add(-1) >= 0 && !d.ended() {
						time.Sleep(time.Duration(mathrand.ExpFloat64() * 10 * float64(second)))
						began := time.Now()
						d.move()
						took[i] = append(took[i], time.Since(began))
					}
				})
			}
			playing.Wait()
			b.StopTimer()
			close(done)
			talking.Wait()
			all := slices.Concat(took...)
			slices.Sort(all)
			b.ReportMetric(float64(len(all))/b.Elapsed().Seconds(), "moves/s")
			b.ReportMetric(all[len(all)/2].Seconds(), "p50-s")
			b.ReportMetric(all[len(all)*99/100].Seconds(), "p99-s")
			b.ReportMetric(float64(s.Floods()), "429s")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// BenchmarkAnswers is the adapter alone: commands in many groups at once, each answered with a line of text.
func BenchmarkAnswers(b *testing.B) {
	s := telegramtest.New(b)
	l := listen(b, s)
	l.handler = echo{to: l.Telegram}
	l.run(b)
	ana := s.Person("Ana", "ana")
	b.SetParallelism(50)
	b.RunParallel(func(p *testing.PB) {
		group := s.Group(ana)
		for p.Next() {
			ana.Says(group, "/help")
			group.Next()
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "answers/s")
}

// crowdOf are people who talk with the bot in private.
func crowdOf(s *telegramtest.Server, n int) (all []*telegramtest.Person) {
	for i := range n {
		all = append(all, s.Person("Flo", fmt.Sprint("flo", i)))
	}
	return all
}

// paced has a bot keep to Telegram's limits, which the server has, too.
func paced(b *testing.B) *table {
	s := telegramtest.New(b)
	s.Limit(telegramtest.Real)
	return openAt(b, s, newStore(), func(c *telegram.Config) { c.Rates, c.Times = telegram.Rates{}, telegram.Times{} })
}

// BenchmarkCrowd plays eight matches in groups of their own, a move every five seconds in each, while a crowd asks for
// something 300 times a second, for a minute: an operation is all of that.
func BenchmarkCrowd(b *testing.B) {
	for range b.N {
		o := paced(b)
		duels := make([]*duel, 8)
		for i := range duels {
			duels[i] = seat(o)
			duels[i].say = commands
		}
		crowd := crowdOf(o.Server, 2000)
		time.Sleep(20 * time.Second) // until the groups are quiet
		began, lasts := time.Now(), time.Minute
		var all sync.WaitGroup
		all.Go(func() {
			tick := time.NewTicker(10 * time.Millisecond)
			defer tick.Stop()
			for n := 0; time.Since(began) < lasts; n++ {
				<-tick.C
				for i := range 3 {
					who := crowd[(3*n+i)%len(crowd)]
					who.Says(who.Private(), "/games")
				}
			}
		})
		var mu sync.Mutex
		var took []time.Duration
		for _, d := range duels {
			all.Go(func() {
				for time.Since(began) < lasts && !d.ended() {
					time.Sleep(4500*time.Millisecond + time.Duration(mathrand.Int64N(int64(time.Second))))
					at := time.Now()
					d.move()
					mu.Lock()
					took = append(took, time.Since(at))
					mu.Unlock()
				}
			})
		}
		all.Wait()
		slices.Sort(took)
		b.ReportMetric(float64(len(took)), "moves")
		b.ReportMetric(took[len(took)/2].Seconds(), "p50-s")
		b.ReportMetric(took[len(took)*9/10].Seconds(), "p90-s")
		b.ReportMetric(took[len(took)-1].Seconds(), "max-s")
	}
}

// BenchmarkBacklog has 100,000 updates that wait at Telegram drained by a bare loop that fetches and decodes them, and
// by a bot.
func BenchmarkBacklog(b *testing.B) {
	const updates = 100_000
	fill := func(s *telegramtest.Server) {
		crowd := crowdOf(s, 1000)
		for i := range updates {
			who := crowd[i%len(crowd)]
			who.Says(who.Private(), "/games")
		}
	}
	for range b.N {
		bare := telegramtest.New(b)
		fill(bare)
		began := time.Now()
		for offset, left := int64(0), updates; left > 0; {
			answer, err := http.PostForm(bare.URL+"/bot"+bare.Token+"/getUpdates",
				url.Values{"offset": {fmt.Sprint(offset)}, "limit": {"100"}})
			if err != nil {
				b.Fatal(err)
			}
			var got struct{ Result []wire.Update }
			err = json.NewDecoder(answer.Body).Decode(&got)
			_ = answer.Body.Close()
			if err != nil || len(got.Result) == 0 {
				b.Fatal("no updates: ", err)
			}
			offset, left = got.Result[len(got.Result)-1].After(), left-len(got.Result)
		}
		loop := time.Since(began)
		s := telegramtest.New(b)
		s.Limit(telegramtest.Real)
		fill(s)
		began = time.Now()
		o := openAt(b, s, newStore(), func(c *telegram.Config) { c.Rates, c.Times = telegram.Rates{}, telegram.Times{} })
		for s.Unconfirmed() > 0 {
			time.Sleep(time.Millisecond)
		}
		bot := time.Since(began)
		_ = o.stop()
		b.ReportMetric(loop.Seconds(), "loop-s")
		b.ReportMetric(bot.Seconds(), "bot-s")
		b.ReportMetric(bot.Seconds()/loop.Seconds(), "times")
	}
}

// echo is a bot that says what it hears.
type echo struct {
	chattest.Deaf
	to *telegram.Telegram
}

func (e echo) Hear(ctx context.Context, event chat.Event) {
	_, _ = e.to.Send(ctx, event.Room, chat.Message{Text: text(event.Text), Answers: event.Reply})
}

var seats atomic.Int64

// seat begins a match in a group of its own, of people who have not played before.
func seat(o *table) *duel {
	ana, rui := o.Person("Ana", ""), o.Person("Rui", fmt.Sprintf("rui%d", seats.Add(1)))
	d := o.begin(o.Group(ana, rui), ana, rui)
	d.say = types
	return d
}
