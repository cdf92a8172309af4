package bot_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"tabuleiro/bot"
	"tabuleiro/bot/chat"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// limit is a change of what one person may ask for.
func limit(l bot.Limits) func(*bot.Config) { return func(c *bot.Config) { c.Limits = l } }

// live are the matches of somebody that have not ended, by their state.
func live(t *testing.T, store storage.Store, id string) map[match.Status]int {
	t.Helper()
	heads, err := store.Find(context.Background(), storage.Query{Player: id, Live: true})
	if err != nil {
		t.Fatal(err)
	}
	counts := map[match.Status]int{}
	for _, h := range heads {
		counts[h.Status]++
	}
	return counts
}

// However many challenges somebody makes at the same moment, no more are kept than may wait.
func TestManyChallenges(t *testing.T) {
	inTime(t, func(t *testing.T) {
		store, d := memorytest.New(), newDesk()
		h, _ := start(t, store, d, limit(bot.Limits{}))
		var all sync.WaitGroup
		for i := range 20 {
			all.Go(func() { says0(h.Bot, chat.Room(fmt.Sprint("desk:", i)), ana, "/play cage @rui") })
		}
		all.Wait()
		if n := live(t, store, ana.ID)[match.Open]; n != 5 {
			t.Errorf("%d challenges wait", n)
		}
		refused := 0
		for _, text := range d.heard() {
			if strings.HasPrefix(text, "5 challenges of yours are waiting") && strings.Contains(text, "/games") &&
				strings.Contains(text, "/cancel") {
				refused++
			}
		}
		if refused != 15 {
			t.Errorf("%d were told why", refused)
		}
		says(h, rui, "/play cage @ana") // challenges by others do not count
		if n := live(t, store, ana.ID)[match.Open]; n != 6 {
			t.Errorf("with that of somebody else %d challenges wait", n)
		}
	})
}

// A match counts for both, and also for the one who would accept; a player at the limit can still end a match.
func TestManyMatches(t *testing.T) {
	inTime(t, func(t *testing.T) {
		store, d := memorytest.New(), newDesk()
		h, _ := start(t, store, d, limit(bot.Limits{Matches: 3}))
		eva := chat.User{ID: "desk:eva", Handle: "eva", Name: "Eva"}
		for range 2 {
			says(h, ana, "/play cage @rui")
			says(h, rui, "/accept")
		}
		says(h, rui, "/play damas")
		d.heard()
		says(h, rui, "/play damas")
		if got := d.heard(); len(got) != 1 || !strings.HasPrefix(got[0], "You are in 3 matches already") {
			t.Errorf("one more challenge: %q", got)
		}
		says(h, eva, "/play eximo")
		says(h, eva, "/play eximo")
		d.heard()
		eximo, err := store.Find(context.Background(), storage.Query{Player: eva.ID})
		if err != nil {
			t.Fatal(err)
		}
		says(h, ana, "/accept #"+eximo[0].ID)
		says(h, ana, "/accept #"+eximo[1].ID)
		if got := d.heard(); len(got) != 2 || !strings.Contains(got[0], "Ana accepts") ||
			!strings.HasPrefix(got[1], "You are in 3 matches already") {
			t.Errorf("two more accepted: %q", got)
		}
		says(h, ana, "/resign yes #"+eximo[0].ID)
		says(h, ana, "/accept #"+eximo[1].ID)
		if n := live(t, store, ana.ID)[match.Playing]; n != 3 {
			t.Errorf("Ana plays %d matches", n)
		}
	})
}

// A person who asks for too much is told once, and heard again after a while; others are not concerned, and talk costs
// nothing.
func TestTooFast(t *testing.T) {
	inTime(t, func(t *testing.T) {
		store, d := memorytest.New(), newDesk()
		h, _ := start(t, store, d, limit(bot.Limits{Commands: 4}))
		for range 100 {
			says(h, ana, "what a lovely evening")
		}
		for range 20 {
			says(h, ana, "/help")
		}
		got := d.heard()
		if len(got) != 5 || !strings.HasPrefix(got[4], "You are too fast for me: more than 4 commands in a minute.") {
			t.Fatalf("%d answers to 20 commands: %q", len(got), got)
		}
		says(h, rui, "/help")
		if got := d.heard(); len(got) != 1 {
			t.Errorf("Rui: %q", got)
		}
		later(29 * time.Second)
		says(h, ana, "/help")
		if got := d.heard(); len(got) != 0 {
			t.Errorf("in the silence: %q", got)
		}
		later(time.Second)
		says(h, ana, "/help")
		if got := d.heard(); len(got) != 1 || strings.HasPrefix(got[0], "You are too fast") {
			t.Errorf("after it: %q", got)
		}
	})
}

// Moves that are played do not count, however quick they are, typed or pressed; what is no move does, typed or pressed.
func TestQuickPlayers(t *testing.T) {
	inTime(t, func(t *testing.T) {
		store, d := memorytest.New(), newDesk()
		h, _ := start(t, store, d, limit(bot.Limits{Commands: 3}))
		says(h, ana, "/play damas @rui")
		says(h, rui, "/accept")
		moves := 0
		for i := range 30 {
			m := only(t, store, storage.Query{})
			if m.Status != match.Playing {
				break
			}
			who := map[string]chat.User{ana.ID: ana, rui.ID: rui}[m.Player(m.Turn()).ID]
			text := string(firstMove(m))
			if i%2 == 1 {
				text = "/move #" + m.ID + " " + text
			}
			says(h, who, text)
			moves++
		}
		heads, err := store.Find(context.Background(), storage.Query{})
		if err != nil || heads[0].N != moves+2 || moves < 20 {
			t.Fatalf("%+v %v after %d moves", heads, err, moves)
		}
		d.heard()
		for range 10 {
			says(h, rui, "1-32")
		}
		if got := d.heard(); len(got) == 0 || len(got) > 4 || !strings.HasPrefix(got[len(got)-1], "You are too fast for me") {
			t.Errorf("no moves: %q", got)
		}
	})
}
