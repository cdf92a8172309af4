package telegram_test

import (
	"testing"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram"
	"tabuleiro/bot/telegram/telegramtest"
)

// The administrators of a room: in groups those whom Telegram names, in private chats everybody.
func TestAdministers(t *testing.T) {
	virtually(t, func(t *testing.T) {
		l := listen(t)
		ana, rui, kim, lia := l.Person("Ana", "ana"), l.Person("Rui", "rui"), l.Person("Kim", "kim"), l.Person("Lia", "")
		group, forum := l.Group(ana, rui, kim), l.Forum(ana, rui, kim)
		topic := forum.Topic()
		for _, c := range []*telegramtest.Chat{group, forum} {
			c.Appoint(ana, "creator")
			c.Appoint(rui, "administrator")
		}
		id := func(p *telegramtest.Person) string { return "telegram:" + itoa(p.ID) }
		for _, c := range []struct {
			name  string
			room  chat.Room
			id    string
			want  bool
			fails bool
		}{
			{"creator", roomOf(group), id(ana), true, false},
			{"administrator", roomOf(group), id(rui), true, false},
			{"member", roomOf(group), id(kim), false, false},
			{"not in the group", roomOf(group), id(lia), false, false},
			{"in a topic", roomOf(topic), id(rui), true, false},
			{"member in a topic", roomOf(topic), id(kim), false, false},
			{"in private", roomOf(kim.Private()), id(kim), true, false},
			{"without an id", roomOf(group), "", false, false},
			{"from elsewhere", roomOf(group), "discord:" + itoa(ana.ID), false, false},
			{"unknown to Telegram", roomOf(group), "telegram:77", false, true},
			{"no such group", "telegram:-77", id(ana), false, true},
			{"no room", "discord:5", id(ana), false, true},
		} {
			for range 2 {
				got, err := l.Administers(t.Context(), c.room, c.id)
				if got != c.want || (err != nil) != c.fails {
					t.Errorf("%s: %v, %v", c.name, got, err)
				}
			}
		}
		if n := l.Calls("getChatMember"); n != 6+2*2 { // what is known is not asked again
			t.Errorf("asked %d times", n)
		}
	})
}

// How it is now is asked again, though it was told a moment ago.
func TestPresentNow(t *testing.T) {
	virtually(t, func(t *testing.T) {
		l := listen(t)
		rui := l.Person("Rui", "rui")
		group := l.Group(rui)
		for _, x := range []struct {
			rank      string
			now, here bool
		}{{"member", false, true}, {"left", false, true}, {"left", true, false}, {"member", false, false},
			{"member", true, true}} {
			group.Appoint(rui, x.rank)
			if here, err := l.Present(t.Context(), roomOf(group), "telegram:"+itoa(rui.ID), x.now); here != x.here || err != nil {
				t.Errorf("%+v: %v, %v", x, here, err)
			}
		}
	})
}

// An answer is believed for a while and asked for again after that, and a passing failure is no answer.
func TestAdministers_Again(t *testing.T) {
	virtually(t, func(t *testing.T) {
		l := listen(t, func(c *telegram.Config) { c.Times.Trust = time.Nanosecond })
		rui := l.Person("Rui", "rui")
		group := l.Group(rui)
		for _, rank := range []string{"member", "administrator", "member"} {
			group.Appoint(rui, rank)
			l.Fail("getChatMember", 1, telegramtest.Status(502))
			got, err := l.Administers(t.Context(), roomOf(group), "telegram:"+itoa(rui.ID))
			if err != nil || got != (rank == "administrator") {
				t.Errorf("%s: %v, %v", rank, got, err)
			}
			time.Sleep(time.Second)
		}
	})
}
