package telegram_test

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram/telegramtest"
)

// picture is a very small one.
var picture = func() []byte {
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewPaletted(image.Rect(0, 0, 8, 8), color.Palette{color.White})); err != nil {
		panic(err)
	}
	return b.Bytes()
}()

func text(s string) []chat.Span { return []chat.Span{{Text: s}} }

func row(says ...string) [][]chat.Button {
	var buttons []chat.Button
	for _, s := range says {
		buttons = append(buttons, chat.Button{Label: strings.TrimPrefix(s, "/"), Says: s})
	}
	return [][]chat.Button{buttons}
}

func roomOf(c *telegramtest.Chat) chat.Room {
	room := "telegram:" + itoa(c.ID)
	if c.Thread != 0 {
		room += ":" + itoa(int64(c.Thread))
	}
	return chat.Room(room)
}

// Names that try to be markup, commands, links or calls are shown as they are and do nothing; the one on turn is
// called.
func TestNames_Hostile(t *testing.T) {
	virtually(t, func(t *testing.T) {
		l := listen(t)
		group := l.Group()
		for _, name := range []string{
			"<b>Ana</b>", "*Ana*_[x](http://evil.example)`", "@victim", "/resign", "evil.example", "#abcd", "&amp;", `\`,
			"👩‍👩‍👧‍👦 família", "\u2068עדי\u2069", "ana\u0301", "𝔸𝕟𝕒", "😀",
		} {
			who, other := chat.User{ID: "telegram:42", Name: name}, chat.User{ID: "telegram:43", Name: name}
			m := chat.Message{
				Text: []chat.Span{
					{Text: "🎲 Game", Bold: true}, {Text: ": "}, {Text: name, User: &other}, {Text: " and "}, {Text: name, User: &who},
					{Text: "\nsee @nobody\n"}, {Text: "a\nb", Mono: true}, {Text: " "}, {Text: "c", Mono: true, Bold: true},
				},
				Turn: who,
			}
			got, _ := l.sends(group, m)
			if plain := strings.ReplaceAll(got.Text, "\u2060", ""); plain != chat.PlainText(m.Text) {
				t.Errorf("%q became %q", chat.PlainText(m.Text), plain)
			}
			for _, trap := range []string{"@victim", "@nobody", "/resign", "#abcd", "evil.example"} {
				if strings.Contains(got.Text, trap) {
					t.Errorf("Telegram would find %s in %q", trap, got.Text)
				}
			}
			unjoined := strings.NewReplacer("\u2060", "")
			var marked []string
			for _, e := range got.Entities {
				units := utf16.Encode([]rune(got.Text))[e.Offset : e.Offset+e.Length]
				marked = append(marked, e.Type+" "+unjoined.Replace(string(utf16.Decode(units))))
			}
			want := []string{"bold 🎲 Game", "text_mention " + name, "pre a\nb", "code c"}
			if diff := cmp.Diff(want, marked); diff != "" {
				t.Errorf("%q (-want +got):\n%s", name, diff)
			}
			if ids := got.Mentions(); len(ids) != 1 || ids[0] != 42 {
				t.Errorf("%q: %v are called", name, ids)
			}
		}
	})
}

// Somebody of whom only the handle is known is called by it, and nobody else is.
func TestHandle_Only(t *testing.T) {
	virtually(t, func(t *testing.T) {
		l := listen(t)
		group := l.Group()
		rui, kim := chat.User{Handle: "Rui"}, chat.User{Handle: "kim"}
		_, err := l.Send(t.Context(), roomOf(group), chat.Message{
			Text: []chat.Span{{Text: "@kim", User: &kim}, {Text: " challenges "},
				{Text: "@rui", User: &chat.User{Handle: "rui"}}},
			Turn: rui,
		})
		if err != nil {
			t.Fatal(err)
		}
		if got, want := group.Next().Text, "@\u2060kim challenges @Rui"; got != want {
			t.Errorf("said %q, want %q", got, want)
		}
	})
}

// A long text stays within Telegram's bounds although defusing names makes it longer.
func TestCalm_Fits(t *testing.T) {
	virtually(t, func(t *testing.T) {
		l := listen(t)
		group := l.Group()
		for _, m := range []chat.Message{
			{Text: text(strings.Repeat("@", 4096))},
			{Text: text(strings.Repeat("@", 1024)), Board: &chat.Board{PNG: picture, Text: "board"}},
		} {
			if _, err := l.Send(t.Context(), roomOf(group), m); err != nil {
				t.Error(err)
			}
		}
	})
}

// Where the bot hears replies only, the one who is to answer finds a box for it, and only there and then.
func TestReplyBox(t *testing.T) {
	virtually(t, func(t *testing.T) {
		l := listen(t).run()
		ana := l.Person("Ana", "ana")
		group, admin, forum := l.Group(ana), l.Group(ana), l.Forum(ana)
		topic := forum.Topic()
		admin.Promote()
		private := ana.Private()
		ana.Says(private, "hello")
		l.ears.next(t)
		turn := chat.User{ID: "telegram:" + itoa(ana.ID), Name: "Ana"}
		call := chat.Message{Text: []chat.Span{{Text: "Ana", User: &turn}, {Text: " to move"}}, Turn: turn}
		buttons := call
		buttons.Buttons = row("/a")
		for _, c := range []struct {
			name string
			in   *telegramtest.Chat
			m    chat.Message
			want bool
		}{
			{"group", group, call, true},
			{"topic", topic, call, true},
			{"buttons", group, buttons, false},
			{"nobody's turn", group, chat.Message{Text: text("hello")}, false},
			{"administrator", admin, call, false},
			{"private", private, call, false},
		} {
			if m, _ := l.sends(c.in, c.m); m.ForceReply != c.want {
				t.Errorf("%s: a box: %v, want %v", c.name, m.ForceReply, c.want)
			}
		}
		if n := l.Calls("getChatMember"); n > 2 {
			t.Errorf("asked %d times what the bot is in 3 groups, one of which said so", n)
		}
	})
}

// Which message answers which, and who is disturbed by it.
func TestAnswers(t *testing.T) {
	virtually(t, func(t *testing.T) {
		l := listen(t)
		ana, rui := l.Person("Ana", "ana"), l.Person("Rui", "rui")
		user := func(p *telegramtest.Person) chat.User {
			return chat.User{ID: "telegram:" + itoa(p.ID), Name: p.First}
		}
		group, private := l.Supergroup(ana, rui), ana.Private()
		topic := l.Forum(ana).Topic()
		answer := make(chan chat.Message, 1)
		errs := make(chan error, 1)
		l.ears.do = func(e chat.Event) {
			m := <-answer
			m.Answers = e.Reply
			_, err := l.Send(context.Background(), e.Room, m)
			errs <- err
		}
		l.run()
		for _, c := range []struct {
			name   string
			in     *telegramtest.Chat
			m      chat.Message
			reply  bool
			silent bool
		}{
			{"answer", group, chat.Message{Text: text("x")}, true, false},
			{"answer in a topic", topic, chat.Message{Text: text("x")}, true, false},
			{"notice", group, chat.Message{Text: text("x"), Private: true}, true, true},
			{"for all to look at", group, chat.Message{Text: text("x"), Quiet: true}, true, true},
			{"to who wrote", group, chat.Message{Text: text("x"), Turn: user(ana)}, true, false},
			{"to somebody else", group, chat.Message{Text: text("x"), Turn: user(rui)}, false, false},
			{"private", private, chat.Message{Text: text("x")}, false, false},
			{"private notice", private, chat.Message{Text: text("x"), Private: true}, false, false},
			{"private, own turn", private, chat.Message{Text: text("x"), Turn: user(ana)}, false, false},
			{"private, not on turn", private, chat.Message{Text: text("x"), Turn: user(rui)}, false, true},
		} {
			answer <- c.m
			said := ana.Says(c.in, "/help")
			m := c.in.Next()
			if err := <-errs; err != nil {
				t.Fatal(err)
			}
			if c.reply != (m.ReplyTo == said.ID) {
				t.Errorf("%s: answers %d, and what was written is %d", c.name, m.ReplyTo, said.ID)
			}
			if m.Silent != c.silent {
				t.Errorf("%s: silent: %v, want %v", c.name, m.Silent, c.silent)
			}
		}
	})
}
