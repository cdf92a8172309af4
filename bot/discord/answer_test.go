package discord_test

import (
	"net/http"
	"testing"
	"time"

	"tabuleiro/bot/adapter/servertest"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord/discordtest"
)

// secretly makes a world in which the bot answers each event with a text for its author only.
func secretly(t *testing.T, text string, takes time.Duration) *world {
	return answers(t, func(chat.Event) chat.Message {
		time.Sleep(takes)
		m := say(text)
		m.Private = true
		return m
	})
}

// However long the way to Discord is, the answer takes the place of the acknowledgement, though nobody can know in time
// that this got there.
func TestLongWay(t *testing.T) {
	servertest.Each(t, map[string]time.Duration{
		"short": 200 * time.Millisecond, "middle": 1400 * time.Millisecond, "long": 2500 * time.Millisecond,
		"too long": 5 * time.Second,
	}, func(t *testing.T, delay time.Duration) {
		w := secretly(t, "the answer", 0)
		ana, _, c := w.people()
		for _, path := range []string{"/callback", "/webhooks"} {
			for _, method := range []string{"POST", "PATCH", "DELETE"} {
				w.Fail(discordtest.Fault{Method: method, Path: path, Delay: delay, Times: 1000})
			}
		}
		i := ana.Command(c, "help")
		if m := i.Private(); m.Content != "the answer" || !m.Secret {
			t.Errorf("ana is told %q", m.Content)
		}
		time.Sleep(time.Minute)
		if i.Thinks() || c.Unread() > 0 {
			t.Errorf("thinking for ever: %v, %d messages in the channel", i.Thinks(), c.Unread())
		}
	})
}

// Lacking permissions are told, too, though the bot cannot know whether that got there.
func TestLongWay_Refused(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := secretly(t, "nothing", 0)
		ana, _, c := w.people()
		c.Deny(discordtest.SendMessages)
		w.Fail(discordtest.Fault{Method: "POST", Path: "/callback", Delay: 1400 * time.Millisecond, Times: 1000})
		w.reads(ana.Command(c, "help").Private(), "missing-permissions.send")
	})
}

// An answer that cannot go to one person any more goes to nobody else: the acknowledgement came too late, or a quarter
// of an hour is over. The next one reaches the person again.
func TestTooLate(t *testing.T) {
	type scene struct {
		fault discordtest.Fault
		wait  time.Duration
	}
	servertest.Each(t, map[string]scene{
		"refused": {discordtest.Fault{Method: "POST", Path: "/callback", Status: http.StatusNotFound, Code: 10062},
			0},
		"old":               {discordtest.Fault{Method: "GET", Path: "nothing"}, 16 * time.Minute},
		"nothing got there": {discordtest.Fault{Method: "POST", Path: "/callback", Hang: true, Times: 100}, 0},
	}, func(t *testing.T, x scene) {
		w := secretly(t, "the answer", x.wait)
		ana, _, c := w.people()
		late := w.Fail(x.fault)
		ana.Command(c, "help")
		time.Sleep(20 * time.Minute)
		late.End()
		if n := c.Unread(); n > 0 {
			t.Fatalf("all are told %q", c.Next().Content)
		}
		if x.wait > 0 {
			return // it goes on like that
		}
		next := ana.Command(c, "games")
		if m := next.Private(); m.Content != "the answer" || !m.Secret {
			t.Errorf("ana is told %q", m.Content)
		}
	})
}

// An answer for one person alone, to a command or on a menu that nobody else sees, is never said to others, even if
// Discord takes it no more.
func TestPrivate_StaysPrivate(t *testing.T) {
	servertest.Each(t, map[string]bool{"a command": false, "a menu": true}, func(t *testing.T, menu bool) {
		w := begin(t)
		ana, _, c := w.people()
		settings := ana.Command(c, "settings").Private()
		for _, late := range []time.Duration{4 * time.Second, time.Minute} {
			slow := w.Fail(discordtest.Fault{Method: "POST", Path: "/callback", Late: late, Times: 10})
			if menu {
				ana.Presses(settings, "Look")
			} else {
				ana.Command(c, "profile")
			}
			time.Sleep(10 * time.Minute)
			slow.End()
			w.quiet(c)
		}
		if m := ana.Command(c, "games").Private(); !m.Secret {
			t.Errorf("ana is told %q for all to see", m.Content)
		}
		w.quiet(c)
	})
}

// In a direct talk an answer is a message that stays: it can be changed, and loses its buttons when they are old.
func TestAnswer_Stays(t *testing.T) {
	virtually(t, func(t *testing.T) {
		answer := board("one", "next")
		answer.Private = true
		w, refs := answering(t, map[string]chat.Message{"/help": answer}, func(chat.Event) {})
		ana, _, _ := w.people()
		direct := ana.Direct()
		ana.Command(direct, "help")
		m := direct.Next()
		shows(t, m, "one", true, "next")
		ref := <-refs
		if m.Secret || ref == "" {
			t.Errorf("only to be seen for a while: %v, Ref %q", m.Secret, ref)
		}
		if err := w.bot.Edit(t.Context(), roomOf(direct), ref, board("two", "next")); err != nil {
			t.Error(err)
		}
		shows(t, m.Edited(1), "two", true, "next")
		if err := w.bot.Retire(t.Context(), roomOf(direct), ref); err != nil {
			t.Error(err)
		}
		m.Bare()
	})
}

// A quick decision is the answer to a tap. Else Discord is told that the tap was heard, and its outcome is said when it
// is known.
func TestDeferred(t *testing.T) {
	type decision struct {
		takes time.Duration
		first int
		edits int
	}
	servertest.Each(t, map[string]decision{
		"at once": {0, 7, 0}, "quick": {1200 * time.Millisecond, 7, 0}, "slow": {1800 * time.Millisecond, 6, 1},
		"very slow": {30 * time.Second, 6, 1},
	}, func(t *testing.T, x decision) {
		w := answers(t, func(e chat.Event) chat.Message {
			if e.Tap {
				time.Sleep(x.takes)
			}
			m := board(e.Text, "next")
			m.Instead = true
			return m
		})
		ana, _, c := w.people()
		for range 20 { // so that Discord's clock is known
			ana.Types(c, "board")
			time.Sleep(1100 * time.Millisecond)
		}
		m := c.Next()
		before := w.Calls("PATCH webhooks")
		i := ana.Presses(m, "next")
		shows(t, m.Edited(1), "/next", true, "next")
		if first, edits := i.Acknowledged(), w.Calls("PATCH webhooks")-before; first != x.first || edits != x.edits {
			t.Errorf("answered first with type %d, and then %d times", first, edits)
		}
	})
}

// However long Discord takes to answer, a press and a command cost one call: the first answer is sent once.
func TestFirstAnswer_SentOnce(t *testing.T) {
	servertest.Each(t, map[string]time.Duration{
		"soon": 300, "later": 900, "at the last moment": 1500, "too late": 2500,
	}, func(t *testing.T, delay time.Duration) {
		w := begin(t)
		ana, rui, c := w.people()
		board := challenge(w, ana, rui, c)
		time.Sleep(10 * time.Second)
		w.Fail(discordtest.Fault{Method: "POST", Path: "/callback", Delay: delay * time.Millisecond, Times: 1000})
		counted := func(name string, act func()) {
			first, others := w.Calls("POST callbacks"), w.Others()
			act()
			time.Sleep(20 * time.Second)
			if n := w.Calls("POST callbacks") - first; n != 1 {
				t.Errorf("%s: %d first answers", name, n)
			}
			if n := w.Others() - others; n != 0 {
				t.Errorf("%s: %d calls more", name, n)
			}
		}
		counted("a press", func() { board.Pinged[0].Presses(board, board.Buttons()[0]) })
		counted("a command", func() { ana.Command(c, "help") })
	})
}
