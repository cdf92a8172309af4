package telegram_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/telegram/telegramtest"
)

// rung are who heard a telephone since some number of rings, with how: "ana by mention".
func rung(o *table, since int) (list []string) {
	for _, r := range o.Rings()[since:] {
		list = append(list, strings.ToLower(r.For.First)+" by "+r.By)
	}
	return list
}

// A challenge to a person who can be called in private rings for that person alone, with a link to it; the call goes
// when the challenge is answered. One to anybody, and one to a person to whom the bot cannot write, ring once.
func TestChallengeRings(t *testing.T) {
	t.Parallel()
	o := open(t)
	ana, rui, eva := o.Person("Ana", "ana"), o.Person("Rui", "rui"), o.Person("Eva", "eva")
	talk := rui.Private()
	rui.Says(talk, "/start")
	talk.Next()
	group := o.Supergroup(ana, rui, eva)

	before := len(o.Rings())
	ana.Says(group, "/play damas @rui")
	asked, call := group.Next(), talk.Next()
	if got := strings.Join(rung(o, before), ", "); got != "rui by private" {
		t.Errorf("the challenge to rui rings for %s", got)
	}
	if !asked.Silent || !strings.Contains(call.Text, "challenges") || len(call.Buttons()) != 1 {
		t.Errorf("silent %v; the call says %q with %v", asked.Silent, call.Text, call.Buttons())
	}
	rui.Taps(asked, "Decline").Wait()
	group.Next()
	o.Until("the call is gone", call.Deleted)

	before = len(o.Rings())
	ana.Says(group, "/play damas @eva")
	group.Next()
	if got := strings.Join(rung(o, before), ", "); !strings.Contains(got, "eva by mention") {
		t.Errorf("the challenge to eva, who has no talk with the bot, rings for %s", got)
	}

	before = len(o.Rings())
	ana.Says(group, "/play damas")
	group.Next()
	for _, p := range []*telegramtest.Person{rui, eva} {
		if n := strings.Count(strings.Join(rung(o, before), ", "), strings.ToLower(p.First)); n != 1 {
			t.Errorf("the challenge to anybody rings %d times for %s", n, p.First)
		}
	}
}
