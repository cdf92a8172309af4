package telegram_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram/telegramtest"
)

// The looks of a board: a picture with caption and buttons, and other ways where that does not do.
func TestBoards(t *testing.T) {
	virtually(t, func(t *testing.T) {
		l := listen(t)
		group := l.Group()
		long := strings.Repeat("long line of text\n", 80)
		board := chat.Message{Text: text("your move"), Board: &chat.Board{PNG: picture, Text: "a b\nc d"},
			Buttons: row("/a", "/b")}
		send := func(m chat.Message) chat.Ref {
			t.Helper()
			ref, err := l.Send(t.Context(), roomOf(group), m)
			if err != nil {
				t.Fatal(err)
			}
			return ref
		}
		send(board)
		if m := group.Next(); m.Text != "your move" || !bytes.Equal(m.Photo, picture) || len(m.Offered) != 2 {
			t.Errorf("a board: %+v", m)
		}
		longer := board
		longer.Text = text(long)
		send(longer)
		if m := group.Next(); m.Photo != nil || m.Text != long || m.Offered != nil {
			t.Errorf("the words before a board: %+v", m)
		}
		if m := group.Next(); m.Photo == nil || m.Text != "" || len(m.Offered) != 2 {
			t.Errorf("a board without words: %+v", m)
		}
		group.Forbid("sendPhoto")
		ref := send(board)
		if m := group.Next(); m.Photo != nil || m.Text != "your move\n\na b\nc d" || len(m.Offered) != 2 ||
			m.Entities[0].Type != "pre" {
			t.Errorf("a board where pictures are forbidden: %+v", m)
		}
		l.log.Until(t, 1, "a message was refused")
		if ref == "" {
			t.Error("a board that is a text has no Ref")
		}
		bare := board
		bare.Buttons = nil
		if ref := send(bare); ref == "" {
			t.Error("a board without buttons has no Ref")
		}
		group.Next()
		if ref := send(chat.Message{Text: text("hello"), Buttons: row("/a")}); ref == "" {
			t.Error("a message with buttons has no Ref")
		}
		group.Next()
		if ref := send(chat.Message{Text: text("hello")}); ref != "" {
			t.Errorf("a message without board and buttons has the Ref %q", ref)
		}
		group.Next()
		send(chat.Message{Text: text(strings.Repeat(long, 5)), Buttons: row("/a")})
		whole := ""
		for n := 1; len(whole) < 5*len(long); n++ {
			m := group.Next()
			whole += m.Text
			if last := len(whole) == 5*len(long); last != (len(m.Offered) > 0) {
				t.Errorf("part %d has %d buttons", n, len(m.Offered))
			}
		}
		send(chat.Message{Text: text("  \n")}) // nothing to say
		many := make([]string, 40)
		for i := range many {
			many[i] = "/m " + string(rune('a'+i%26)) + strings.Repeat("x", i)
		}
		send(chat.Message{Text: text("many"), Buttons: row(many...), Told: true})
		if m := group.Next(); len(m.Offered) != 40 {
			t.Errorf("%d of 40 buttons", len(m.Offered))
		}
	})
}

// Buttons are taken off once; what is gone or was taken off before is no trouble.
func TestRetire(t *testing.T) {
	virtually(t, func(t *testing.T) {
		l := listen(t)
		group := l.Group()
		m, ref := l.sends(group, chat.Message{Text: text("hello"), Buttons: row("/a")})
		for range 2 {
			if err := l.Retire(t.Context(), roomOf(group), ref); err != nil {
				t.Error(err)
			}
			time.Sleep(time.Minute)
			if got := m.Buttons(); got != nil {
				t.Errorf("%v are still there", got)
			}
		}
		bare, err := l.Send(t.Context(), roomOf(group), chat.Message{Board: &chat.Board{PNG: picture}})
		if err != nil {
			t.Fatal(err)
		}
		before := l.Calls("editMessageReplyMarkup")
		if err := l.Retire(t.Context(), roomOf(group), bare); err != nil || l.Calls("editMessageReplyMarkup") != before {
			t.Errorf("where no buttons are: %v, %d requests", err, l.Calls("editMessageReplyMarkup")-before)
		}
		gone := chat.Ref(strings.Replace(string(ref), "/", "/9", 1))
		if err := l.Retire(t.Context(), roomOf(group), gone); err != nil {
			t.Error(err)
		}
		for _, nonsense := range []chat.Ref{"", "nonsense", "5", "5/", "/5", "5/x"} {
			if err := l.Retire(t.Context(), roomOf(group), nonsense); err == nil {
				t.Errorf("%q is a Ref", nonsense)
			}
		}
		if ref, err = l.Send(t.Context(), roomOf(group), chat.Message{Text: text("hello"), Buttons: row("/a")}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute) // until that is done with
		l.Fail("editMessageReplyMarkup", 1, telegramtest.Refuse(400, "Bad Request: something else"))
		if err := l.Retire(t.Context(), roomOf(group), ref); err != nil {
			t.Error(err)
		}
		l.log.Until(t, 1, "the buttons of a message cannot be removed")
	})
}

// After a new start it is not known what the messages are like, and yet Refs do what they do.
func TestRefs_OfBefore(t *testing.T) {
	virtually(t, func(t *testing.T) {
		s := telegramtest.Virtual(t)
		ana := s.Person("Ana", "ana")
		group := s.Group(ana)
		turn := chat.Message{Board: &chat.Board{PNG: picture}, Turn: chat.User{ID: "telegram:" + itoa(ana.ID), Name: "Ana"}}
		before := listenAt(t, s).run()
		ana.Says(ana.Private(), "hello") // so that it is known who we are
		before.ears.next(t)
		for _, c := range []struct {
			name  string
			m     chat.Message
			fixed bool // cannot be a text
		}{
			{"buttons", words("one", "/a"), false},
			{"board without buttons", board("one", picture), true},
			{"board with buttons", board("one", picture, "/a"), true},
			{"box", turn, true},
		} {
			ref, err := before.Send(t.Context(), roomOf(group), c.m)
			if err != nil {
				t.Fatal(err)
			}
			m, now := group.Next(), listenAt(t, s)
			if err := now.Edit(t.Context(), roomOf(group), ref, words("two", "/b")); (err != nil) != c.fixed {
				t.Errorf("%s: changed: %v", c.name, err)
			}
			err = now.Retire(t.Context(), roomOf(group), ref)
			if time.Sleep(time.Minute); err != nil || m.Buttons() != nil {
				t.Errorf("%s: retired: %v, %v are left", c.name, err, m.Buttons())
			}
		}
	})
}
