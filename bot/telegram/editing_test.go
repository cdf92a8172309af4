package telegram_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/bot/adapter/servertest"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram/telegramtest"
)

// other is a picture that is not picture.
var other = bytes.Clone(append(picture[:len(picture):len(picture)], "more"...))

func board(caption string, png []byte, says ...string) chat.Message {
	return chat.Message{Text: text(caption), Board: &chat.Board{PNG: png, Text: "a b"}, Buttons: row(says...)}
}

func words(s string, says ...string) chat.Message {
	return chat.Message{Text: text(s), Buttons: row(says...)}
}

func file(caption, name, data string, says ...string) chat.Message {
	return chat.Message{Text: text(caption), File: &chat.File{Name: name, Data: []byte(data)}, Buttons: row(says...)}
}

// Answers that take the place of the message whose button was pressed, and those that have to be said anew.
func TestInstead(t *testing.T) {
	refuse := func(words string) telegramtest.Fault { return telegramtest.Refuse(400, "Bad Request: "+words) }
	type change struct {
		before chat.Message
		after  chat.Message
		method string // that fails
		fault  telegramtest.Fault
		anew   int // messages
		stay   bool
	}
	servertest.Each(t, map[string]change{
		"picture to picture":           {before: board("one", picture, "/a"), after: board("two", other, "/b", "/c")},
		"text to text":                 {before: words("one", "/a"), after: words("two", "/b")},
		"text to text without buttons": {before: words("one", "/a"), after: chat.Message{Text: text("two")}},
		"text to picture":              {before: words("one", "/a"), after: board("two", picture, "/b")},
		"text to file":                 {before: words("one", "/a"), after: file("two", "game.pdn", "1. 11-15", "/b")},
		"picture to GIF":               {before: board("one", picture, "/a"), after: file("two", "game.gif", "GIF89a", "/b")},
		"file to picture":              {before: file("one", "game.pdn", "1. 11-15", "/a"), after: board("two", picture, "/b")},
		"the same":                     {before: words("one", "/a"), after: words("one", "/a")},
		"the same picture":             {before: board("one", picture, "/a"), after: board("one", picture, "/a")},
		"picture to text":              {before: board("one", picture, "/a"), after: words("two", "/b"), anew: 1},
		"too long":                     {before: words("one", "/a"), after: words(strings.Repeat("x", 5000), "/b"), anew: 2},
		"too long for a picture": {before: board("one", picture, "/a"),
			after: board(strings.Repeat("x", 1025), other, "/b"), anew: 2},
		"gone": {before: words("one", "/a"), after: words("two", "/b"), anew: 1,
			method: "editMessageText", fault: refuse("message to edit not found")},
		"too old": {before: words("one", "/a"), after: words("two", "/b"), anew: 1,
			method: "editMessageText", fault: refuse("message can't be edited")},
		"a service that makes no picture of a text": {before: words("one", "/a"), after: board("two", picture, "/b"),
			anew:   1,
			method: "editMessageMedia", fault: refuse("there is no media in the message to edit")},
		"answer lost": {before: board("one", picture, "/a"), after: board("two", other, "/b"),
			method: "editMessageMedia", fault: telegramtest.Lose},
		"too much": {before: words("one", "/a"), after: words("two", "/b"), method: "editMessageText",
			fault: telegramtest.Flood(1)},
		"nothing": {before: words("one", "/a"), after: chat.Message{Text: text(" ")}, stay: true},
	}, func(t *testing.T, c change) {
		l := listen(t)
		ana := l.Person("Ana", "ana")
		topic := l.Forum(ana).Topic()
		refs := make(chan chat.Ref, 1)
		l.ears.do = func(e chat.Event) {
			m := c.after
			m.Answers, m.Instead = e.Reply, true
			ref, err := l.Send(context.Background(), e.Room, m)
			if err != nil {
				t.Error(err)
			}
			refs <- ref
		}
		l.run()
		old, before := l.sends(topic, c.before)
		if c.fault != nil {
			l.Fail(c.method, 1, c.fault)
		}
		tap := ana.Taps(old, "a")
		if shown := tap.Wait(); shown != "" {
			t.Errorf("%q is shown", shown)
		}
		ref, at := <-refs, old
		if n := len(topic.Sent()); n != 1+c.anew {
			t.Fatalf("%d new messages, want %d", n-1, c.anew)
		}
		for range c.anew {
			at = topic.Next()
		}
		if time.Sleep(time.Minute); c.anew > 0 && old.Buttons() != nil {
			t.Errorf("the old message keeps %v", old.Buttons())
		}
		want := c.after
		if c.stay {
			want = c.before
		}
		showing(t, at, want, c.anew > 1)
		if (ref == "") != c.stay || (ref == before) != (c.anew == 0 && !c.stay) {
			t.Errorf("the Ref is %q, and was %q", ref, before)
		}
		if c.stay {
			return
		}
		err := l.Retire(t.Context(), roomOf(topic), ref)
		if time.Sleep(time.Minute); err != nil || at.Buttons() != nil {
			t.Errorf("retired by its Ref %s: %v, %v are left", ref, err, at.Buttons())
		}
	})
}

// showing checks what a message shows now; of what has parts only the last one is looked at.
func showing(t *testing.T, m *telegramtest.Message, want chat.Message, part bool) {
	t.Helper()
	now := m.Now()
	if plain := chat.PlainText(want.Text); !part && now.Text != plain {
		t.Errorf("it says %q, want %q", now.Text, plain)
	}
	if isBoard := want.Board != nil; isBoard != (now.Photo != nil) || isBoard && !bytes.Equal(now.Photo, want.Board.PNG) {
		t.Errorf("a picture of %d bytes, want %+v", len(now.Photo), want.Board)
	}
	if isFile := want.File != nil; isFile != (now.Document != nil) ||
		isFile && (now.Document.Name != want.File.Name || !bytes.Equal(now.Document.Data, want.File.Data)) {
		t.Errorf("a file %+v, want %+v", now.Document, want.File)
	}
	var labels []string
	for _, row := range want.Buttons {
		for _, b := range row {
			labels = append(labels, b.Label)
		}
	}
	if diff := cmp.Diff(labels, m.Buttons()); diff != "" {
		t.Errorf("buttons (-want +got):\n%s", diff)
	}
}

// Where there is no message to take the place of, the new one is just said.
func TestInstead_OfNothing(t *testing.T) {
	virtually(t, func(t *testing.T) {
		l := listen(t)
		ana := l.Person("Ana", "ana")
		group, elsewhere := l.Group(ana), l.Group(ana)
		room := make(chan chat.Room, 1)
		l.ears.do = func(e chat.Event) {
			if _, err := l.Send(context.Background(), <-room,
				chat.Message{Text: text("new"), Answers: e.Reply, Instead: true}); err != nil {
				t.Error(err)
			}
		}
		l.run()
		old, _ := l.sends(group, words("old", "/a"))
		room <- roomOf(elsewhere)
		ana.Taps(old, "a").Wait()
		if m := elsewhere.Next(); m.Text != "new" {
			t.Errorf("elsewhere: %q", m.Text)
		}
		room <- roomOf(group)
		if m := say(group, ana, "/b", telegramtest.Reply(old)); m.Text != "new" {
			t.Errorf("in answer to a command: %q", m.Text)
		}
		if now := old.Now(); now.Text != "old" || len(old.Buttons()) != 1 {
			t.Errorf("the old message shows %q and %v", now.Text, old.Buttons())
		}
	})
}

// A change that can neither be made nor be said anew is an error, and what was there stays.
func TestInstead_Fails(t *testing.T) {
	type fault struct {
		do     func(*line, *telegramtest.Chat)
		closed bool
	}
	servertest.Each(t, map[string]fault{
		"expelled": {func(_ *line, group *telegramtest.Chat) { group.Expel() }, true},
		"broken": {func(l *line, _ *telegramtest.Chat) {
			l.Fail("editMessageText", 1, telegramtest.Flood(1<<20))
		}, false},
	}, func(t *testing.T, c fault) {
		l := listen(t)
		ana := l.Person("Ana", "ana")
		group := l.Group(ana)
		errs := make(chan error, 1)
		l.ears.do = func(e chat.Event) {
			c.do(l, group)
			_, err := l.Send(context.Background(), e.Room, chat.Message{Text: text("new"), Answers: e.Reply, Instead: true})
			errs <- err
		}
		l.run()
		old, _ := l.sends(group, words("old", "/a"))
		ana.Taps(old, "a")
		if err := <-errs; err == nil || errors.Is(err, chat.ErrClosed) != c.closed {
			t.Errorf("it ends with: %v", err)
		}
		if n := len(group.Sent()); n != 1 || len(old.Buttons()) != 1 || old.Now().Text != "old" {
			t.Errorf("%d messages, the first shows %+v", n, old.Now())
		}
	})
}

// An answer only for the one who pressed a button can take the place of the message, too; the name is needed only if it
// is said anew.
func TestPrivate_Instead(t *testing.T) {
	virtually(t, func(t *testing.T) {
		l := listen(t)
		ana := l.Person("Ana", "ana")
		group := l.Group(ana)
		said := make(chan bool, 1)
		l.ears.do = func(e chat.Event) {
			if _, err := l.Send(context.Background(), e.Room, chat.Message{Text: text("new"), Answers: e.Reply, Instead: true,
				Private: true}); err != nil {
				t.Error(err)
			}
			said <- true
		}
		l.run()
		for _, c := range []struct {
			before chat.Message
			want   string
		}{{words("old", "/a"), "new"}, {board("old", picture, "/a"), "\u2068Ana\u2069: new"}} {
			m, _ := l.sends(group, c.before)
			ana.Taps(m, "a").Wait()
			<-said
			if c.before.Board != nil {
				m = group.Next()
			}
			if got := m.Now().Text; got != c.want {
				t.Errorf("it says %q, want %q", got, c.want)
			}
		}
	})
}

// A message is changed by its Ref, or stays as it is with an error.
func TestEdit(t *testing.T) {
	virtually(t, func(t *testing.T) {
		l := listen(t)
		rui := chat.User{ID: "telegram:42", Name: "Rui"}
		boxed := board("one", picture)
		boxed.Turn = rui
		for _, c := range []struct {
			name          string
			before, after chat.Message
			calls         int // requests to change it
			fails         bool
		}{
			{"picture", board("one", picture, "/a"), board("two", other, "/b"), 1, false},
			{"text", words("one", "/a"), words("two", "/b"), 1, false},
			{"text to picture", words("one", "/a"), board("two", picture), 1, false},
			{"the same", board("one", picture, "/a"), board("one", picture, "/a"), 1, false},
			{"buttons for a picture without", board("one", picture), board("two", picture, "/b"), 1, false},
			{"picture to text", board("one", picture, "/a"), words("two"), 0, true},
			{"too long", words("one", "/a"), words(strings.Repeat("x", 5000)), 0, true},
			{"what opened a box", boxed, board("two", other, "/b"), 0, true},
			{"no words", words("one", "/a"), words(""), 0, true},
		} {
			group := l.Group()
			if c.name == "what opened a box" {
				private := l.Person("Ana", "ana")
				private.Says(private.Private(), "hello") // so that it is known who we are
				l.run()
				l.ears.next(t)
			}
			m, ref := l.sends(group, c.before)
			calls := l.Calls("editMessageText") + l.Calls("editMessageMedia")
			err := l.Edit(t.Context(), roomOf(group), ref, c.after)
			if (err != nil) != c.fails {
				t.Errorf("%s: %v", c.name, err)
			}
			if n := l.Calls("editMessageText") + l.Calls("editMessageMedia") - calls; n != c.calls {
				t.Errorf("%s: %d requests, want %d", c.name, n, c.calls)
			}
			want := c.after
			if c.fails {
				want = c.before
			}
			showing(t, m, want, false)
			err = l.Retire(t.Context(), roomOf(group), ref)
			if time.Sleep(time.Minute); err != nil || m.Buttons() != nil {
				t.Errorf("%s: retired: %v, %v are left", c.name, err, m.Buttons())
			}
		}
		group := l.Group()
		for _, name := range []chat.Ref{"nonsense", chat.Ref(itoa(group.ID) + "/99")} {
			if err := l.Edit(t.Context(), roomOf(group), name, words("two")); err == nil {
				t.Errorf("%q is changed", name)
			}
		}
	})
}

// A change counts as much as a message, and waits as long as Telegram wants.
func TestEdits_KeepRates(t *testing.T) {
	virtually(t, func(t *testing.T) {
		s := telegramtest.Virtual(t)
		s.Limit(telegramtest.Limits{Second: 20 * time.Millisecond, Group: 5})
		l := listenAt(t, s)
		group := s.Group()
		ref, err := l.Send(t.Context(), roomOf(group), words("0", "/a"))
		if err != nil {
			t.Fatal(err)
		}
		for i := range int64(9) {
			if err := l.Edit(t.Context(), roomOf(group), ref, words(itoa(i+1), "/a")); err != nil {
				t.Error(err)
			}
		}
		if s.Floods() == 0 || s.Impatient() != 0 {
			t.Errorf("%d floods, in which %d calls did not wait", s.Floods(), s.Impatient())
		}
		if now := group.Next().Now().Text; now != "9" {
			t.Errorf("it says %q", now)
		}
	})
}
