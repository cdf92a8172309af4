package telegram_test

import (
	"bytes"
	"context"
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
		all := board("your move", picture, "/a", "/b")
		all.Board.Text = "a b\nc d"
		if m, _ := l.sends(group, all); m.Text != "your move" || !bytes.Equal(m.Photo, picture) || len(m.Offered) != 2 {
			t.Errorf("a board: %+v", m)
		}
		for _, words := range []string{long, strings.Repeat("@", 1024)} { // which is longer when nobody is called
			if m, _ := l.sends(group, board(words, picture, "/a", "/b")); m.Photo != nil || m.Offered != nil ||
				strings.ReplaceAll(m.Text, "\u2060", "") != words {
				t.Errorf("the words before a board: %+v", m)
			}
			if m := group.Next(); m.Photo == nil || m.Text != "" || len(m.Offered) != 2 {
				t.Errorf("a board without words: %+v", m)
			}
		}
		group.Forbid("sendPhoto")
		if m, ref := l.sends(group, all); m.Photo != nil || m.Text != "your move\n\na b\nc d" || len(m.Offered) != 2 ||
			m.Entities[0].Type != "pre" || ref == "" {
			t.Errorf("a board where pictures are forbidden is %q: %+v", ref, m)
		}
		l.log.Until(t, 1, "a message was refused")
		for want, m := range map[bool][]chat.Message{
			true: {board("your move", picture), words("hello", "/a")}, false: {words("hello")},
		} {
			for _, m := range m {
				if _, ref := l.sends(group, m); (ref != "") != want {
					t.Errorf("%+v has the Ref %q", m, ref)
				}
			}
		}
		whole := strings.Repeat(long, 5)
		for m, _ := l.sends(group, words(whole, "/a")); whole != ""; m = group.Next() {
			if whole = strings.TrimPrefix(whole, m.Text); (whole == "") != (len(m.Offered) > 0) {
				t.Errorf("with %d bytes to come a part has %d buttons", len(whole), len(m.Offered))
			}
			if whole == "" {
				break
			}
		}
		if err := l.says(roomOf(group), "  \n"); err != nil { // nothing to say
			t.Error(err)
		}
		many := make([]string, 40)
		for i := range many {
			many[i] = "/m " + string(rune('a'+i%26)) + strings.Repeat("x", i)
		}
		if m, _ := l.sends(group, chat.Message{Text: text("many"), Buttons: row(many...), Told: true}); len(m.Offered) != 40 {
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
		_, bare := l.sends(group, chat.Message{Board: &chat.Board{PNG: picture}})
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
		_, ref = l.sends(group, words("hello", "/a"))
		time.Sleep(time.Minute) // until that is done with
		l.Fail("editMessageReplyMarkup", 1, telegramtest.Refuse(400, "Bad Request: something else"))
		if err := l.Retire(t.Context(), roomOf(group), ref); err != nil {
			t.Error(err)
		}
		l.log.Until(t, 1, "the buttons of a message cannot be removed")
		l.Fail("deleteMessage", 1000, telegramtest.Status(502))
		soon, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := l.Remove(soon, roomOf(group), ref); err != nil || !l.log.Has("an old message cannot be deleted") {
			t.Errorf("removed: %v", err)
		}
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
