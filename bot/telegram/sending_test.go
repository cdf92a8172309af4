package telegram_test

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"

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
	if len(says) == 0 {
		return nil
	}
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

// Where the bot hears replies only, the one who is to answer finds a box for it, and only there and then.
func TestReplyBox(t *testing.T) {
	virtually(t, func(t *testing.T) {
		l := listen(t)
		ana := l.Person("Ana", "ana")
		group, admin, forum := l.Group(ana), l.Group(ana), l.Forum(ana)
		topic := forum.Topic()
		admin.Promote()
		private := ana.Private()
		turn := chat.User{ID: "telegram:" + itoa(ana.ID), Name: "Ana"}
		call := chat.Message{Text: []chat.Span{{Text: "Ana", User: &turn}, {Text: " to move"}}, Turn: turn}
		if m, _ := l.sends(group, call); !m.ForceReply {
			t.Error("there is no box, though the bot does not know yet what it hears")
		}
		l.run()
		ana.Says(private, "hello")
		l.hears("hello")
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
