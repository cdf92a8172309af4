package telegram_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/bot/adapter/servertest"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram"
	"tabuleiro/bot/telegram/telegramtest"
	"tabuleiro/storage/memorytest"
)

// Files go out as documents and GIFs as animations, with everything that a picture can have.
func TestFiles_Said(t *testing.T) {
	virtually(t, func(t *testing.T) {
		l := listen(t)
		ana := l.Person("Ana", "ana")
		group, topic := l.Group(ana), l.Forum(ana).Topic()
		answer := make(chan chat.Message, 1)
		errs := make(chan error, 1)
		l.ears.do = func(e chat.Event) {
			m := <-answer
			m.Answers = e.Reply
			_, err := l.Send(context.Background(), e.Room, m)
			errs <- err
		}
		l.run()
		turn := file("Ana to move", "game.pdn", "1. 11-15")
		turn.Turn = chat.User{ID: "telegram:" + itoa(ana.ID), Name: "Ana"}
		long := strings.Repeat("long line of text\n", 80)
		for _, c := range []struct {
			name   string
			in     *telegramtest.Chat
			m      chat.Message
			method string
			box    bool
		}{
			{"file", group, file("here it is", "game.pdn", "1. 11-15"), "sendDocument", false},
			{"file with buttons", group, file("here it is", "game.pdn", "1. 11-15", "/a", "/b"), "sendDocument", false},
			{"file without words", group, file("", "game.pdn", "1. 11-15"), "sendDocument", false},
			{"file in a topic", topic, file("here it is", "Jogo nº 1.txt", "1. 11-15"), "sendDocument", false},
			{"file for who is on turn", group, turn, "sendDocument", true},
			{"GIF", group, file("look", "game.gif", "GIF89a..."), "sendAnimation", false},
			{"GIF in capitals", topic, file("look", "GAME.GIF", "GIF89a...", "/a"), "sendAnimation", false},
			{"file with many words", group, file(long, "game.pdn", "1. 11-15", "/a"), "sendDocument", false},
		} {
			calls := l.Calls(c.method)
			answer <- c.m
			said := ana.Says(c.in, "/export")
			m, parted := c.in.Next(), false
			if m.Document == nil {
				m, parted = c.in.Next(), true
			}
			if err := <-errs; err != nil {
				t.Fatal(err)
			}
			if parted != (chat.PlainText(c.m.Text) == long) || parted && m.Text != "" {
				t.Errorf("%s: words first: %v, and under the file %q", c.name, parted, m.Text)
			}
			showing(t, m, c.m, parted)
			if l.Calls(c.method) != calls+1 || m.ReplyTo != said.ID || m.Thread() != c.in.Thread || m.ForceReply != c.box {
				t.Errorf("%s: not by %s, or: %+v", c.name, c.method, m)
			}
		}
	})
}

// Files that Telegram does not take fall back: an animation to a file, a file to its words, which tell why.
func TestFiles_Refused(t *testing.T) {
	virtually(t, func(t *testing.T) {
		l := listen(t, func(c *telegram.Config) {
			c.Say = func(_, key string, gaps map[string]string) string {
				return fmt.Sprint(key, gaps["Name"], "(", gaps["Reason"], ")")
			}
		})
		group := l.Group()
		send := func(m chat.Message) *telegramtest.Message {
			t.Helper()
			if _, err := l.Send(t.Context(), roomOf(group), m); err != nil {
				t.Fatal(err)
			}
			return group.Next()
		}
		group.Forbid("sendAnimation")
		film := file("here it is", "game.gif", "GIF89a\x00")
		film.File.Text = "1. 11-15"
		if m := send(film); m.Document == nil || m.Document.Name != "game.gif" ||
			m.Text != "here it is\ntelegram-no-filmgame.gif(telegram-rights())" {
			t.Errorf("instead of an animation: %+v", m.Content)
		}
		group.Forbid("sendDocument")
		const why = "here it is\ntelegram-no-filegame.pdn(telegram-rights())"
		if m := send(file("here it is", "game.pdn", "1. 11-15")); m.Document != nil || m.Text != why+"\n1. 11-15" {
			t.Errorf("instead of a file: %+v", m.Content)
		}
		l.Fail("sendAnimation", 1, telegramtest.Refuse(400, "Bad Request: not enough rights to send animations to the chat"))
		if m := send(film); m.Document != nil || m.Text != strings.Replace(why, ".pdn", ".gif", 1)+"\n1. 11-15" {
			t.Errorf("instead of an animation that is refused as a file, too: %+v", m.Content)
		}
		for _, data := range []string{"\x00\x01", "\xff", strings.Repeat("x", 5000)} {
			if m := send(file("here it is", "game.pdn", data)); m.Document != nil || m.Text != why {
				t.Errorf("instead of a file that cannot be read: %+v", m.Content)
			}
		}
		group.Restrict(true)
		if _, err := l.Send(t.Context(), roomOf(group), file("here it is", "game.pdn", "1. 11-15")); !errors.Is(err,
			chat.ErrClosed) {
			t.Errorf("where nothing may be said: %v", err)
		}
	})
}

// Files that people post, and what the bot gets of them: only files that are meant for it are fetched.
func TestFiles_Heard(t *testing.T) {
	virtually(t, func(t *testing.T) {
		s := telegramtest.Virtual(t)
		s.Privacy(false)
		l := listenAt(t, s).run()
		ana, rui := s.Person("Ana", "ana"), s.Person("Rui", "rui")
		private, group := ana.Private(), s.Group()
		ana.Says(private, "hello")
		l.ears.next(t)
		ours, _ := l.sends(group, file("Board #abcd", "game.pdn", "1. 9-14"))
		record := []byte("1. 11-15 23-19")
		doc := telegramtest.Attached(telegramtest.Document{Name: "game.pdn", Data: record})
		attached := func(name string, data []byte, size int) telegramtest.Manner {
			return telegramtest.Attached(telegramtest.Document{Name: name, Data: data, Size: size})
		}
		posted := rui.Says(group, "", doc) // nobody hears this
		got := func(name string, data []byte) *chat.File { return &chat.File{Name: name, Data: data, Size: len(data)} }
		game := got("game.pdn", record)
		largest := bytes.Repeat([]byte("x"), chat.LargestFile)
		larger := append(largest, 'x')
		answered := chat.User{ID: "telegram:" + itoa(rui.ID), Handle: "rui", Name: "Rui"}
		type manners = []telegramtest.Manner
		for _, c := range []struct {
			name    string
			in      *telegramtest.Chat
			text    string
			how     manners
			want    chat.Event // Room "" means that nothing is heard
			fetched int
		}{
			{"private", private, "", manners{doc}, chat.Event{Addressed: true, Private: true, File: game}, 1},
			{"private with words", private, "my game", manners{doc}, chat.Event{Text: "my game", Addressed: true, Private: true,
				File: game}, 1},
			{"private with command", private, "/import", manners{doc}, chat.Event{Text: "/import", Addressed: true, Private: true,
				File: game}, 1},
			{"command", group, "/import", manners{doc}, chat.Event{Text: "/import", Addressed: true, Shared: true, File: game},
				1},
			{"command to us", group, "/import@TabuleiroBot damas", manners{doc},
				chat.Event{Text: "/import damas", Addressed: true, File: game}, 1},
			{"command to another bot", group, "/import@otherbot", manners{doc}, chat.Event{}, 0},
			{"mention of us", group, "🎲 import @TabuleiroBot", manners{doc},
				chat.Event{Text: "🎲 import", Addressed: true, File: game}, 1},
			{"mention of somebody", group, "/import @rui", manners{doc},
				chat.Event{Text: "/import @rui", Addressed: true, Shared: true, Mentions: []chat.User{answered}, File: game}, 1},
			{"answer to us", group, "", manners{doc, telegramtest.Reply(ours)},
				chat.Event{Addressed: true, Quoted: "Board #abcd", QuotedRef: refOf(group, ours), File: game}, 1},
			{"not meant for us", group, "look", manners{doc}, chat.Event{}, 0},
			{"nothing said", group, "", manners{doc}, chat.Event{}, 0},
			{"command about a file", group, "/import", manners{telegramtest.Reply(posted)},
				chat.Event{Text: "/import", Addressed: true, Shared: true, Answered: answered, File: game}, 1},
			{"command about our file", group, "/import", manners{telegramtest.Reply(ours)},
				chat.Event{Text: "/import", Addressed: true, Quoted: "Board #abcd", QuotedRef: refOf(group, ours),
					File: got("game.pdn", []byte("1. 9-14"))}, 1},
			{"talk about a file", group, "nice", manners{telegramtest.Reply(posted)},
				chat.Event{Text: "nice", Answered: answered}, 0},
			{"file about a file", group, "/import", manners{attached("other.txt", []byte("x"), 0), telegramtest.Reply(posted)},
				chat.Event{Text: "/import", Addressed: true, Shared: true, Answered: answered, File: got("other.txt", []byte("x"))},
				1},
			{"forwarded", private, "/resign", manners{doc, telegramtest.Forwarded},
				chat.Event{Addressed: true, Private: true, File: game}, 1},
			{"forwarded to a group", group, "/import", manners{doc, telegramtest.Forwarded}, chat.Event{}, 0},
			{"picture with command", group, "/play", manners{telegramtest.Pictured},
				chat.Event{Text: "/play", Addressed: true, Shared: true}, 0},
			{"picture with words", private, "look", manners{telegramtest.Pictured}, chat.Event{}, 0},
			{"picture", private, "", manners{telegramtest.Pictured}, chat.Event{}, 0},
			{"GIF", private, "", manners{attached("a.gif", []byte("GIF89a"), 0)}, chat.Event{}, 0},
			{"GIF with command", private, "/help", manners{attached("a.gif", []byte("GIF89a"), 0)},
				chat.Event{Text: "/help", Addressed: true, Private: true}, 0},
			{"largest", private, "", manners{attached("a.txt", largest, 0)},
				chat.Event{Addressed: true, Private: true, File: got("a.txt", largest)}, 1},
			{"too large", private, "", manners{attached("a.txt", larger, 0)},
				chat.Event{Addressed: true, Private: true, File: &chat.File{Name: "a.txt", Size: len(larger)}}, 0},
			{"larger than it says", private, "", manners{attached("a.txt", larger, 5)},
				chat.Event{Addressed: true, Private: true, File: &chat.File{Name: "a.txt", Size: 5}}, 1},
			{"size not told", private, "", manners{attached("a.txt", record, -1)},
				chat.Event{Addressed: true, Private: true, File: got("a.txt", record)}, 1},
			{"too large, not told", private, "", manners{attached("a.txt", larger, -1)},
				chat.Event{Addressed: true, Private: true, File: &chat.File{Name: "a.txt", Size: len(larger)}}, 1},
			{"far too large, not told", private, "", manners{attached("a.txt", bytes.Repeat(largest, 3), -1)},
				chat.Event{Addressed: true, Private: true, File: &chat.File{Name: "a.txt", Size: len(larger)}}, 1},
			{"name not told", private, "", manners{attached("", record, 0)},
				chat.Event{Addressed: true, Private: true, File: got("file", record)}, 1},
			{"name with folders", private, "", manners{attached(`C:\x/../../ab`+"\u202e\n"+`.p%d?n`, record, 0)},
				chat.Event{Addressed: true, Private: true, File: got("ab.p%d?n", record)}, 1},
			{"anonymous administrator", group, "/import", manners{doc, telegramtest.Anonymous},
				chat.Event{Text: "/import", Addressed: true, Shared: true, Locale: "-", File: game}, 1},
		} {
			fetched := s.Calls("file")
			ana.Says(c.in, c.text, c.how...)
			silent := cmp.Equal(c.want, chat.Event{})
			if silent { // what is said next is what is heard next
				ana.Says(private, "after "+c.name)
				c.in, c.want = private, chat.Event{Text: "after " + c.name, Addressed: true, Private: true}
			}
			c.want.Room = roomOf(c.in)
			if c.want.Locale == "-" {
				c.want.Locale = ""
			} else {
				c.want.From, c.want.Locale = chat.User{ID: "telegram:" + itoa(ana.ID), Handle: "ana", Name: "Ana"}, "en"
			}
			e := l.ears.next(t)
			e.ID, e.Reply, e.Progress, e.Said, e.Reread = "", nil, nil, time.Time{}, time.Time{}
			if diff := cmp.Diff(c.want, e); diff != "" {
				t.Errorf("%s (-want +got):\n%s", c.name, shortened(diff))
			}
			if n := s.Calls("file") - fetched; n != c.fetched {
				t.Errorf("%s: fetched %d times, want %d", c.name, n, c.fetched)
			}
		}
	})
}

func shortened(s string) string { return s[:min(len(s), 2000)] }

// A failure with a file passes, or leaves it without content and is logged, without the token.
func TestFile_Trouble(t *testing.T) {
	type trouble struct {
		method string
		times  int
		fault  telegramtest.Fault
		had    bool
	}
	servertest.Each(t, map[string]trouble{
		"429 of getFile":       {"getFile", 2, telegramtest.Flood(1), true},
		"too big for Telegram": {"getFile", 1, telegramtest.Refuse(400, "Bad Request: file is too big"), false},
		"cut off":              {"file", 2, telegramtest.Cut, true},
		"gone":                 {"file", 1, telegramtest.Refuse(404, "Not Found"), false},
		"always broken":        {"file", 1 << 30, telegramtest.Cut, false},
		"hanging":              {"file", 1 << 30, telegramtest.Hang, false},
	}, func(t *testing.T, x trouble) {
		l := listen(t, func(c *telegram.Config) {
			if c.Times.Fetch = telegramtest.Patience; x.times > 2 {
				c.Times.Fetch = 200 * time.Millisecond
			}
		}).run()
		ana := l.Person("Ana", "ana")
		l.Fail(x.method, x.times, x.fault)
		ana.Says(ana.Private(), "/import", pdn)
		e := l.hears("/import")
		if e.File == nil || e.File.Name != "game.pdn" || e.File.Size != 8 {
			t.Fatalf("heard %+v with %+v", e, e.File)
		}
		if had := string(e.File.Data) == "1. 11-15"; had != x.had || !had && e.File.Data != nil {
			t.Errorf("the file is %q", e.File.Data)
		}
		if !x.had {
			l.log.Until(t, 1, "a file cannot be downloaded")
		}
	})
}

// pdn posts a file.
var pdn = telegramtest.Attached(telegramtest.Document{Name: "game.pdn", Data: []byte("1. 11-15")})

// A file that takes long keeps its own room waiting, in order, and no other.
func TestFile_Slow(t *testing.T) {
	virtually(t, func(t *testing.T) {
		l := listen(t, func(c *telegram.Config) { c.Times.Fetch = telegramtest.Patience }).run()
		ana := l.Person("Ana", "ana")
		slow, quick := l.Group(ana), ana.Private()
		now := make(chan struct{})
		l.Fail("file", 1, telegramtest.Hold(now))
		ana.Says(slow, "/import", pdn)
		ana.Says(slow, "/board")
		for range 3 {
			ana.Says(quick, "quick")
			l.hears("quick")
		}
		close(now)
		if e := l.ears.next(t); e.Text != "/import" || e.File == nil || e.File.Data == nil {
			t.Errorf("heard %+v with %+v", e, e.File)
		}
		l.hears("/board")
	})
}

// A file that was being fetched when the bot stopped is fetched by the next one.
func TestFile_AfterStop(t *testing.T) {
	virtually(t, func(t *testing.T) {
		s := telegramtest.Virtual(t)
		places := memorytest.New()
		keep := func(c *telegram.Config) { c.Places, c.Times.Fetch = places, telegramtest.Patience }
		l := listenAt(t, s, keep, hasty).run()
		ana := s.Person("Ana", "ana")
		s.Fail("file", 1, telegramtest.Hang)
		ana.Says(ana.Private(), "/import", pdn)
		s.Until("the update is written down", func() bool {
			text, err := places.Get(context.Background(), "telegram/4839574812/unhandled")
			return err == nil && text != "" && s.Unconfirmed() == 0 && s.Calls("file") == 1
		})
		l.stop()
		if n := len(l.ears.events); n > 0 {
			t.Errorf("%d events were heard without the file", n)
		}
		again := listenAt(t, s, keep).run()
		if e := again.ears.next(t); e.Text != "/import" || e.File == nil || string(e.File.Data) != "1. 11-15" {
			t.Errorf("heard %+v with %+v", e, e.File)
		}
	})
}
