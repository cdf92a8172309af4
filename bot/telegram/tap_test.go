package telegram_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram"
	"tabuleiro/bot/telegram/telegramtest"
)

// speaks gives an adapter its sentences.
func speaks(c *telegram.Config) {
	c.Say = func(locale, key string, gaps map[string]string) string {
		text := key + " in " + locale
		for name, value := range gaps {
			text += " " + name + "=" + value
		}
		return text
	}
}

// A tap is answered before anything is said, and where the chat has to wait the answer tells how long.
func TestTap_AnsweredFirst(t *testing.T) {
	virtually(t, func(t *testing.T) {
		// less than the chat has to wait
		l := listen(t, speaks, func(c *telegram.Config) { c.Times.Press = 100 * time.Millisecond })
		ana := l.Person("Ana", "ana")
		ana.Language = "pt"
		group := l.Group(ana)
		l.answers(func(chat.Event) chat.Message { return chat.Message{Text: text("new")} })
		l.run()
		old, _ := l.sends(group, words("old", "/a"))
		held := make(chan struct{})
		group.Hold(held)
		if got := ana.Taps(old, "a").Wait(); got != "" { // although nothing can be said yet
			t.Errorf("shown %q", got)
		}
		close(held)
		group.Next()
		l.Fail("sendMessage", 1, telegramtest.Flood(100))
		if got := ana.Taps(old, "a").Wait(); got != "" {
			t.Errorf("shown %q", got)
		}
		l.log.Until(t, 1, "the chat waits")
		shown := ana.Taps(old, "a").Wait()
		if !strings.HasPrefix(shown, telegram.WaitKey+" in pt Seconds=") {
			t.Errorf("shown %q where the chat has to wait", shown)
		}
		group.Next()
		group.Next()
	})
}

// waiting is a chat that has to wait, with an old message in it and one that is being said.
func (l *line) waiting(t *testing.T, ana *telegramtest.Person) (old *telegramtest.Message, group *telegramtest.Chat,
	said func()) {
	t.Helper()
	group = l.Group(ana)
	if _, err := l.Send(t.Context(), roomOf(group), words("old", "/a")); err != nil {
		t.Fatal(err)
	}
	old = group.Next()
	l.Fail("sendMessage", 1, telegramtest.Flood(100))
	var saying sync.WaitGroup
	saying.Go(func() {
		if _, err := l.Send(context.Background(), roomOf(group), chat.Message{Text: text("meanwhile")}); err != nil {
			t.Error(err)
		}
	})
	l.log.Until(t, 1, "the chat waits")
	return old, group, saying.Wait
}

// Where the chat has to wait already, the answer comes with what is about to be said, and tells how long.
func TestTap_WhereTheChatWaits(t *testing.T) {
	virtually(t, func(t *testing.T) {
		// only what is said can be the occasion
		l := listen(t, speaks, func(c *telegram.Config) { c.Times.Press = time.Hour })
		l.answers(func(chat.Event) chat.Message { return chat.Message{Text: text("new")} })
		ana := l.Person("Ana", "ana")
		old, group, said := l.run().waiting(t, ana)
		if shown := ana.Taps(old, "a").Wait(); !strings.HasPrefix(shown, telegram.WaitKey+" in en Seconds=") {
			t.Errorf("shown %q", shown)
		}
		group.Next()
		group.Next()
		said()
	})
}

// A player who was told on a tap that the chat has to wait is not told in a message what the tap came to, if that is
// one sentence: it would make all wait longer.
func TestNote_WhereTheChatWaits(t *testing.T) {
	virtually(t, func(t *testing.T) {
		l := listen(t, speaks, func(c *telegram.Config) { c.Times.Press = time.Millisecond })
		answered, done := make(chan struct{}), make(chan struct{})
		l.ears.do = func(e chat.Event) {
			<-answered
			if _, err := l.Send(context.Background(), e.Room, chat.Message{Text: text("an older board"), Private: true,
				Answers: e.Reply}); err != nil {
				t.Error(err)
			}
			close(done)
		}
		ana := l.Person("Ana", "ana")
		old, group, said := l.run().waiting(t, ana)
		if shown := ana.Taps(old, "a").Wait(); !strings.HasPrefix(shown, telegram.WaitKey) {
			t.Errorf("shown %q", shown)
		}
		close(answered)
		<-done
		said()
		if sent := group.Sent(); len(sent) != 2 || sent[1].Text != "meanwhile" {
			t.Errorf("%d messages", len(sent))
		}
	})
}

// A flood of the answers to buttons holds the chat, too.
func TestFlood_OfAnswers(t *testing.T) {
	virtually(t, func(t *testing.T) {
		l := listen(t, speaks, func(c *telegram.Config) { c.Times.Edit = time.Second }).run()
		ana := l.Person("Ana", "ana")
		group := l.Group(ana)
		if _, err := l.Send(t.Context(), roomOf(group), words("old", "/a")); err != nil {
			t.Fatal(err)
		}
		l.Fail("answerCallbackQuery", 1, telegramtest.Flood(1<<20))
		ana.Taps(group.Next(), "a")
		l.ears.next(t)
		l.log.Until(t, 1, "a callback query cannot be answered")
		soon, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := l.Send(soon, roomOf(group), chat.Message{Text: text("hello")}); err == nil ||
			l.Calls("sendMessage") != 1 {
			t.Errorf("said although the chat has to wait: %v", err)
		}
		if _, err := l.Send(t.Context(), roomOf(l.Group()), chat.Message{Text: text("hello")}); err != nil {
			t.Errorf("another chat: %v", err)
		}
	})
}

// A button under a message of which Telegram tells nothing any more does what it says, in its topic if that is known.
func TestInaccessible(t *testing.T) {
	virtually(t, func(t *testing.T) {
		l := listen(t)
		done := make(chan error, 1)
		l.ears.do = func(e chat.Event) {
			_, err := l.Send(context.Background(), e.Room, chat.Message{Text: text("done"), Answers: e.Reply, Instead: true})
			done <- err
		}
		l.run()
		ana := l.Person("Ana", "ana")
		topic := l.Forum(ana).Topic()
		for _, m := range []chat.Message{
			words("old", "/a"),
			// which does not become a text
			{Text: text("old"), Board: &chat.Board{PNG: picture, Text: "board"}, Buttons: row("/a")},
		} {
			old, _ := l.sends(topic, m)
			old.Fade()
			ana.Taps(old, "a").Wait()
			if e := l.ears.next(t); e.Text != "/a" || e.Room != roomOf(topic) || e.Quoted != "" {
				t.Errorf("heard %+v", e)
			}
			if err := <-done; err != nil {
				t.Error(err)
			}
			if old.Photo != nil {
				old = topic.Next()
			}
			if got := old.Now().Text; got != "done" || old.Thread() != topic.Thread {
				t.Errorf("it says %q, in topic %d", got, old.Thread())
			}
		}
	})
}
