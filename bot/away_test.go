package bot_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot"
	"tabuleiro/bot/chat"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/faulty"
	"tabuleiro/storage/memory"
)

// What is heard while the store of several processes is away is dealt with as soon as it is there again, and nobody is
// told that something went wrong; where the process loses the room before, another one deals with it.
func TestStoreIsAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		common := memory.New()
		store := faulty.New(common)
		h, d, _, stop := oneOfSeveral(t, "a", store, common)
		defer stop()
		hears := func(u chat.User, text string, loses time.Duration) {
			ctx, leave, ours := h.(*bot.Bot).Share.Enter(t.Context(), "desk:group")
			if !ours {
				t.Fatal("the room is another's")
			}
			defer leave()
			ctx, cancel := context.WithTimeout(ctx, loses)
			defer cancel()
			h.Hear(ctx, chat.Event{ID: "desk:" + text, Room: "desk:group", From: u, Text: text, Mentions: []chat.User{ana, rui}})
		}
		goes := func(away time.Duration) {
			back := time.Now().Add(away)
			store.Plan(func(c faulty.Call) faulty.Fault {
				if time.Now().Before(back) {
					return faulty.Fault{Err: storage.ErrAway, Done: c.Method == "Append"} // an append is kept, and the answer lost
				}
				return faulty.Fault{}
			})
		}
		hears(ana, "/play damas colour=white @rui", time.Minute)
		hears(rui, "/accept", time.Minute)
		d.heard()
		for _, away := range []time.Duration{time.Millisecond, 5 * time.Second} {
			goes(away)
			move, who := "11-15", ana
			if away > time.Second {
				move, who = "22-18", rui
			}
			began := time.Now()
			hears(who, move, time.Minute)
			if took := time.Since(began); took > away+2*time.Second {
				t.Errorf("%s takes %v", move, took)
			}
			d.expect(t, move, who.Name+": "+move)
		}
		goes(time.Hour)
		hears(ana, "12-16", 3*time.Second)
		goes(0)
		if said := d.heard(); len(said) > 0 {
			t.Errorf("of what another process deals with is said: %q", said)
		}
		moves := 0
		for _, e := range eventsOf(t, common) {
			if e.Kind == match.Moved {
				moves++
			}
		}
		if moves != 2 {
			t.Errorf("%d moves are stored", moves)
		}
	})
}

// Whoever waits for the store is shown every few seconds that the bot has heard, and then answered.
func TestWaitingIsShown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		common := memory.New()
		store := faulty.New(common)
		h, d, _, stop := oneOfSeveral(t, "a", store, common)
		defer stop()
		ctx, leave, ours := h.(*bot.Bot).Share.Enter(t.Context(), "desk:group")
		if !ours {
			t.Fatal("the room is another's")
		}
		defer leave()
		for away, want := range map[time.Duration]int{4 * time.Second: 0, 13 * time.Second: 2} {
			d.attended = nil
			back := time.Now().Add(away)
			store.Plan(func(faulty.Call) faulty.Fault {
				if time.Now().Before(back) {
					return faulty.Fault{Err: storage.ErrAway}
				}
				return faulty.Fault{}
			})
			h.Hear(ctx, chat.Event{ID: "desk:" + away.String(), Room: "desk:group", From: ana, Text: "/games", Addressed: true})
			if len(d.attended) != want || len(d.heard()) == 0 {
				t.Errorf("away for %v: shown %d times, want %d", away, len(d.attended), want)
			}
		}
	})
}
