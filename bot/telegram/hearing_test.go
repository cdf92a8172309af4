package telegram_test

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/bot/adapter/servertest"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/chat/chattest"
	"tabuleiro/bot/telegram"
	"tabuleiro/bot/telegram/telegramtest"
	"tabuleiro/storage/memorytest"
)

// ears is a bot that passes on what it hears. It has dealt with an event when do returns; that may be when the test is
// over and its context has ended, as what do says is seen before do has the answer.
type ears struct {
	chattest.Deaf
	events chan chat.Event
	moved  chan [2]chat.Room
	do     func(chat.Event)
}

func newEars() *ears {
	return &ears{events: make(chan chat.Event, 1000), moved: make(chan [2]chat.Room, 10)}
}

func (e *ears) Hear(_ context.Context, event chat.Event) {
	e.events <- event
	if e.do != nil {
		e.do(event)
	}
}

func (e *ears) Moved(_ context.Context, from, to chat.Room) error {
	e.moved <- [2]chat.Room{from, to}
	return nil
}

func (e *ears) next(t testing.TB) chat.Event {
	t.Helper()
	select {
	case event := <-e.events:
		return event
	case <-time.After(telegramtest.Patience):
		t.Fatal("nothing is heard")
		return chat.Event{}
	}
}

// line is an adapter with somebody listening.
type line struct {
	*telegramtest.Server
	*telegram.Telegram
	t       testing.TB
	ears    *ears
	handler chat.Handler // ears, as a rule
	log     *servertest.Log
	stop    func()
}

// listen makes an adapter on a Telegram of its own.
func listen(t testing.TB, change ...func(*telegram.Config)) *line {
	t.Helper()
	return listenAt(t, telegramtest.Virtual(t), change...)
}

// listenAt makes an adapter on a Telegram that is there.
func listenAt(t testing.TB, s *telegramtest.Server, change ...func(*telegram.Config)) *line {
	t.Helper()
	l := &line{Server: s, t: t, ears: newEars()}
	l.handler = l.ears
	l.Telegram, l.log = connected(t, s, memorytest.New(), change...)
	return l
}

// run begins to listen.
func (l *line) run() *line {
	l.stop = runs(l.t, func(ctx context.Context) error { return l.Run(ctx, l.handler) })
	return l
}

// hears wants texts to be heard next, and returns the last event.
func (l *line) hears(texts ...string) (e chat.Event) {
	l.t.Helper()
	for _, want := range texts {
		if e = l.ears.next(l.t); e.Text != want {
			l.t.Errorf("heard %q, want %q", e.Text, want)
		}
	}
	return e
}

// moves wants a room to have moved into that of a chat.
func (l *line) moves(from chat.Room, to *telegramtest.Chat) {
	l.t.Helper()
	select {
	case got := <-l.ears.moved:
		if want := [2]chat.Room{from, roomOf(to)}; got != want {
			l.t.Errorf("moved %v, want %v", got, want)
		}
	case <-time.After(telegramtest.Patience):
		l.t.Error("no room has moved")
	}
}

// sends says something in a chat, and returns the message with its Ref.
func (l *line) sends(in *telegramtest.Chat, m chat.Message) (*telegramtest.Message, chat.Ref) {
	l.t.Helper()
	ref, err := l.Send(l.t.Context(), roomOf(in), m)
	if err != nil {
		l.t.Fatal(err)
	}
	return in.Next(), ref
}

// says says a text in a room.
func (l *line) says(room chat.Room, s string) error {
	_, err := l.Send(l.t.Context(), room, words(s))
	return err
}

// answers has each event answered in its room.
func (l *line) answers(by func(chat.Event) chat.Message) {
	l.ears.do = func(e chat.Event) {
		m := by(e)
		m.Answers = e.Reply
		if _, err := l.Send(context.Background(), e.Room, m); err != nil {
			l.t.Error(err)
		}
	}
}

// Doings of people, and the event that the bot hears.
func TestHearing(t *testing.T) {
	virtually(t, func(t *testing.T) {
		s := telegramtest.Virtual(t)
		s.Privacy(false)
		l := listenAt(t, s).run()
		ana, rui, kim := s.Person("Ana", "ana"), s.Person("Rui", "Rui_1"), s.Person("Kim", "")
		ana.Last, ana.Language = "Ünal 🎲", "pt-BR"
		person := func(p *telegramtest.Person) chat.User {
			name := p.First
			if p.Last != "" {
				name += " " + p.Last
			}
			return chat.User{ID: "telegram:" + itoa(p.ID), Handle: p.Handle, Name: name}
		}
		group, super, forum, private := s.Group(), s.Supergroup(), s.Forum(), ana.Private()
		topic := forum.Topic()
		ana.Says(private, "hello")
		rui.Says(group, "hello")
		rui.Says(topic, "hello")
		l.hears("hello", "hello", "hello")
		inGroup, _ := l.sends(group, words("Board #abcd", "/a"))
		inTopic, _ := l.sends(topic, words("Board #abcd", "/a"))
		human := rui.Says(group, "human")
		l.ears.next(t)
		says := func(c *telegramtest.Chat, text string, m ...telegramtest.Manner) func() {
			return func() { ana.Says(c, text, m...) }
		}
		for _, c := range []struct {
			name string
			do   func()
			want chat.Event // ID aside; Room "" means that nothing is heard
		}{
			{"private talk", says(private, "hello"), chat.Event{Room: roomOf(private), Text: "hello", Addressed: true,
				Private: true}},
			{"payload", says(private, "/start abc_-9"), chat.Event{Room: roomOf(private), Text: "/start abc_-9", Addressed: true,
				Private: true}},
			{"talk", says(group, "11-15"), chat.Event{Room: roomOf(group), Text: "11-15"}},
			{"command", says(group, "/m 11-15"), chat.Event{Room: roomOf(group), Text: "/m 11-15", Addressed: true, Shared: true}},
			{"command to us", says(group, "/play@tabuleirobot  @rui_1"), chat.Event{Room: roomOf(group), Text: "/play  @rui_1",
				Addressed: true, Mentions: []chat.User{person(rui)}}},
			{"command and line break", says(group, "/play@TabuleiroBot\n@nobody"),
				chat.Event{Room: roomOf(group), Text: "/play\n@nobody", Addressed: true}},
			{"command behind what nobody sees", says(private, "\u200b\u2060/rules"),
				chat.Event{Room: roomOf(private), Text: "/rules", Addressed: true, Private: true, Shared: false}},
			{"nothing that is seen", says(private, "\u200b \ufeff"), chat.Event{}},
			{"command to another bot", says(group, "/help@otherbot"), chat.Event{}},
			{"mention of us", says(group, "@TabuleiroBot help"), chat.Event{Room: roomOf(group), Text: "help", Addressed: true}},
			{"mention of us behind", says(group, "🎲 help @tabuleirobot"),
				chat.Event{Room: roomOf(group), Text: "🎲 help", Addressed: true}},
			{"mention without handle", says(group, "/play 🎲 Kim damas", telegramtest.Naming(kim)), chat.Event{Room: roomOf(group),
				Text: "/play 🎲  damas", Addressed: true, Shared: true, Mentions: []chat.User{person(kim)}}},
			{"mention by name with handle", says(group, "/play Rui", telegramtest.Naming(rui)), chat.Event{Room: roomOf(group),
				Text: "/play @Rui_1", Addressed: true, Shared: true, Mentions: []chat.User{person(rui)}}},
			{"answer to us", says(group, "11-15", telegramtest.Reply(inGroup)),
				chat.Event{Room: roomOf(group), Text: "11-15", Addressed: true, Quoted: "Board #abcd",
					QuotedRef: refOf(group, inGroup)}},
			{"answer to a person", says(group, "/play", telegramtest.Reply(human)),
				chat.Event{Room: roomOf(group), Text: "/play", Addressed: true, Shared: true, Answered: person(rui)}},
			{"topic", says(topic, "/play"), chat.Event{Room: roomOf(topic), Text: "/play", Addressed: true, Shared: true}},
			{"answer in a topic", says(topic, "11-15", telegramtest.Reply(inTopic)),
				chat.Event{Room: roomOf(topic), Text: "11-15", Addressed: true, Quoted: "Board #abcd",
					QuotedRef: refOf(topic, inTopic)}},
			{"general topic", says(forum, "/play"), chat.Event{Room: roomOf(forum), Text: "/play", Addressed: true, Shared: true}},
			{"chain of replies is no topic", says(super, "/play", telegramtest.Reply(human)),
				chat.Event{Room: roomOf(super), Text: "/play", Addressed: true, Shared: true, Answered: person(rui)}},
			{"anonymous administrator", says(group, "/play", telegramtest.Anonymous),
				chat.Event{Room: roomOf(group), Text: "/play", Addressed: true, Shared: true, Locale: "-"}},
			{"in the name of a channel", says(group, "/play", telegramtest.As(-1005)),
				chat.Event{Room: roomOf(group), Text: "/play", Addressed: true, Shared: true, Locale: "-"}},
			{"post of the linked channel", says(group, "/play", telegramtest.As(-1005),
				telegramtest.With("is_automatic_forward", true)), chat.Event{}},
			{"forwarded", says(group, "/resign", telegramtest.Forwarded), chat.Event{}},
			{"another bot", func() {
				s.Push(`{"update_id":%d,"message":{"message_id":1,"from":{"id":5,"is_bot":true},"chat":{"id":-7,"type":"group"},"text":"/play"}}`)
			}, chat.Event{}},
			{"no text", func() {
				s.Push(`{"update_id":%d,"message":{"message_id":1,"from":{"id":5},"chat":{"id":-7,"type":"group"},"sticker":{}}}`)
			}, chat.Event{}},
			{"channel", func() {
				s.Push(`{"update_id":%d,"channel_post":{"message_id":1,"chat":{"id":-1007,"type":"channel"},"text":"/play"}}`)
			}, chat.Event{}},
			{"entity beyond the text", func() {
				s.Push(`{"update_id":%d,"message":{"message_id":1,"from":{"id":` + itoa(ana.ID) +
					`,"first_name":"Ana","last_name":"Ünal 🎲","username":"ana","language_code":"pt-BR"},"chat":{"id":-7,"type":"group"},"text":"x","entities":[{"type":"mention","offset":0,"length":9},{"type":"mention","offset":-1,"length":1}]}}`)
			}, chat.Event{Room: "telegram:-7", Text: "x"}},
			{"button", func() { ana.Taps(inGroup, "a") }, chat.Event{Room: roomOf(group), Text: "/a", Addressed: true, Tap: true,
				Pressed: refOf(group, inGroup), Quoted: "Board #abcd", QuotedRef: refOf(group, inGroup)}},
			{"button in a topic", func() { ana.Taps(inTopic, "a") }, chat.Event{Room: roomOf(topic), Text: "/a", Addressed: true,
				Tap: true, Pressed: refOf(topic, inTopic), Quoted: "Board #abcd", QuotedRef: refOf(topic, inTopic)}},
		} {
			c.do()
			if c.want.Room == "" { // what is said next is what is heard next
				says(private, "after "+c.name)()
				c.want = chat.Event{Room: roomOf(private), Text: "after " + c.name, Addressed: true, Private: true}
			}
			if c.want.Locale == "-" {
				c.want.Locale = ""
			} else {
				c.want.From, c.want.Locale = person(ana), "pt-BR"
			}
			got := l.ears.next(t)
			if got.ID == "" {
				t.Errorf("%s: no ID", c.name)
			}
			got.ID, got.Reply, got.Progress, got.Said, got.Reread = "", nil, nil, time.Time{}, time.Time{}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", c.name, diff)
			}
		}
	})
}

// A person who was seen is known by the handle, until it is somebody else's.
func TestHandle_ChangesHands(t *testing.T) {
	virtually(t, func(t *testing.T) {
		l := listen(t).run()
		ana, rui, kim := l.Person("Ana", "ana"), l.Person("Rui", "star"), l.Person("Kim", "")
		group := l.Group()
		speaks := func(p *telegramtest.Person, handle string) {
			p.Handle = handle
			p.Says(group, "/board")
			l.hears("/board")
		}
		for _, x := range []struct {
			before func()
			want   string
		}{
			{func() {}, ""},
			{func() { speaks(rui, "star") }, "Rui"},
			{func() { speaks(rui, "") }, ""},
			{func() { speaks(kim, "Star"); speaks(rui, "rui") }, "Kim"},
		} {
			x.before()
			ana.Says(group, "/play @star")
			if got := append(l.hears("/play @star").Mentions, chat.User{})[0].Name; got != x.want {
				t.Errorf("@star is %q, not %q", got, x.want)
			}
		}
	})
}

// Updates that cannot be read are skipped, and those that come with them heard.
func TestUndecodable(t *testing.T) {
	virtually(t, func(t *testing.T) {
		s := telegramtest.Virtual(t)
		ana := s.Person("Ana", "ana")
		for _, text := range []string{
			`{"update_id":%d,"message":{"message_id":"one"}}`,
			`{"update_id":%d,"message":[]}`,
			`{"update_id":%d,"callback_query":{"id":5}}`,
			`{"update_id":%d,"message":{"message_id":1,"chat":{"id":1e99}}}`,
			`{"update_id":%d,"message":null,"a_new_thing":{"b":[1]}}`,
			`{"update_id":%d,"callback_query":{"id":"gone","from":{"id":9},"data":"/a"}}`,
		} {
			s.Push(text)
		}
		ana.Says(ana.Private(), "/help")
		l := listenAt(t, s).run()
		l.hears("/help")
		s.Until("all is confirmed", func() bool { return s.Unconfirmed() == 0 })
		l.log.Until(t, 1, "an update is skipped")
	})
}

// An update that comes again is not heard again; one with an id from before is, if it is new.
func TestRepeated(t *testing.T) {
	virtually(t, func(t *testing.T) {
		l := listen(t, func(c *telegram.Config) { c.Times.Poll = time.Second }).run()
		ana := l.Person("Ana", "ana")
		ana.Says(ana.Private(), "one")
		one := l.ears.next(t)
		l.Until("it is confirmed", func() bool { return l.Unconfirmed() == 0 })
		l.Repeat(1)
		l.log.Until(t, 1, "duplicate update")
		polls := l.Calls("getUpdates")
		l.Until("it has been quiet", func() bool { return l.Calls("getUpdates") > polls+1 })
		l.Skip(-5_000_000) // as after a quiet week
		ana.Says(ana.Private(), "two")
		two := l.ears.next(t)
		if two.Text != "two" || two.ID == one.ID {
			t.Errorf("heard %+v after %+v", two, one)
		}
		l.Until("it is confirmed", func() bool { return l.Unconfirmed() == 0 })
	})
}

// A group that becomes a supergroup is told once it is known, before what is said in the new one is heard: by Telegram,
// in any order, or by the answer to whatever is wanted of the old one. What was said there cannot be changed any more.
func TestRoom_Moved(t *testing.T) {
	type move struct {
		tellOld, tellNew bool
		asks             func(l *line, who string, in chat.Room, said chat.Ref) error
		reads            string
	}
	servertest.Each(t, map[string]move{
		"old first": {tellOld: true},
		"new first": {tellNew: true},
		"both":      {tellOld: true, tellNew: true},
		"a message": {asks: func(l *line, _ string, in chat.Room, _ chat.Ref) error { return l.says(in, "early ") },
			reads: "early "},
		"a change": {asks: func(l *line, _ string, in chat.Room, said chat.Ref) error {
			if err := l.Edit(l.t.Context(), in, said, words("two")); err == nil {
				return errors.New("changed")
			}
			return nil
		}},
		"a question": {asks: func(l *line, who string, in chat.Room, _ chat.Ref) error {
			_, err := l.Administers(l.t.Context(), in, who)
			return err
		}},
	}, func(t *testing.T, x move) {
		l := listen(t).run()
		ana := l.Person("Ana", "ana")
		old := l.Group(ana)
		from := roomOf(old)
		_, said := l.sends(old, words("hello", "/a"))
		now := old.Upgrade(x.tellOld, x.tellNew)
		if x.asks != nil {
			if err := x.asks(l, "telegram:"+itoa(ana.ID), from, said); err != nil {
				t.Error(err)
			}
		}
		ana.Says(now, "/board")
		l.moves(from, now)
		if e := l.ears.next(t); e.Room != roomOf(now) {
			t.Errorf("heard in %s, want %s", e.Room, roomOf(now))
		}
		if err := l.says(from, "late"); err != nil {
			t.Error(err)
		}
		if got := strings.Join(now.Texts(), ""); got != x.reads+"late" {
			t.Errorf("the new group reads %q", got)
		}
		if err := l.Retire(t.Context(), from, said); err != nil {
			t.Errorf("buttons of the old group: %v", err)
		}
	})
}

// refOf is what the adapter calls a message.
func refOf(c *telegramtest.Chat, m *telegramtest.Message) chat.Ref {
	return chat.Ref(itoa(c.ID) + "/" + strconv.Itoa(m.ID))
}
