package telegram_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/adapter/servertest"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram"
	"tabuleiro/bot/telegram/telegramtest"
	"tabuleiro/storage/memorytest"
)

// hasty does not wait for anything when it is stopped.
func hasty(c *telegram.Config) { c.Times.Grace = time.Nanosecond }

// The answer to what concerns no match is given by the next process if the one that was asked ends before it has said
// it.
func TestCrash_BeforeAnswering(t *testing.T) {
	virtually(t, func(t *testing.T) {
		s := telegramtest.Virtual(t)
		o := openAt(t, s, memorytest.New(), hasty)
		ana := s.Person("Ana", "ana")
		private := ana.Private()
		say(private, ana, "/settings")
		private.Hold(make(chan struct{}))
		before := s.Calls("sendMessage")
		ana.Says(private, "/ranking")
		s.Until("the answer is being said", func() bool { return s.Calls("sendMessage") > before })
		o.stop()
		private.Hold(nil)
		openAt(t, s, o.store, hasty)
		if got := private.Next().Text; !strings.HasPrefix(got, "Ranking") {
			t.Errorf("after the end of the first process: %q", got)
		}
	})
}

// A room that waits does not keep the others waiting, and what waits in it is not lost by a crash although Telegram has
// been told that it arrived.
func TestRoom_Slow(t *testing.T) {
	virtually(t, func(t *testing.T) {
		s := telegramtest.Virtual(t)
		places := memorytest.New()
		configure := func(c *telegram.Config) {
			c.Places, c.Times.Settle, c.Times.Poll = places, time.Millisecond, time.Second
		}
		l := listenAt(t, s, hasty, configure)
		ana := s.Person("Ana", "ana")
		slow, quick := s.Group(ana), ana.Private()
		forever := make(chan struct{})
		defer close(forever)
		l.ears.do = func(e chat.Event) {
			if e.Room == roomOf(slow) {
				<-forever
			}
		}
		l.run()
		for _, text := range []string{"/one", "/two", "/three"} {
			ana.Says(slow, text)
		}
		l.hears("/one")
		for range 3 * 100 { // more than come in one answer
			ana.Says(quick, "quick")
			l.hears("quick")
		}
		s.Until("all is confirmed", func() bool { return s.Unconfirmed() == 0 })
		l.stop()
		again := listenAt(t, s, configure).run()
		for _, want := range []string{"/one", "/two", "/three"} {
			e := again.ears.next(t)
			for e.Text == "quick" { // the last one may not have been done with
				e = again.ears.next(t)
			}
			if e.Text != want {
				t.Errorf("heard %q, want %q", e.Text, want)
			}
		}
		s.Until("nothing is written down any more", func() bool {
			text, err := places.Get(context.Background(), "telegram/4839574812/unhandled")
			return err == nil && text == ""
		})
	})
}

// What waits at Telegram is read on while rooms wait: once much is in hand the next batch is written down at once.
func TestBacklog_IsRead(t *testing.T) {
	virtually(t, func(t *testing.T) {
		s := telegramtest.Virtual(t)
		const settle = 200 * time.Millisecond
		l := listenAt(t, s, func(c *telegram.Config) { c.Places, c.Times.Settle = memorytest.New(), settle })
		forever := make(chan struct{})
		defer close(forever)
		l.ears.do = func(chat.Event) { <-forever }
		for n := range 40 {
			p := s.Person(fmt.Sprint("P", n), fmt.Sprint("p", n))
			group := s.Group(p)
			for range 10 {
				p.Says(group, "/rules")
			}
		}
		began := time.Now()
		l.run()
		for s.Unconfirmed() > 0 && time.Since(began) < time.Minute {
			time.Sleep(time.Millisecond)
		}
		if took := time.Since(began); took > settle+settle/20 {
			t.Errorf("four batches were read after %v", took)
		}
	})
}

// unwell are places that answer what they are told, until they are well.
type unwell struct {
	telegram.Places
	answers chan error // closed when they are well
}

func (u unwell) Put(ctx context.Context, key, value string) error {
	if err := <-u.answers; err != nil {
		return err
	}
	return u.Places.Put(ctx, key, value)
}

// As long as what is waiting cannot be written down Telegram is not told that it has arrived.
func TestNothingConfirmedUnwritten(t *testing.T) {
	virtually(t, func(t *testing.T) {
		s := telegramtest.Virtual(t)
		places := unwell{memorytest.New(), make(chan error)}
		l := listenAt(t, s, hasty, func(c *telegram.Config) { c.Places = places; c.Times.Settle = time.Millisecond })
		ana := s.Person("Ana", "ana")
		forever := make(chan struct{})
		defer close(forever)
		l.ears.do = func(chat.Event) { <-forever }
		l.run()
		ana.Says(ana.Private(), "one")
		for range 5 {
			places.answers <- context.DeadlineExceeded
			if s.Unconfirmed() != 1 {
				t.Fatal("confirmed, but neither dealt with nor written down")
			}
		}
		close(places.answers)
		s.Until("it is confirmed", func() bool { return s.Unconfirmed() == 0 })
		text, err := places.Get(t.Context(), "telegram/4839574812/unhandled")
		if err != nil || text == "" {
			t.Errorf("written down: %q, %v", text, err)
		}
	})
}

// A stopped bot stops after the time of grace, whatever Telegram does, and what it was told last does not come again.
// Without that time it would go on for an hour.
func TestStop(t *testing.T) {
	servertest.Each(t, map[string]telegramtest.Fault{
		"polling": nil, "hanging": telegramtest.Hang, "flooded": telegramtest.Flood(1 << 20),
		"broken": telegramtest.Status(502),
	}, func(t *testing.T, fault telegramtest.Fault) {
		o := open(t, func(c *telegram.Config) {
			c.Times.Request, c.Times.Send, c.Times.Edit = time.Hour, time.Hour, time.Hour
			c.Times.Grace = 100 * time.Millisecond
		})
		ana := o.Person("Ana", "ana")
		private := ana.Private()
		say(private, ana, "/help")
		ana.Says(private, "/help")
		o.Until("that is answered", func() bool { return o.Calls("sendMessage") >= 2 })
		if fault != nil {
			o.Fail("sendMessage", 1000, fault)
			o.Fail("answerCallbackQuery", 1000, fault)
			before := o.Calls("sendMessage")
			ana.Says(private, "/help")
			o.Until("something is being said", func() bool { return o.Calls("sendMessage") > before })
		}
		if o.stop(); o.Unconfirmed() > 0 {
			t.Errorf("%d updates will come again", o.Unconfirmed())
		}
	})
}

// Before Telegram has answered once the bot can be stopped, too.
func TestStop_BeforeBegin(t *testing.T) {
	virtually(t, func(t *testing.T) {
		s := telegramtest.Virtual(t)
		s.Fail("", 1000, telegramtest.Hang)
		l := listenAt(t, s, func(c *telegram.Config) { c.Times.Request = time.Hour }).run()
		s.Until("it asks who it is", func() bool { return s.Calls("getMe") > 0 })
		l.stop()
	})
}
