package bot_test

import (
	"context"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memory"
)

// Somebody who always has room for two games has one challenge standing until two go on, and again when one has ended,
// also when that ended while the bot was not there; a challenge that is cancelled ends it, as does being away.
func TestStandingInvitation(t *testing.T) {
	inTime(t, func(t *testing.T) {
		kept, d := memory.New(), newDesk()
		h, stop := start(t, kept, d)
		eva := chat.User{ID: "desk:eva", Handle: "eva", Name: "Eva"}
		stands := func(when string, open, playing int) (id string) {
			t.Helper()
			later(time.Second)
			heads, err := kept.Find(context.Background(), storage.Query{Live: true})
			if err != nil {
				t.Fatal(err)
			}
			for _, head := range heads {
				if head.Status == match.Open {
					open, id = open-1, head.ID
				} else {
					playing--
				}
			}
			if open != 0 || playing != 0 {
				t.Fatalf("%s: %+v", when, heads)
			}
			return id
		}
		says(h, ana, "/open damas 2 days=3")
		first := stands("said", 1, 0)
		says(h, rui, "/accept #"+first)
		second := stands("one is taken", 1, 1)
		says(h, eva, "/accept #"+second)
		stands("both are taken", 0, 2)
		says(h, rui, "/resign #"+first+" yes")
		third := stands("one is over", 1, 1)
		says(h, rui, "/accept #"+third)
		stands("full again", 0, 2)
		stop()
		h, stop = start(t, kept, d)
		stands("after a restart", 0, 2)
		says(h, eva, "/resign #"+second+" yes")
		says(h, ana, "/cancel #"+stands("over after a restart", 1, 1))
		stands("cancelled", 0, 1)
		says(h, rui, "/resign #"+third+" yes")
		stands("it is at an end", 0, 0)

		says(h, ana, "/open damas")
		says(h, eva, "/accept #"+stands("said before she leaves", 1, 0))
		stands("taken before she leaves", 0, 1)
		h.Left(t.Context(), "desk:group", ana)
		later(time.Second)
		if keys, err := kept.Keys(t.Context(), "open/"); err != nil || len(keys) > 0 {
			t.Errorf("of somebody who has left %q are kept, %v", keys, err)
		}
		says(h, ana, "/resign yes")
		stands("she has come back", 0, 0)

		says(h, ana, "/open damas")
		fourth := stands("said again", 1, 0)
		says(h, eva, "/accept #"+fourth)
		stands("taken", 0, 1)
		says(h, ana, "/away 3d")
		says(h, eva, "/resign #"+fourth+" yes")
		stands("away", 0, 0)
		stop()
		if keys, err := kept.Keys(context.Background(), "open/"); err != nil || len(keys) > 0 {
			t.Errorf("kept are %q, %v", keys, err)
		}
	})
}

// An invitation of somebody who is forgotten is forgotten.
func TestStandingInvitationForgotten(t *testing.T) {
	inTime(t, func(t *testing.T) {
		kept, d := memory.New(), newDesk()
		h, stop := start(t, kept, d)
		says(h, ana, "/open damas 2")
		says(h, ana, "/forget yes")
		later(time.Minute)
		stop()
		keys, err := kept.Keys(context.Background(), "open/")
		heads, failed := kept.Find(context.Background(), storage.Query{Live: true})
		if err != nil || failed != nil || len(keys)+len(heads) > 0 {
			t.Errorf("kept are %q, %+v, %v, %v", keys, heads, err, failed)
		}
	})
}
