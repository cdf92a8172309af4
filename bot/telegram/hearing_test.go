package telegram_test

import (
	"context"
	"fmt"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/chat/chattest"
	"tabuleiro/bot/telegram"
	"tabuleiro/bot/telegram/telegramtest"
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

func (e *ears) next(t *testing.T) chat.Event {
	t.Helper()
	select {
	case event := <-e.events:
		return event
	case <-time.After(telegramtest.Patience):
		t.Fatal("nothing is heard")
		return chat.Event{}
	}
}

// nextMove is the next room that has moved, from where to where.
func (e *ears) nextMove(t *testing.T) [2]chat.Room {
	t.Helper()
	select {
	case move := <-e.moved:
		return move
	case <-time.After(telegramtest.Patience):
		t.Fatal("no room has moved")
		return [2]chat.Room{}
	}
}

// line is an adapter with somebody listening.
type line struct {
	*telegramtest.Server
	*telegram.Telegram
	ears    *ears
	handler chat.Handler // ears, as a rule
	log     *journal
	stop    func() error
}

func listen(t testing.TB, s *telegramtest.Server, change ...func(*telegram.Config)) *line {
	t.Helper()
	l := &line{Server: s, ears: newEars(), log: newJournal(t, s)}
	l.handler = l.ears
	c := fast(s)
	c.Log = l.log.logger()
	for _, f := range change {
		f(&c)
	}
	var err error
	if l.Telegram, err = telegram.New(c); err != nil {
		t.Fatal(err)
	}
	return l
}

// run begins to listen.
func (l *line) run(t testing.TB) *line {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- l.Run(ctx, l.handler) }()
	l.stop = func() error {
		cancel()
		select {
		case err := <-ended:
			ended <- err
			return err
		case <-time.After(telegramtest.Patience):
			t.Fatal("it does not stop")
			return nil
		}
	}
	t.Cleanup(func() { _ = l.stop() })
	return l
}

// Doings of people, and the event that the bot hears.
func TestHearing(t *testing.T) {
	virtually(t, func(t *testing.T) {
		s := telegramtest.Virtual(t)
		s.Privacy(false)
		l := listen(t, s).run(t)
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
		room := func(c *telegramtest.Chat) chat.Room {
			if c.Thread != 0 {
				return chat.Room(fmt.Sprintf("telegram:%d:%d", c.ID, c.Thread))
			}
			return chat.Room(fmt.Sprintf("telegram:%d", c.ID))
		}
		ana.Says(private, "hello")
		rui.Says(group, "hello")
		rui.Says(topic, "hello")
		for range 3 {
			l.ears.next(t)
		}
		board := func(c *telegramtest.Chat) *telegramtest.Message {
			t.Helper()
			_, err := l.Send(t.Context(), room(c), chat.Message{Text: []chat.Span{{Text: "Board #abcd"}},
				Buttons: [][]chat.Button{{{Label: "A", Says: "/a"}}}})
			if err != nil {
				t.Fatal(err)
			}
			return c.Next()
		}
		inGroup, inTopic := board(group), board(topic)
		anonymous := chat.User{}
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
			{"private talk", says(private, "hello"), chat.Event{Room: room(private), Text: "hello", Addressed: true,
				Private: true}},
			{"payload", says(private, "/start abc_-9"), chat.Event{Room: room(private), Text: "/start abc_-9", Addressed: true,
				Private: true}},
			{"talk", says(group, "11-15"), chat.Event{Room: room(group), Text: "11-15"}},
			{"command", says(group, "/m 11-15"), chat.Event{Room: room(group), Text: "/m 11-15", Addressed: true, Shared: true}},
			{"command to us", says(group, "/play@tabuleirobot  @rui_1"), chat.Event{Room: room(group), Text: "/play  @rui_1",
				Addressed: true, Mentions: []chat.User{person(rui)}}},
			{"command and line break", says(group, "/play@TabuleiroBot\n@nobody"),
				chat.Event{Room: room(group), Text: "/play\n@nobody", Addressed: true}},
			{"command behind what nobody sees", says(private, "\u200b\u2060/rules"),
				chat.Event{Room: room(private), Text: "/rules", Addressed: true, Private: true, Shared: false}},
			{"nothing that is seen", says(private, "\u200b \ufeff"), chat.Event{}},
			{"command to another bot", says(group, "/help@otherbot"), chat.Event{}},
			{"mention of us", says(group, "@TabuleiroBot help"), chat.Event{Room: room(group), Text: "help", Addressed: true}},
			{"mention of us behind", says(group, "🎲 help @tabuleirobot"),
				chat.Event{Room: room(group), Text: "🎲 help", Addressed: true}},
			{"mention without handle", says(group, "/play 🎲 Kim damas", telegramtest.Naming(kim)), chat.Event{Room: room(group),
				Text: "/play 🎲  damas", Addressed: true, Shared: true, Mentions: []chat.User{person(kim)}}},
			{"mention by name with handle", says(group, "/play Rui", telegramtest.Naming(rui)), chat.Event{Room: room(group),
				Text: "/play @Rui_1", Addressed: true, Shared: true, Mentions: []chat.User{person(rui)}}},
			{"answer to us", says(group, "11-15", telegramtest.Reply(inGroup)),
				chat.Event{Room: room(group), Text: "11-15", Addressed: true, Quoted: "Board #abcd",
					QuotedRef: refOf(group, inGroup)}},
			{"answer to a person", says(group, "/play", telegramtest.Reply(human)),
				chat.Event{Room: room(group), Text: "/play", Addressed: true, Shared: true, Answered: person(rui)}},
			{"topic", says(topic, "/play"), chat.Event{Room: room(topic), Text: "/play", Addressed: true, Shared: true}},
			{"answer in a topic", says(topic, "11-15", telegramtest.Reply(inTopic)),
				chat.Event{Room: room(topic), Text: "11-15", Addressed: true, Quoted: "Board #abcd",
					QuotedRef: refOf(topic, inTopic)}},
			{"general topic", says(forum, "/play"), chat.Event{Room: room(forum), Text: "/play", Addressed: true, Shared: true}},
			{"chain of replies is no topic", says(super, "/play", telegramtest.Reply(human)),
				chat.Event{Room: room(super), Text: "/play", Addressed: true, Shared: true, Answered: person(rui)}},
			{"anonymous administrator", says(group, "/play", telegramtest.Anonymous),
				chat.Event{Room: room(group), From: anonymous, Text: "/play", Addressed: true, Shared: true, Locale: "-"}},
			{"in the name of a channel", says(group, "/play", telegramtest.As(-1005)),
				chat.Event{Room: room(group), From: anonymous, Text: "/play", Addressed: true, Shared: true, Locale: "-"}},
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
			{"button", func() { ana.Taps(inGroup, "A") }, chat.Event{Room: room(group), Text: "/a", Addressed: true, Tap: true,
				Pressed: refOf(group, inGroup), Quoted: "Board #abcd", QuotedRef: refOf(group, inGroup)}},
			{"button in a topic", func() { ana.Taps(inTopic, "A") }, chat.Event{Room: room(topic), Text: "/a", Addressed: true,
				Tap: true, Pressed: refOf(topic, inTopic), Quoted: "Board #abcd", QuotedRef: refOf(topic, inTopic)}},
		} {
			c.do()
			if c.want.Room == "" { // what is said next is what is heard next
				says(private, "after "+c.name)()
				c.want = chat.Event{Room: room(private), Text: "after " + c.name, Addressed: true, Private: true}
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
		s := telegramtest.Virtual(t)
		l := listen(t, s).run(t)
		ana, rui, kim := s.Person("Ana", "ana"), s.Person("Rui", "star"), s.Person("Kim", "")
		group := s.Group()
		challenged := func() []chat.User {
			ana.Says(group, "/play @star")
			return l.ears.next(t).Mentions
		}
		speaks := func(p *telegramtest.Person, handle string) {
			p.Handle = handle
			p.Says(group, "/board")
			l.ears.next(t)
		}
		if got := challenged(); got != nil {
			t.Errorf("somebody not seen is %v", got)
		}
		speaks(rui, "star")
		if got := challenged(); len(got) != 1 || got[0].Name != "Rui" {
			t.Errorf("@star is %v, not Rui", got)
		}
		speaks(rui, "")
		if got := challenged(); got != nil {
			t.Errorf("a handle that was given up is %v", got)
		}
		speaks(kim, "Star")
		speaks(rui, "rui")
		if got := challenged(); len(got) != 1 || got[0].Name != "Kim" {
			t.Errorf("@star is %v, not Kim", got)
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
		l := listen(t, s).run(t)
		if e := l.ears.next(t); e.Text != "/help" {
			t.Errorf("heard %+v", e)
		}
		s.Until("all is confirmed", func() bool { return s.Unconfirmed() == 0 })
		l.log.until(t, "an update is skipped")
	})
}

// An update that comes again is not heard again; one with an id from before is, if it is new.
func TestRepeated(t *testing.T) {
	virtually(t, func(t *testing.T) {
		s := telegramtest.Virtual(t)
		l := listen(t, s, func(c *telegram.Config) { c.Times.Poll = time.Second }).run(t)
		ana := s.Person("Ana", "ana")
		ana.Says(ana.Private(), "one")
		one := l.ears.next(t)
		s.Until("it is confirmed", func() bool { return s.Unconfirmed() == 0 })
		s.Repeat(1)
		l.log.until(t, "duplicate update")
		polls := s.Calls("getUpdates")
		s.Until("it has been quiet", func() bool { return s.Calls("getUpdates") > polls+1 })
		s.Skip(-5_000_000) // as after a quiet week
		ana.Says(ana.Private(), "two")
		two := l.ears.next(t)
		if two.Text != "two" || two.ID == one.ID {
			t.Errorf("heard %+v after %+v", two, one)
		}
		s.Until("it is confirmed", func() bool { return s.Unconfirmed() == 0 })
	})
}

// A group that becomes a supergroup is told once it is known, before what is said in the new one is heard.
func TestRoom_Moved(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name             string
		tellOld, tellNew bool
	}{{"old first", true, false}, {"new first", false, true}, {"both", true, true}, {"only in an answer", false, false}} {
		t.Run(c.name, func(t *testing.T) {
			virtually(t, func(t *testing.T) {
				s := telegramtest.Virtual(t)
				l := listen(t, s).run(t)
				ana := s.Person("Ana", "ana")
				old := s.Group(ana)
				from := chat.Room("telegram:" + itoa(old.ID))
				ref, err := l.Send(t.Context(), from,
					chat.Message{Text: []chat.Span{{Text: "hello"}}, Buttons: [][]chat.Button{{{Label: "A", Says: "/a"}}}})
				if err != nil {
					t.Fatal(err)
				}
				now := old.Upgrade(c.tellOld, c.tellNew)
				to := chat.Room("telegram:" + itoa(now.ID))
				if !c.tellOld && !c.tellNew {
					if _, err := l.Send(t.Context(), from, chat.Message{Text: []chat.Span{{Text: "said to the old one"}}}); err != nil {
						t.Fatal(err)
					}
					if m := now.Next(); m.Text != "said to the old one" {
						t.Errorf("the new group reads %q", m.Text)
					}
				}
				ana.Says(now, "/board")
				if got, want := l.ears.nextMove(t), [2]chat.Room{from, to}; got != want {
					t.Errorf("moved %v, want %v", got, want)
				}
				if e := l.ears.next(t); e.Room != to {
					t.Errorf("heard in %s, want %s", e.Room, to)
				}
				if _, err := l.Send(t.Context(), from, chat.Message{Text: []chat.Span{{Text: "late"}}}); err != nil {
					t.Error(err)
				}
				if m := now.Next(); m.Text != "late" {
					t.Errorf("the new group reads %q", m.Text)
				}
				if err := l.Retire(t.Context(), from, ref); err != nil {
					t.Errorf("buttons of the old group: %v", err)
				}
			})
		})
	}
}

// refOf is what the adapter calls a message.
func refOf(c *telegramtest.Chat, m *telegramtest.Message) chat.Ref {
	return chat.Ref(itoa(c.ID) + "/" + strconv.Itoa(m.ID))
}
