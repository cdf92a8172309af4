package telegram_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram"
	"tabuleiro/bot/telegram/telegramtest"
	"tabuleiro/storage/memorytest"
)

// answers is a fault that answers with a text.
func answers(text string) telegramtest.Fault {
	return func(_ *telegramtest.Server, w http.ResponseWriter, _ *http.Request, _ func(http.ResponseWriter)) {
		_, _ = w.Write([]byte(text))
	}
}

// leftovers are places where something else is written down than the adapter has put there.
type leftovers struct {
	telegram.Places
	text string
	err  error
}

func (l leftovers) Get(ctx context.Context, key string) (string, error) {
	if strings.HasSuffix(key, "/unhandled") {
		return l.text, l.err
	}
	return l.Places.Get(ctx, key)
}

// What was written down and cannot be read is told, and the bot goes on; it does not begin where the store does not tell.
func TestRecall_Fails(t *testing.T) {
	for text, want := range map[string]string{"{": "cannot be read and is lost", "": ""} {
		synctest.Test(t, func(t *testing.T) {
			s := telegramtest.Virtual(t)
			l := listenAt(t, s, func(c *telegram.Config) { c.Places = leftovers{memorytest.New(), text, nil} }).run()
			ana := s.Person("Ana", "ana")
			ana.Says(ana.Private(), "hello")
			if e := l.ears.next(t); e.Text != "hello" || l.log.Has("cannot be read") != (want != "") {
				t.Errorf("heard %q", e.Text)
			}
		})
	}
	synctest.Test(t, func(t *testing.T) {
		s := telegramtest.Virtual(t)
		l := listenAt(t, s, func(c *telegram.Config) { c.Places = leftovers{memorytest.New(), "", errors.New("nobody is there")} })
		if err := l.Run(t.Context(), l.ears); err == nil || !strings.Contains(err.Error(), "read what was written down: nobody is there") {
			t.Errorf("it ends with %v", err)
		}
	})
}

// A bot without a name is none: it does not begin, and nobody is led to it.
func TestMeet_Nobody(t *testing.T) {
	for name, is := range map[string]string{"nobody": `{}`, "no name": `{"id":7,"is_bot":true}`, "no number": `{"username":"x_bot"}`} {
		t.Run(name, func(t *testing.T) {
			virtually(t, func(t *testing.T) {
				s := telegramtest.Virtual(t)
				s.Fail("getMe", 1000, answers(`{"ok":true,"result":`+is+`}`))
				l := listenAt(t, s)
				if link := l.Link("k7q2"); link != "" || !l.log.Has("no link") {
					t.Errorf("the link is %q", link)
				}
				if err := l.Run(t.Context(), l.ears); err == nil || !strings.Contains(err.Error(), "the answer names no bot") {
					t.Errorf("it ends with %v", err)
				}
				if u := l.Self(); u != (chat.User{}) {
					t.Errorf("it is %+v", u)
				}
			})
		})
	}
}

// A webhook that cannot be taken away is told, and so is what cannot be offered, or told to one who has changed a
// message; the bot hears all the same.
func TestCalls_Refused(t *testing.T) {
	virtually(t, func(t *testing.T) {
		s := telegramtest.Virtual(t)
		s.Inline(true)
		for _, method := range []string{"deleteWebhook", "answerInlineQuery"} {
			s.Fail(method, 1, telegramtest.Refuse(400, "Bad Request: no"))
		}
		l := listenAt(t, s, func(c *telegram.Config) {
			c.Say = func(_, key string, _ map[string]string) string { return key }
		}).run()
		ana := s.Person("Ana", "ana")
		said := ana.Says(ana.Private(), "hello")
		l.ears.next(t)
		s.Fail("sendMessage", 1, telegramtest.Refuse(400, "Bad Request: no"))
		ana.Edits(said, "good night")
		ana.Queries("damas")
		synctest.Wait()
		time.Sleep(time.Second)
		for _, want := range []string{"the webhook cannot be removed", "an inline query cannot be answered", "a hint cannot be sent"} {
			if n := strings.Count(l.log.String(), want); n != 1 {
				t.Errorf("%q is told %d times", want, n)
			}
		}
	})
}

// A chat that moves with every call is given up.
func TestMoves_WithoutEnd(t *testing.T) {
	virtually(t, func(t *testing.T) {
		l := listen(t).run()
		var n atomic.Int64
		l.Fail("sendMessage", 1000, func(_ *telegramtest.Server, w http.ResponseWriter, _ *http.Request, _ func(http.ResponseWriter)) {
			fmt.Fprintf(w, `{"ok":false,"error_code":400,"description":"Bad Request: group chat was upgraded",`+
				`"parameters":{"migrate_to_chat_id":%d}}`, -1_000_000_000_100-n.Add(1))
		})
		_, err := l.Send(t.Context(), "telegram:-5", chat.Message{Text: text("hello")})
		if err == nil || !strings.Contains(err.Error(), "keeps moving") || n.Load() != 5 {
			t.Errorf("after %d calls: %v", n.Load(), err)
		}
	})
}

// What the bot is in a group is not asked for in vain: where Telegram does not say it the board is sent all the same.
func TestStanding_Unknown(t *testing.T) {
	virtually(t, func(t *testing.T) {
		l := listen(t).run()
		ana := l.Person("Ana", "ana")
		group := l.Group(ana)
		ana.Says(group, "/hello")
		l.ears.next(t)
		l.Fail("getChatMember", 1000, telegramtest.Refuse(400, "Bad Request: no"))
		turn := chat.User{ID: "telegram:" + itoa(ana.ID), Name: "Ana"}
		if _, err := l.Send(t.Context(), chat.Room("telegram:"+itoa(group.ID)), chat.Message{Text: text("board"), Turn: turn}); err != nil {
			t.Error(err)
		}
		if m := group.Next(); m.Text != "board" || !l.log.Has("the bot's rights in a group cannot be looked up") {
			t.Errorf("said: %q", m.Text)
		}
		if room, ok := l.Callable(t.Context(), "discord:5", true); ok {
			t.Errorf("somebody elsewhere can be called in %q", room)
		}
	})
}

// lame is a bot whose store does not answer a few times.
type lame struct {
	*ears
	rooms []chat.Room
	err   error
	left  atomic.Int64
	shown chan chat.Room
}

func (l *lame) Moved(ctx context.Context, from, to chat.Room) error {
	if l.left.Add(-1) >= 0 {
		return errors.New("nobody is there")
	}
	return l.ears.Moved(ctx, from, to)
}

func (l *lame) Playing(context.Context, string) ([]chat.Room, error) { return l.rooms, l.err }

func (l *lame) ShowAgain(_ context.Context, room chat.Room, _ bool) { l.shown <- room }

// A group that has moved is moved here when the store is there again, and which matches are played there is told as
// unknown while it is not. Where the bot may speak again those of all topics are shown.
func TestGroup_StoreAway(t *testing.T) {
	virtually(t, func(t *testing.T) {
		l := listen(t)
		h := &lame{ears: l.ears, err: errors.New("nobody is there"), shown: make(chan chat.Room, 10)}
		h.left.Store(2)
		l.handler = h
		l.run()
		ana := l.Person("Ana", "ana")
		group, forum := l.Group(ana), l.Forum(ana)
		group.Restrict(true)
		group.Restrict(false)
		l.log.Until(t, 1, "the matches of a room could not be looked up")
		now := group.Upgrade(true, true)
		l.moves(roomOf(group), now)
		if n := strings.Count(l.log.String(), "could not be moved, trying again"); n != 2 {
			t.Errorf("it is told %d times that a room is not moved", n)
		}
		topic := chat.Room(fmt.Sprintf("telegram:%d:%d", forum.ID, forum.Topic().Thread))
		h.rooms, h.err = []chat.Room{topic, chat.Room("telegram:" + itoa(forum.ID)), "telegram:-77"}, nil
		forum.Restrict(true)
		forum.Restrict(false)
		shown := map[chat.Room]bool{<-h.shown: true, <-h.shown: true}
		if synctest.Wait(); !shown[h.rooms[0]] || !shown[h.rooms[1]] || len(h.shown) > 0 {
			t.Errorf("shown are %v", shown)
		}
	})
}

// What Telegram gives and nobody can read is not asked for over and over at once.
func TestNews_Unreadable(t *testing.T) {
	virtually(t, func(t *testing.T) {
		s := telegramtest.Virtual(t)
		s.Fail("getUpdates", 1<<20, answers(`{"ok":true,"result":[{"update_id":"x"}]}`))
		l := listenAt(t, s, func(c *telegram.Config) { c.Times.Retry = time.Second }).run()
		time.Sleep(time.Minute)
		if n := s.Calls("getUpdates"); n < 10 || n > 40 {
			t.Errorf("asked %d times in a minute", n)
		}
		s.Mend()
		ana := s.Person("Ana", "ana")
		ana.Says(ana.Private(), "hello")
		l.hears("hello")
	})
}
