package people_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"tabuleiro/bot"
	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// However many challenges somebody makes at the same moment, no more are kept than may wait.
func TestLimits_Challenges(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store, d := memorytest.New(), NewDesk()
		h, _ := Start(t, store, d, Limit(bot.Limits{}))
		var all sync.WaitGroup
		for i := range 20 {
			all.Go(func() { SaysIn(h.Bot, chat.Room(fmt.Sprint("desk:", i)), Ana, "/play cage @rui") })
		}
		all.Wait()
		if n := Live(t, store, Ana.ID)[match.Open]; n != 5 {
			t.Errorf("%d challenges wait", n)
		}
		refused := 0
		for _, text := range d.Heard() {
			if strings.HasPrefix(text, "5 challenges of yours are waiting") && strings.Contains(text, "/games") &&
				strings.Contains(text, "/cancel") {
				refused++
			}
		}
		if refused != 15 {
			t.Errorf("%d were told why", refused)
		}
		Says(h, Rui, "/play cage @ana") // challenges by others do not count
		if n := Live(t, store, Ana.ID)[match.Open]; n != 6 {
			t.Errorf("with that of somebody else %d challenges wait", n)
		}
	})
}

// A match counts for both, and also for the one who would accept; a player at the limit can still end a match.
func TestLimits_Matches(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store, d := memorytest.New(), NewDesk()
		h, _ := Start(t, store, d, Limit(bot.Limits{Matches: 3}))
		eva := chat.User{ID: "desk:eva", Handle: "eva", Name: "Eva"}
		for range 2 {
			Says(h, Ana, "/play cage @rui")
			Says(h, Rui, "/accept")
		}
		Says(h, Rui, "/play damas")
		d.Heard()
		Says(h, Rui, "/play damas")
		if got := d.Heard(); len(got) != 1 || !strings.HasPrefix(got[0], "You are in 3 matches already") {
			t.Errorf("one more challenge: %q", got)
		}
		Says(h, eva, "/play eximo")
		Says(h, eva, "/play eximo")
		d.Heard()
		eximo, err := store.Find(context.Background(), storage.Query{Player: eva.ID})
		if err != nil {
			t.Fatal(err)
		}
		Says(h, Ana, "/accept #"+eximo[0].ID)
		Says(h, Ana, "/accept #"+eximo[1].ID)
		if got := d.Heard(); len(got) != 2 || !strings.Contains(got[0], "Ana accepts") ||
			!strings.HasPrefix(got[1], "You are in 3 matches already") {
			t.Errorf("two more accepted: %q", got)
		}
		Says(h, Ana, "/resign yes #"+eximo[0].ID)
		Says(h, Ana, "/accept #"+eximo[1].ID)
		if n := Live(t, store, Ana.ID)[match.Playing]; n != 3 {
			t.Errorf("Ana plays %d matches", n)
		}
	})
}

// A person who asks for too much is told once, and heard again after a while; others are not concerned, and talk costs
// nothing.
func TestLimits_TooFast(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store, d := memorytest.New(), NewDesk()
		h, _ := Start(t, store, d, Limit(bot.Limits{Commands: 4}))
		for range 100 {
			Says(h, Ana, "what a lovely evening")
		}
		for range 20 {
			Says(h, Ana, "/help")
		}
		got := d.Heard()
		if len(got) != 5 || !strings.HasPrefix(got[4], "You are too fast for me: more than 4 commands in a minute.") {
			t.Fatalf("%d answers to 20 commands: %q", len(got), got)
		}
		Says(h, Rui, "/help")
		if got := d.Heard(); len(got) != 1 {
			t.Errorf("Rui: %q", got)
		}
		Later(29 * time.Second)
		Says(h, Ana, "/help")
		if got := d.Heard(); len(got) != 0 {
			t.Errorf("in the silence: %q", got)
		}
		Later(time.Second)
		Says(h, Ana, "/help")
		if got := d.Heard(); len(got) != 1 || strings.HasPrefix(got[0], "You are too fast") {
			t.Errorf("after it: %q", got)
		}
	})
}

// Moves that are played do not count, however quick they are, typed or pressed; what is no move does, typed or pressed.
func TestLimits_QuickPlayers(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store, d := memorytest.New(), NewDesk()
		h, _ := Start(t, store, d, Limit(bot.Limits{Commands: 3}))
		Says(h, Ana, "/play damas @rui")
		Says(h, Rui, "/accept")
		moves := 0
		for i := range 30 {
			m := Only(t, store, storage.Query{})
			if m.Status != match.Playing {
				break
			}
			who := map[string]chat.User{Ana.ID: Ana, Rui.ID: Rui}[m.Player(m.Turn()).ID]
			text := string(FirstMove(m))
			if i%2 == 1 {
				text = "/move #" + m.ID + " " + text
			}
			Says(h, who, text)
			moves++
		}
		heads, err := store.Find(context.Background(), storage.Query{})
		if err != nil || heads[0].N != moves+2 || moves < 20 {
			t.Fatalf("%+v %v after %d moves", heads, err, moves)
		}
		d.Heard()
		for range 10 {
			Says(h, Rui, "1-32")
		}
		if got := d.Heard(); len(got) == 0 || len(got) > 4 || !strings.HasPrefix(got[len(got)-1], "You are too fast for me") {
			t.Errorf("no moves: %q", got)
		}
	})
}
