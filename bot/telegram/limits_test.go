package telegram_test

import (
	"fmt"
	mathrand "math/rand/v2"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram"
	"tabuleiro/bot/telegram/telegramtest"
	"tabuleiro/engine/longtest"
)

// Telegram counts what arrives, and the ways there and back take as long as they like: what leaves at the right rate
// would arrive in heaps. With more to say than is allowed, in many chats at once and through failures, nothing is too
// much, and nearly all that is allowed gets through.
func TestLimits_OnUnevenWays(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const groups, people, each = 60, 20, 12
		s := telegramtest.Virtual(t)
		s.Limit(telegramtest.Real)
		way := telegramtest.Late(about(50 * time.Millisecond))
		s.Fail("sendMessage", 200, way)
		s.Fail("sendMessage", 20, telegramtest.Lose)
		s.Fail("sendMessage", 1<<20, way)
		l := listenAt(t, s, paced, func(c *telegram.Config) { c.Times.Send = time.Hour })
		began := time.Now()
		var saying sync.WaitGroup
		say := func(room chat.Room) {
			saying.Go(func() {
				for range each {
					if _, err := l.Send(t.Context(), room, chat.Message{Text: text("hello")}); err != nil {
						t.Error(err)
					}
				}
			})
		}
		for range groups {
			say(roomOf(s.Group()))
		}
		for range people {
			ana := s.Person("Ana", "")
			ana.Says(ana.Private(), "/start")
			say(roomOf(ana.Private()))
		}
		saying.Wait()
		took := time.Since(began)
		if s.Floods() > 0 || took > time.Minute {
			t.Errorf("%d messages took %v, of which %d were too much", (groups+people)*each, took, s.Floods())
		}
		t.Logf("%d messages in %v", (groups+people)*each, took)
	})
}

// In many groups a board is said every ten seconds or so, and the buttons of the last one are taken off; one group is
// talked full. No chat waits for long, least of all for the full one, and it is never too much.
func TestGroups_AtOnce(t *testing.T) {
	t.Parallel()
	for _, groups := range []int{20, 150, 250} {
		t.Run(fmt.Sprint(groups), func(t *testing.T) {
			if groups > 20 {
				longtest.Skip(t)
			}
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := telegramtest.Virtual(t)
				s.Limit(telegramtest.Real)
				for _, method := range []string{"sendMessage", "editMessageReplyMarkup"} {
					s.Fail(method, 1<<20, telegramtest.Late(about(50*time.Millisecond)))
				}
				l := listenAt(t, s, paced, func(c *telegram.Config) { c.Times.Send = time.Hour })
				var playing sync.WaitGroup
				took := make([][]time.Duration, groups)
				full, end := roomOf(s.Group()), time.Now().Add(500*time.Minute/time.Duration(groups))
				say := func(room chat.Room, pause func() time.Duration) (took []time.Duration) {
					var last chat.Ref
					for {
						time.Sleep(pause())
						if !time.Now().Before(end) {
							return took
						}
						began := time.Now()
						board := words("board", "/a")
						if room != full {
							board.Once, board.News = fmt.Sprint(room, len(took)), true
						}
						ref, err := l.Send(t.Context(), room, board)
						if err != nil {
							t.Error(err)
							return took
						}
						if took = append(took, time.Since(began)); last != "" {
							_ = l.Retire(t.Context(), room, last)
						}
						last = ref
					}
				}
				for i := range groups {
					room := roomOf(s.Group())
					playing.Go(func() { took[i] = say(room, about(10*time.Second)) })
				}
				playing.Go(func() { say(full, func() time.Duration { return 0 }) })
				playing.Wait()
				time.Sleep(time.Hour) // for what is done when there is time
				all := slices.Sorted(slices.Values(slices.Concat(took...)))
				middle, late := all[len(all)/2], all[len(all)*99/100]
				t.Logf("%d boards: half of them within %v, 99 of 100 within %v, too much %d times", len(all),
					middle.Round(time.Millisecond), late.Round(time.Millisecond), s.Floods())
				if s.Floods() > 0 || middle > time.Second || late > 3*time.Second {
					t.Error("that is too slow, or too much")
				}
			})
		})
	}
}

// about is a time that varies as those of calls do that come by chance.
func about(d time.Duration) func() time.Duration {
	return func() time.Duration { return time.Duration(mathrand.ExpFloat64() * float64(d)) }
}
