package bot_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/faulty"
	"tabuleiro/storage/memory"
)

// awayFrom is a plan in which the store goes away at the nth call and is back after a while.
func awayFrom(n int, while time.Duration) faulty.Plan {
	var back time.Time
	return func(c faulty.Call) faulty.Fault {
		if c.N == n {
			back = time.Now().Add(while)
		}
		if c.N >= n && time.Now().Before(back) {
			return faulty.Fault{Err: storage.ErrAway}
		}
		return faulty.Fault{}
	}
}

// A yes that is said while the store of several processes goes away, at whichever call, does what was asked as soon as
// it is back; the process that has lost the room before leaves the question to the next one.
func TestYesWhileStoreIsAway(t *testing.T) {
	for n, done := 1, false; !done; n++ {
		for _, loses := range []bool{false, true} {
			inTime(t, func(t *testing.T) {
				common := memory.New()
				store := faulty.New(common)
				h, d, _, _ := oneOfSeveral(t, "a", store, common)
				hears := func(u chat.User, text, quoted string, lasts time.Duration) {
					ctx, leave, ours := h.Share.Enter(t.Context(), "desk:group")
					if !ours {
						t.Fatal("the room is another's")
					}
					defer leave()
					ctx, cancel := context.WithTimeout(ctx, lasts)
					defer cancel()
					h.Hear(ctx, chat.Event{ID: "desk:" + text, Room: "desk:group", From: u, Text: text, Addressed: true,
						Quoted: quoted, Mentions: []chat.User{ana, rui}})
				}
				hears(ana, "/play damas colour=white @rui", "", time.Minute)
				hears(rui, "/accept", "", time.Minute)
				hears(ana, "/resign", "", time.Minute)
				asked := chat.Plain(d.last(t).m.Text)
				at := ""
				d.heard()
				store.Plan(awayFrom(n, 5*time.Second))
				if loses {
					at = " and its room is lost"
					hears(ana, "yes", asked, 3*time.Second)
					time.Sleep(5 * time.Second)
				}
				hears(ana, "yes", asked, time.Minute)
				if done = store.Calls() < n; done {
					return
				}
				store.Plan(nil)
				if is := only(t, common, storage.Query{}).Status; is != match.Over {
					t.Errorf("when the store goes away at call %d%s the match is %v, and said is %q", n, at, is, d.heard())
				}
			})
		}
	}
}

// A yes at which the store of a process alone fails is told to have failed, and the next yes counts.
func TestYesWhenStoreFails(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for _, method := range []string{"Put", "Append"} {
			store, d := faulty.New(memory.New()), newDesk()
			h, _ := start(t, store, d)
			privately(h, ana, "/play damas @house:1 colour=white")
			privately(h, ana, "/resign")
			store.Plan(faulty.Always(faulty.Fault{Err: storage.ErrFull}, method))
			d.heard()
			privately(h, ana, "yes")
			if got := fmt.Sprint(d.heard()); method == "Append" && !strings.Contains(got, "went wrong") {
				t.Errorf("%s fails: said is %q", method, got)
			}
			store.Plan(nil)
			privately(h, ana, "yes")
			if is := only(t, store, storage.Query{}).Status; is != match.Over {
				t.Errorf("%s has failed: the match is %v, and said is %q", method, is, d.heard())
			}
		}
	})
}
