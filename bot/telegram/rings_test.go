package telegram_test

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

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
func TestChallenge_Rings(t *testing.T) {
	virtually(t, func(t *testing.T) {
		o := open(t)
		ana, rui, eva := o.Person("Ana", "ana"), o.Person("Rui", "rui"), o.Person("Eva", "eva")
		talk := rui.Private()
		say(talk, rui, "/start")
		group := o.Supergroup(ana, rui, eva)

		ana.Says(group, "/play damas @rui")
		asked, call := group.Next(), talk.Next()
		if !asked.Silent || !strings.Contains(call.Text, "challenges") || len(call.Buttons()) != 1 {
			t.Errorf("silent %v; the call says %q with %v", asked.Silent, call.Text, call.Buttons())
		}
		rui.Taps(asked, "Decline").Wait()
		group.Next()
		o.Until("the call is gone", call.Deleted)

		before := len(o.Rings())
		say(group, ana, "/play damas @eva")
		if got := strings.Join(rung(o, before), ", "); !strings.Contains(got, "eva by mention") {
			t.Errorf("the challenge to eva, who has no talk with the bot, rings for %s", got)
		}

		before = len(o.Rings())
		say(group, ana, "/play damas")
		for _, p := range []*telegramtest.Person{rui, eva} {
			if n := strings.Count(strings.Join(rung(o, before), ", "), strings.ToLower(p.First)); n != 1 {
				t.Errorf("the challenge to anybody rings %d times for %s", n, p.First)
			}
		}
	})
}

// From a challenge to the rematch a telephone rings for one person at a time, the one who is meant, and for nobody who
// is plainly there: not at an offer, a refusal or the end either.
func TestWhatRings(t *testing.T) {
	for _, x := range []struct {
		pause time.Duration
		there bool
	}{{15 * time.Second, true}, {5 * time.Minute, false}} {
		synctest.Test(t, func(t *testing.T) {
			o := virtual(t)
			ana, rui, eva := o.Person("Ana", "ana"), o.Person("Rui", "rui"), o.Person("Eva", "eva")
			ana.Says(ana.Private(), "/start")
			rui.Says(rui.Private(), "/start")
			time.Sleep(time.Minute)
			group := o.Supergroup(ana, rui, eva)
			last := func() *telegramtest.Message {
				for _, m := range slices.Backward(group.Sent()) {
					if !m.Deleted() && len(m.Buttons()) > 0 {
						return m
					}
				}
				t.Fatal("there are no buttons")
				return nil
			}
			rings := func(what string, do func(), meant *telegramtest.Person, unlessThere bool) {
				t.Helper()
				before := len(o.Rings())
				do()
				time.Sleep(x.pause)
				want := strings.ToLower(meant.First) + " by private"
				if unlessThere && x.there {
					want = ""
				}
				if got := strings.Join(rung(o, before), ", "); got != want {
					t.Errorf("after %v %s rings for %q, not %q", x.pause, what, got, want)
				}
			}
			players := map[int64]*telegramtest.Person{ana.ID: ana, rui.ID: rui}
			other := map[*telegramtest.Person]*telegramtest.Person{ana: rui, rui: ana}
			rings("a challenge", func() { ana.Says(group, "/play damas colour=white @rui") }, rui, false)
			rings("accepting", func() { rui.Taps(last(), "Accept").Wait() }, ana, false)
			for range 10 {
				board := last()
				mentions := board.Mentions()
				who := players[mentions[len(mentions)-1]]
				rings("a move", func() { who.Taps(board, movesUnder(board)[0]).Wait() }, other[who], true)
			}
			rings("a draw offer", func() { ana.Says(group, "/draw") }, rui, true)
			rings("declining", func() { rui.Taps(last(), "Decline").Wait() }, ana, true)
			rings("the end", func() { ana.Says(group, "/resign yes") }, rui, true)
			rings("a rematch", func() { rui.Taps(last(), "Rematch").Wait() }, ana, false)
		})
	}
}
