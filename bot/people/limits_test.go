package people_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot"
	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/faultytest"
	"tabuleiro/storage/memorytest"
)

// Of any number of simultaneous challenges no more are kept than may wait.
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

// A match counts for both players, and also for the one who would accept; a player at the limit can still end a match.
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

// A person who sends too much is told once, and heard again after a while; others are not affected, and talk does not
// count.
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

// Legal moves do not count, however quick, typed or pressed; other texts do.
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

// A person may import a number of games in a day, and more the next day.
func TestLimits_ImportsInADay(t *testing.T) {
	InTime(t, func(t *testing.T) {
		d := NewDesk()
		h, _ := Start(t, memorytest.New(), d, Limit(bot.Limits{Imports: 2}))
		send := func() string {
			d.Heard()
			h.Hear(context.Background(), chat.Event{Room: "desk:group", From: Ana, Text: "/import", Addressed: true,
				File: &chat.File{Name: "a.pdn", Data: []byte("[Event \"x\"]\n[GameType \"28\"]\n[Result \"1-0\"]\n1. 11-15 22-18 1-0\n"), Size: 60}})
			return strings.Join(d.Heard(), "\n")
		}
		for range 3 { // what was played counts as nothing read
			PlaysMoves(h, d, "", 2)
			Says(h, Ana, "/resign yes")
		}
		for n, want := range []bool{true, true, false} {
			if got := send(); strings.Contains(got, "that is the limit") == want {
				t.Errorf("import %d: %q", n+1, got)
			}
		}
		Later(25 * time.Hour)
		if got := send(); strings.Contains(got, "that is the limit") {
			t.Errorf("the next day: %q", got)
		}
	})
}

// If only administrators begin matches others are told so, however they begin one; in private everybody may.
func TestLimits_Beginning(t *testing.T) {
	InTime(t, func(t *testing.T) {
		d := NewDesk()
		d.Admins = map[string]bool{Eva.ID: true}
		h, _ := Start(t, memorytest.New(), d)
		const refused = "Only administrators start games here."
		for _, c := range []struct {
			who     chat.User
			text    string
			refused bool
		}{
			{Ana, "/play damas", false}, {Eva, "/settings start admins", false}, {Ana, "/play damas", true},
			{Ana, "/play damas @rui", true}, {Eva, "/play cage @rui", false}, {Rui, "/accept", false},
			{Eva, "/settings start everybody", false}, {Ana, "/play damas @rui", false},
		} {
			Says(h, c.who, c.text)
			if got := strings.Join(d.Heard(), "\n"); strings.Contains(got, refused) != c.refused || got == "" {
				t.Errorf("%s: %s: %q", c.who.Name, c.text, got)
			}
		}
		Says(h, Eva, "/settings start admins")
		d.Heard()
		To(h, Ana, true, "/play damas house:1")
		if got := strings.Join(d.Heard(), "\n"); strings.Contains(got, refused) {
			t.Errorf("in private: %q", got)
		}
	})
}

// A challenged person must be another one, who is still there.
func TestLimits_Opponent(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play damas @ana")
		d.Expect(t, "a challenge of oneself", "You cannot play against yourself; somebody else has to accept.")
		PlaysMoves(h, d, "", 4)
		Says(h, Rui, "/resign yes")
		Says(h, Rui, "/forget yes")
		d.Heard()
		Says(h, Ana, "/rematch")
		if got := strings.Join(d.Heard(), "\n"); strings.Contains(got, "challenges") || got == "" {
			t.Errorf("a rematch with somebody who was forgotten: %q", got)
		}
	})
}

// A person being forgotten begins nothing that would be left behind, and may begin again afterwards.
func TestLimits_WhileForgotten(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store, d := faultytest.New(memorytest.New()), NewDesk()
		h, _ := Start(t, store, d)
		PlaysMoves(h, d, "", 4)
		release := make(chan struct{})
		store.Plan(faultytest.Always(faultytest.Fault{Until: release}, "Rewrite"))
		go SaysIn(h.Bot, "desk:hall", Ana, "/forget yes")
		synctest.Wait()
		d.Heard()
		SaysIn(h.Bot, "desk:far", Ana, "/play cage @rui")
		d.Expect(t, "while Ana is forgotten", "I am still deleting your data. Try again in a moment.")
		close(release)
		synctest.Wait()
		store.Plan(nil)
		d.Heard()
		SaysIn(h, "desk:far", Ana, "/play cage @rui")
		if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, "challenges Rui") {
			t.Errorf("afterwards: %q", got)
		}
	})
}
