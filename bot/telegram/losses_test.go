package telegram_test

import (
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/adapter/servertest"
	"tabuleiro/bot/telegram/telegramtest"
	"tabuleiro/engine/match"
)

// Twelve ways in which a room falls away, in virtual time. Where the match can be told nowhere that both read, both
// players hear of it in private within a minute after Telegram has let the bot know; elsewhere the next move stands
// where it can be read within that minute. In no case has the match ended or the clock run on unsaid, and when the room
// is back the match goes on in it.
func TestTwelveLosses(t *testing.T) {
	type place = *telegramtest.Chat
	moves := func(l *lostTable) { l.ana.Says(l.in, "/m 12-19") }
	elsewhere := func(l *lostTable) { l.ana.Says(l.ana.Private(), "/move #"+l.head().ID+" 12-19") }
	type scene struct {
		topic bool
		does  func(l *lostTable)
		then  func(l *lostTable) // by what the bot gets to know of it, nil if it is told
		told  bool               // both in private; else the board is in the room that "where" names
		back  func(l *lostTable)
		where func(l *lostTable) place // it goes on then
	}
	servertest.Each(t, map[string]scene{
		"kicked": {does: func(l *lostTable) { l.group.Expel(l.eva) }, told: true,
			back: func(l *lostTable) { l.group.Add(l.eva) }},
		"left": {does: func(l *lostTable) { l.group.Quit() }, told: true,
			back: func(l *lostTable) { l.group.Add(l.eva) }},
		"group deleted": {does: func(l *lostTable) { l.group.Destroy() }, then: elsewhere, told: true,
			where: func(l *lostTable) place { return l.rui.Private() }},
		"upgraded": {does: func(l *lostTable) { l.in = l.group.Upgrade(true, true) }, then: moves,
			where: func(l *lostTable) place { return l.in }},
		"topic closed": {topic: true, does: func(l *lostTable) { l.in.Close(true) }, told: true,
			back: func(l *lostTable) { l.in.Close(false) }},
		"topic deleted": {topic: true, does: func(l *lostTable) { l.in.Delete() }, then: elsewhere,
			where: func(l *lostTable) place { return l.group }},
		"no right to write": {does: func(l *lostTable) { l.group.Permit(false) }, then: moves, told: true,
			back: func(l *lostTable) { l.group.Permit(true) }},
		"no right for photos": {does: func(l *lostTable) { l.group.Pictures(false) }, then: moves,
			back: func(l *lostTable) { l.group.Pictures(true) }},
		"slow mode": {does: func(l *lostTable) { l.group.Slow(30 * time.Second) }, then: moves,
			back: func(l *lostTable) { l.group.Slow(0) }},
		"restricted": {does: func(l *lostTable) { l.group.Restrict(true) }, told: true,
			back: func(l *lostTable) { l.group.Restrict(false) }},
		"blocked by one": {does: func(l *lostTable) { l.rui.Private().Expel() }, then: moves,
			back: func(l *lostTable) { l.rui.Private().Admit() }},
		"account deleted": {does: func(l *lostTable) { l.eva.Deletes() }, then: moves},
	}, func(t *testing.T, x scene) {
		l := newLostTable(t, x.topic, true)
		talks := []place{l.ana.Private(), l.rui.Private()}
		before := []int{len(talks[0].Sent()), len(talks[1].Sent())}
		x.does(l)
		if x.then != nil {
			x.then(l)
		}
		time.Sleep(time.Minute)
		for i, talk := range talks {
			said := ""
			for _, m := range talk.Sent()[before[i]:] {
				said += m.Text + "\n"
			}
			if told := strings.Contains(said, "I can no longer write where this match is played."); told != x.told {
				t.Errorf("player %d is told in private: %q", i, said)
			}
		}
		if h := l.head(); h.Status != match.Playing {
			t.Fatalf("it is %s", h.Status)
		}
		if x.back != nil {
			x.back(l)
			time.Sleep(time.Minute)
		}
		where := l.in
		if x.where != nil {
			where = x.where(l)
		}
		if x.then == nil {
			l.ana.Says(where, "/m 12-19")
			time.Sleep(time.Minute)
		}
		l.rui.Says(where, "/move #"+l.head().ID+" 22x15")
		time.Sleep(time.Minute)
		sent := where.Sent()
		if last := sent[len(sent)-1].Now(); !strings.Contains(last.Text, "22x15") {
			t.Errorf("it does not go on there: %q", last.Text)
		}
		if h := l.head(); h.Status != match.Playing {
			t.Errorf("in the end it is %s", h.Status)
		}
	})
}
