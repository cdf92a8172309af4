package telegram_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram/telegramtest"
)

// guest is a bot that is told what becomes of it in chats, and has matches in some rooms.
type guest struct {
	*ears
	playing []chat.Room
	told    chan string
}

func (g *guest) Joined(_ context.Context, e chat.Event, all bool) {
	hears := ""
	if all {
		hears = " and hears all"
	}
	g.told <- "joined " + string(e.Room) + " by " + e.From.Name + " in " + e.Locale + hears
}

func (g *guest) Left(_ context.Context, room chat.Room, who chat.User) {
	g.told <- who.ID + " left " + string(room)
}

func (g *guest) Shut(_ context.Context, room chat.Room, by chat.User) {
	g.told <- "shut " + string(room) + " by " + by.Name
}

func (g *guest) Playing(_ context.Context, service string) ([]chat.Room, error) {
	if service != "telegram" {
		return nil, errors.New("another service")
	}
	return slices.Clone(g.playing), nil
}

func (g *guest) ShowAgain(_ context.Context, room chat.Room, missed bool) {
	what := "shown "
	if missed {
		what = "missed "
	}
	g.told <- what + string(room)
}

func (g *guest) Weigh(e chat.Event) chat.Weight {
	switch {
	case strings.HasPrefix(e.Text, "move"):
		return chat.Move
	case e.Addressed:
		return chat.Wish
	}
	return chat.Talk
}

// welcome runs an adapter with a guest.
func welcome(t *testing.T, s *telegramtest.Server) (*line, *guest) {
	l := listen(t, s)
	g := &guest{ears: l.ears, told: make(chan string, 100)}
	l.handler = g
	return l, g
}

// A person who takes the bot into a group is greeted once; where matches are played, and where the bot may write again,
// they are shown.
func TestGuest(t *testing.T) {
	virtually(t, func(t *testing.T) {
		s := telegramtest.Virtual(t)
		l, g := welcome(t, s)
		ana := s.Person("Ana", "ana")
		ana.Language = "pt"
		empty, played, forum, private := s.Group(ana), s.Group(ana), s.Forum(ana), ana.Private()
		topic, other := forum.Topic(), forum.Topic()
		g.playing = []chat.Room{roomOf(played), roomOf(topic), roomOf(other), roomOf(private), "telegram:nonsense"}
		l.run(t)
		says := func(name string, do func(), want ...string) {
			t.Helper()
			do()
			ana.Says(empty, "/end") // told after that
			l.ears.next(t)
			for _, w := range want {
				if got := <-g.told; got != w {
					t.Errorf("%s: %s, want %s", name, got, w)
				}
			}
			select {
			case got := <-g.told:
				t.Errorf("%s: %s, too", name, got)
			default:
			}
		}
		says("taken in", func() { empty.Add(ana) }, "joined "+string(roomOf(empty))+" by Ana in pt")
		says("thrown out", func() { played.Expel() }, "shut "+string(roomOf(played))+" by Ana")
		says("taken in again", func() { played.Add(ana) }, "missed "+string(roomOf(played)))
		says("made an administrator", empty.Promote)
		says("restricted", func() { played.Restrict(true) }, "shut "+string(roomOf(played))+" by Ana")
		says("not any more", func() { played.Restrict(false) }, "shown "+string(roomOf(played)))
		says("a topic closed", func() { topic.Close(true) }, "shut "+string(roomOf(topic))+" by Ana")
		says("and opened", func() { topic.Close(false) }, "shown "+string(roomOf(topic)))
		says("blocked", func() { private.Expel() }, "shut "+string(roomOf(private))+" by Ana")
		says("not any more", private.Admit, "shown "+string(roomOf(private)))
		says("become a supergroup", func() { played.Upgrade(true, true).Admit() })
		says("somebody leaves", func() { ana.Leaves(empty) })
		for _, room := range []chat.Room{roomOf(topic), roomOf(other)} {
			if here, err := l.Present(t.Context(), room, "telegram:"+itoa(ana.ID), false); err != nil || !here {
				t.Errorf("in %s: %v, %v", room, here, err)
			}
		}
		says("somebody leaves a group where something is played", func() { ana.Leaves(forum) },
			"telegram:"+itoa(ana.ID)+" left "+string(roomOf(topic)), "telegram:"+itoa(ana.ID)+" left "+string(roomOf(other)))
		if here, err := l.Present(t.Context(), roomOf(topic), "telegram:"+itoa(ana.ID), false); err != nil || here {
			t.Errorf("after leaving: %v, %v", here, err)
		}
	})
}

// Where a topic is closed nothing can be said; where it is deleted, what was begun there goes on in the group.
func TestTopic_Gone(t *testing.T) {
	virtually(t, func(t *testing.T) {
		s := telegramtest.Virtual(t)
		l := listen(t, s).run(t)
		ana := s.Person("Ana", "ana")
		forum := s.Forum(ana)
		topic := forum.Topic()
		say := func() error {
			_, err := l.Send(t.Context(), roomOf(topic), chat.Message{Text: text("hello")})
			return err
		}
		topic.Close(true)
		if err := say(); !errors.Is(err, chat.ErrClosed) {
			t.Errorf("in a topic that is closed: %v", err)
		}
		topic.Close(false)
		if err := say(); err != nil || topic.Next().Thread() != topic.Thread {
			t.Errorf("in a topic that is open again: %v", err)
		}
		topic.Delete()
		for range 2 {
			if err := say(); err != nil || forum.Next().Thread() != 0 {
				t.Errorf("in a topic that is deleted: %v", err)
			}
		}
		if got, want := l.ears.nextMove(t), [2]chat.Room{roomOf(topic), roomOf(forum)}; got != want {
			t.Errorf("moved %v, want %v", got, want)
		}
		if n := len(l.ears.moved); n != 0 {
			t.Errorf("moved %d times more", n)
		}
	})
}

// A person who has deleted the account is not written to any more.
func TestAccount_Deleted(t *testing.T) {
	virtually(t, func(t *testing.T) {
		s := telegramtest.Virtual(t)
		l := listen(t, s).run(t)
		ana := s.Person("Ana", "ana")
		private, group := ana.Private(), s.Group(ana)
		ana.Says(private, "/start")
		l.ears.next(t)
		ana.Deletes()
		for range 2 {
			if _, err := l.Send(t.Context(), roomOf(private), chat.Message{Text: text("hello")}); !errors.Is(err,
				chat.ErrClosed) {
				t.Errorf("to nobody: %v", err)
			}
		}
		if n := s.Calls("sendMessage"); n != 1 {
			t.Errorf("tried %d times", n)
		}
		turn := chat.User{ID: "telegram:" + itoa(ana.ID), Name: "Ana"}
		if _, err := l.Send(t.Context(), roomOf(group), chat.Message{Text: text("your turn"), Turn: turn}); err != nil {
			t.Errorf("in a group: %v", err)
		}
	})
}

// Talk that is for nobody never waits in a room; a move is taken however much waits, and what is skipped is made good
// once.
func TestTalkAndMoves(t *testing.T) {
	virtually(t, func(t *testing.T) {
		s := telegramtest.Virtual(t)
		s.Privacy(false)
		l, g := welcome(t, s)
		ana := s.Person("Ana", "ana")
		group := s.Group(ana)
		held := make(chan struct{})
		g.do = func(chat.Event) { <-held }
		l.run(t)
		ana.Says(group, "move first")
		l.ears.next(t)
		for range 200 {
			ana.Says(group, "talk")
		}
		for range 60 {
			ana.Says(group, "/help")
		}
		ana.Says(group, "move last")
		s.Until("all has come", func() bool { return l.State().Queues["in"] == 51 })
		close(held)
		for range 49 {
			if e := l.ears.next(t); e.Text != "/help" {
				t.Errorf("heard %q", e.Text)
			}
		}
		if e := l.ears.next(t); e.Text != "move last" {
			t.Errorf("heard %q in place of the move", e.Text)
		}
		if got, want := <-g.told, "missed "+string(roomOf(group)); got != want {
			t.Errorf("told %s, want %s", got, want)
		}
		s.Until("all is confirmed", func() bool { return s.Unconfirmed() == 0 })
		if len(g.told) != 0 || len(l.ears.events) != 0 {
			t.Errorf("%d more told, %d more heard", len(g.told), len(l.ears.events))
		}
	})
}

// A match outlives what happens to the bot in its room: thrown out and taken in again, it shows the board, and says
// that it may have missed something; muted for a while it has not. Where the topic is deleted, the match goes on in the
// group.
func TestMatches_Outlive(t *testing.T) {
	virtually(t, func(t *testing.T) {
		o := open(t)
		ana, rui := o.Person("Ana", "ana"), o.Person("Rui", "rui")
		group := o.Group(ana, rui)
		d := o.begin(group, ana, rui)
		d.move()
		shown := func(missed bool) {
			t.Helper()
			d.look()
			if got := d.board[ana.ID].Text; strings.Contains(got, "I was away") != missed {
				t.Errorf("the bot says: %q", got)
			}
		}
		group.Expel()
		group.Add(ana)
		shown(true)
		d.say = commands
		d.move()
		group.Restrict(true)
		group.Restrict(false)
		shown(false)
		d.move()

		forum := o.Forum(ana, rui)
		topic := forum.Topic()
		d = o.begin(topic, ana, rui)
		d.move()
		topic.Delete()
		move, who := d.choose(), d.turn()
		d.rooms = map[int64]*telegramtest.Chat{ana.ID: forum, rui.ID: forum}
		who.Says(forum, "/m "+string(move)+" #"+number(t, d.board[who.ID]))
		d.see(move)
		d.say = commands
		d.move()
	})
}

// number is that of the match whose board is shown.
func number(t *testing.T, m *telegramtest.Message) string {
	t.Helper()
	_, rest, ok := strings.Cut(m.Text, "#")
	if !ok || len(rest) < 4 {
		t.Fatalf("no number in %q", m.Text)
	}
	return rest[:4]
}
