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
	l := listenAt(t, s)
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
		l.run()
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
		l := listen(t).run()
		ana := l.Person("Ana", "ana")
		forum := l.Forum(ana)
		topic := forum.Topic()
		say := func() error { return l.says(roomOf(topic), "hello") }
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
		if l.moves(roomOf(topic), forum); len(l.ears.moved) != 0 {
			t.Errorf("moved %d times more", len(l.ears.moved))
		}
	})
}

// Talk that is for nobody never waits in a room; a move is taken however much waits, and what is skipped is made good
// once. Other rooms notice nothing.
func TestTalkAndMoves(t *testing.T) {
	virtually(t, func(t *testing.T) {
		s := telegramtest.Virtual(t)
		s.Privacy(false)
		l, g := welcome(t, s)
		ana, rui := s.Person("Ana", "ana"), s.Person("Rui", "rui")
		group := s.Group(ana)
		held := make(chan struct{})
		g.do = func(e chat.Event) {
			if e.Room == roomOf(group) {
				<-held
			}
		}
		l.run()
		ana.Says(group, "move first")
		l.hears("move first")
		for range 200 {
			ana.Says(group, "talk")
		}
		for range 60 {
			ana.Says(group, "/help")
		}
		ana.Says(group, "move last")
		s.Until("all has come", func() bool { return l.State().Queues["in"] == 51 })
		rui.Says(rui.Private(), "quick")
		l.hears("quick")
		close(held)
		for range 49 {
			l.hears("/help")
		}
		l.hears("move last")
		if got, want := <-g.told, "missed "+string(roomOf(group)); got != want {
			t.Errorf("told %s, want %s", got, want)
		}
		s.Until("all is confirmed", func() bool { return s.Unconfirmed() == 0 })
		if len(g.told) != 0 || len(l.ears.events) != 0 || !l.log.Has("too much was waiting in a room") {
			t.Errorf("%d more told, %d more heard", len(g.told), len(l.ears.events))
		}
	})
}
