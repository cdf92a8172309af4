package telegram_test

import (
	"net/http"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"tabuleiro/bot/adapter/servertest"
	"tabuleiro/bot/telegram/telegramtest"
)

// Telegram tells again to the next process that which one heard that fell before Telegram could know. A text that the
// first refused counts there only if its author can have known of all that came since.
func TestTold_Again(t *testing.T) {
	type scene struct {
		says func(ana, rui *telegramtest.Person, in *telegramtest.Chat)
		want []string
	}
	servertest.Each(t, map[string]scene{
		"a move out of turn": {func(ana, rui *telegramtest.Person, in *telegramtest.Chat) {
			rui.Says(in, "/m 22-18")
			time.Sleep(2 * time.Second)
			ana.Says(in, "/m 11-15")
		}, []string{"11-15"}},
		"a move typed again": {func(ana, rui *telegramtest.Person, in *telegramtest.Chat) {
			for _, said := range []struct {
				by   *telegramtest.Person
				move string
			}{{ana, "11-15"}, {ana, "12-16"}, {rui, "22-18"}} {
				said.by.Says(in, "/m "+said.move)
				time.Sleep(2 * time.Second)
			}
		}, []string{"11-15", "22-18"}},
		"moves in turn": {func(ana, rui *telegramtest.Person, in *telegramtest.Chat) {
			for n, move := range []string{"11-15", "22-18", "12-16"} {
				[]*telegramtest.Person{ana, rui}[n%2].Says(in, "/m "+move)
				time.Sleep(2 * time.Second)
			}
		}, []string{"11-15", "22-18", "12-16"}},
	}, func(t *testing.T, c scene) {
		o := virtual(t, hasty)
		ana, rui, group := o.people()
		o.begin(group, ana, rui)
		time.Sleep(time.Minute)
		var told atomic.Int64 // 0: all is held back; then one answer; then none again, and nothing is confirmed
		o.Fail("getUpdates", 1<<30, func(s *telegramtest.Server, w http.ResponseWriter, r *http.Request,
			real func(http.ResponseWriter)) {
			if !told.CompareAndSwap(1, 2) {
				telegramtest.Status(502)(s, w, r, real)
				return
			}
			real(w)
		})
		time.Sleep(time.Minute) // what was asked for before is over
		c.says(ana, rui, group)
		told.Store(1)
		time.Sleep(time.Minute)
		o.stop()
		o.Mend()
		openAt(t, o.Server, o.store, paced, hasty)
		time.Sleep(time.Minute)
		if got := movesOf(t, o.store, o.head().ID); !slices.Equal(got, c.want) {
			t.Errorf("played: %q, not %q", got, c.want)
		}
	})
}
