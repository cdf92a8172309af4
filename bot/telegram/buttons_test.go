package telegram_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram"
	"tabuleiro/bot/telegram/telegramtest"
)

// An answer only for the one who pressed a button is shown at the button, where there is room for it.
func TestNotices(t *testing.T) {
	virtually(t, func(t *testing.T) {
		l := listen(t, func(c *telegram.Config) { c.Times.Press = telegramtest.Patience })
		ana := l.Person("Ana\n\u202e", "ana")
		group := l.Supergroup(ana)
		long := strings.Repeat("words ", 50)
		answer := make(chan []chat.Message, 1)
		l.ears.do = func(e chat.Event) {
			for _, m := range <-answer {
				m.Answers = e.Reply
				if _, err := l.Send(context.Background(), e.Room, m); err != nil {
					t.Error(err)
				}
			}
		}
		l.run()
		note := func(s string) chat.Message { return chat.Message{Text: text(s), Private: true} }
		choice := note("which one?")
		choice.Buttons = row("/x", "/y")
		for _, c := range []struct {
			name    string
			answers []chat.Message
			shown   string
			alert   bool
			said    []string // as messages
			buttons []string // afterwards
		}{
			{"nothing", nil, "", false, nil, []string{"a"}},
			{"answer", []chat.Message{{Text: text("for all")}}, "", false, []string{"for all"}, []string{"a"}},
			{"notice", []chat.Message{note("not you")}, "not you", true, nil, []string{"a"}},
			{"two notices", []chat.Message{note("one"), note("two")}, "one", true, []string{"\u2068Ana \u2069: two"},
				[]string{"a"}},
			{"long notice", []chat.Message{note(long)}, "", false, []string{"\u2068Ana \u2069: " + long}, []string{"a"}},
			{"choice", []chat.Message{choice}, "", false, []string{"\u2068Ana \u2069: which one?"}, []string{"a"}},
		} {
			m, _ := l.sends(group, words("press", "/a"))
			answer <- c.answers
			tap := ana.Taps(m, "a")
			if got := tap.Wait(); got != c.shown || tap.Alert != c.alert {
				t.Errorf("%s: %q is shown, alert %v; want %q, %v", c.name, got, tap.Alert, c.shown, c.alert)
			}
			for _, want := range c.said {
				if got := group.Next(); got.Text != want || !got.Silent && got.Text != "for all" {
					t.Errorf("%s: said %q (silent: %v), want %q", c.name, got.Text, got.Silent, want)
				}
			}
			if diff := cmp.Diff(c.buttons, m.Buttons()); diff != "" {
				t.Errorf("%s: buttons (-want +got):\n%s", c.name, diff)
			}
		}
	})
}

// A button does not turn for long, however long the bot takes, and what is said after that is said all the same.
func TestAnswer_SlowToButton(t *testing.T) {
	virtually(t, func(t *testing.T) {
		l := listen(t, func(c *telegram.Config) { c.Times.Press = 1 })
		ana := l.Person("Ana", "ana")
		group := l.Group(ana)
		if _, err := l.Send(t.Context(), roomOf(group), chat.Message{Text: text("press"), Buttons: row("/a")}); err != nil {
			t.Fatal(err)
		}
		more := make(chan struct{})
		l.ears.do = func(e chat.Event) {
			<-more
			if _, err := l.Send(context.Background(), e.Room,
				chat.Message{Text: text("not you"), Private: true, Answers: e.Reply}); err != nil {
				t.Error(err)
			}
		}
		l.run()
		if got := ana.Taps(group.Next(), "a").Wait(); got != "" {
			t.Errorf("%q is shown", got)
		}
		close(more)
		if got := group.Next().Text; got != "\u2068Ana\u2069: not you" {
			t.Errorf("said %q", got)
		}
	})
}

// A menu from which somebody is challenged goes away: the challenge is a new message, because it calls. One that is too
// old to be deleted loses its buttons. That is one call, either way.
func TestMenu_GoesAway(t *testing.T) {
	virtually(t, func(t *testing.T) {
		for _, old := range []bool{false, true} {
			o := open(t)
			ana, rui, group := o.people()
			menu := say(group, ana, "/play damas @rui ??")
			if old {
				menu.Fade()
			}
			rui.Says(group, "/games") // whose answer comes behind the menu: by then it is known whose that is
			group.Next()
			ana.Taps(menu, menu.Buttons()[0])
			if m := group.Next(); !strings.Contains(m.Text, "challenges") {
				t.Errorf("said %q", m.Text)
			}
			o.Until("the menu cannot be used again", func() bool { return len(menu.Buttons()) == 0 })
			if menu.Deleted() == old || old != (o.Calls("editMessageReplyMarkup") == 1) {
				t.Errorf("old: %v, deleted: %v, changed %d times", old, menu.Deleted(), o.Calls("editMessageReplyMarkup"))
			}
		}
	})
}
