package telegram_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot/adapter/servertest"
	"tabuleiro/bot/telegram"
	"tabuleiro/bot/telegram/telegramtest"
	"tabuleiro/engine/match"
)

// lostTable is a match of two people in a chat, with some moves made, in virtual time.
type lostTable struct {
	*table
	ana, rui, eva *telegramtest.Person // Ana is on turn; Eva only looks on
	group         *telegramtest.Chat
	in            *telegramtest.Chat // the group or a topic of it
}

// newLostTable has both players begin a private talk first, if that is wanted.
func newLostTable(t *testing.T, topic, talks bool) *lostTable {
	o := virtual(t, func(c *telegram.Config) { c.Times.Poll, c.Times.Request = 6*time.Hour, 7*time.Hour }) // days pass
	l := &lostTable{table: o, ana: o.Person("Ana", "ana"), rui: o.Person("Rui", "rui"), eva: o.Person("Eva", "eva")}
	if talks {
		for _, p := range []*telegramtest.Person{l.ana, l.rui} {
			p.Says(p.Private(), "/start")
		}
	}
	l.group = o.Forum(l.eva, l.ana, l.rui)
	l.in = l.group
	if topic {
		l.in = l.group.Topic()
	}
	l.ana.Says(l.in, "/play damas colour=white time=1d @rui")
	l.rui.Taps(l.in.Next(), "Accept")
	for _, move := range []string{"ana 11-15", "rui 21-18", "ana 15-20", "rui 24x15"} {
		l.in.Next()
		who, text, _ := strings.Cut(move, " ")
		map[string]*telegramtest.Person{"ana": l.ana, "rui": l.rui}[who].Says(l.in, "/m "+text)
	}
	l.in.Next()
	time.Sleep(time.Minute)
	return l
}

// Where neither player can be told anything the clock stands, for seven days at the most; not for a player who has seen
// to that, and not where one of them can be told.
func TestNobodyReached(t *testing.T) {
	const day, week = 24 * time.Hour, 7 * 24 * time.Hour
	type scene struct {
		does  func(l *lostTable)
		wait  time.Duration
		still match.Status // then
		end   match.Status // when it ends
		after time.Duration
	}
	servertest.Each(t, map[string]scene{
		"neither": {func(l *lostTable) { l.group.Expel(l.eva) }, week - time.Hour, match.Playing,
			match.Void, 2 * time.Hour},
		"removed by the opponent": {func(l *lostTable) { l.group.Expel(l.rui) }, week - time.Hour, match.Playing,
			match.Void, 2 * time.Hour},
		"removed by who is on turn": {func(l *lostTable) { l.group.Expel(l.ana) }, 2*day - time.Hour, match.Playing,
			match.Over, 2 * time.Hour},
		"one can be told": {func(l *lostTable) {
			l.rui.Says(l.rui.Private(), "/start")
			time.Sleep(time.Minute)
			l.group.Expel(l.eva)
		}, 2*day - time.Hour, match.Playing, match.Over, 2 * time.Hour},
		"blocked by who is on turn": {func(l *lostTable) {
			talk := l.ana.Private()
			l.ana.Says(talk, "/start")
			time.Sleep(time.Minute)
			l.group.Expel(l.eva)
			time.Sleep(time.Minute)
			talk.Expel()
		}, 2*day - time.Hour, match.Playing, match.Over, 2 * time.Hour},
		"taken in again": {func(l *lostTable) {
			l.group.Expel(l.eva)
			time.Sleep(week - time.Hour)
			l.group.Add(l.eva)
		}, 2*day - time.Hour, match.Playing, match.Over, 2 * time.Hour},
		"one comes back": {func(l *lostTable) {
			l.group.Expel(l.eva)
			time.Sleep(week - time.Hour)
			l.ana.Says(l.ana.Private(), "/start")
		}, 2*day - time.Hour, match.Playing, match.Over, 2 * time.Hour},
	}, func(t *testing.T, x scene) {
		l := newLostTable(t, false, false)
		x.does(l)
		time.Sleep(x.wait)
		if h := l.head(); h.Status != x.still {
			t.Errorf("after %v it is %s", x.wait, h.Status)
		}
		time.Sleep(x.after)
		h := l.head()
		if h.Status != x.end || h.Rated != (x.end == match.Over) {
			t.Errorf("in the end it is %s, rated: %v", h.Status, h.Rated)
		}
	})
}

// The private talks in which a match was told while it could not be told where it is played hear no more of it when it
// can be again.
func TestRoom_FoundByTalks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLostTable(t, false, true)
		l.group.Permit(false)
		l.ana.Says(l.in, "/m 12-19")
		time.Sleep(time.Minute)
		l.group.Permit(true)
		l.rui.Says(l.in, "/m 22x15") // told in all three places
		time.Sleep(time.Minute)
		group, ana, rui := len(l.in.Sent()), len(l.ana.Private().Sent()), len(l.rui.Private().Sent())
		l.ana.Says(l.in, "/m 10-14")
		time.Sleep(time.Minute)
		if h := l.head(); len(h.Places) != 1 {
			t.Errorf("it is told at %+v", h.Places)
		}
		group, ana, rui = len(l.in.Sent())-group, len(l.ana.Private().Sent())-ana, len(l.rui.Private().Sent())-rui
		if group != 1 || ana != 0 || rui != 0 {
			t.Errorf("a move is told %d times in the group, %d and %d in private", group, ana, rui)
		}
	})
}

// Where everybody may write again that is told at the first occasion, and the match is told there as before.
func TestRoom_Found(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLostTable(t, false, false)
		l.group.Permit(false)
		l.ana.Says(l.in, "/m 12-19")
		time.Sleep(3 * 24 * time.Hour)
		if h := l.head(); h.Status != match.Playing || h.Places[0].Blocked == "" {
			t.Errorf("it is %s, at %+v", h.Status, h.Places)
		}
		l.group.Permit(true)
		said := len(l.in.Sent())
		l.rui.Says(l.in, "/m 22x15")
		time.Sleep(time.Minute)
		sent := l.in.Sent()[said:]
		if h := l.head(); len(sent) != 1 || sent[0].Photo == nil || h.Places[0].Blocked != "" {
			t.Errorf("%d messages, at %+v", len(sent), h.Places)
		}
	})
}
