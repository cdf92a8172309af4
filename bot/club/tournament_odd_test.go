package club_test

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/faultytest"
	"tabuleiro/storage/memorytest"
)

// An event received twice under one id is handled once, and ids of tournaments are distinct.
func TestTournament_HeardTwice(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store, d := memorytest.New(), NewDesk()
		h, stop := Start(t, store, d)
		Says(h, Ana, "/tournament damas needs=5", "desk:1")
		Says(h, Rui, "/tournament join", "desk:2")
		stop()
		h, stop = Start(t, store, d)
		Later(time.Second)
		before := len(d.All())
		Says(h, Rui, "/tournament join", "desk:2")
		for _, s := range d.All()[before:] {
			t.Errorf("heard again it is answered with %q", chat.PlainText(s.M.Text))
		}
		Says(h, Rui, "/tournament join", "desk:3")
		if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "already") {
			t.Errorf("a second wish is answered with %q", got)
		}
		stop()
	})
}

// An announcement is sent once, whichever call of the store fails while it is noted.
func TestTournament_ToldOnce(t *testing.T) {
	for n := range 40 {
		InTime(t, func(t *testing.T) {
			store, d := faultytest.New(memorytest.New()), NewDesk()
			h, _ := Start(t, store, d)
			store.Plan(faultytest.Nth(n, faultytest.Fault{Err: errors.New("no disk")}))
			Says(h, Ana, "/tournament damas needs=5")
			store.Plan(nil)
			Says(h, Rui, "/tournament join")
			Later(time.Hour)
			told := 0
			for _, s := range d.All() {
				if s.On == "" && strings.Contains(chat.PlainText(s.M.Text), "🏆") {
					told++
				}
			}
			if told > 1 {
				t.Errorf("call %d fails: it is told %d times", n, told)
			}
		})
	}
}

// A person with a second account is one entrant, and a room with a new address keeps its tournaments.
func TestTournament_LinkedAndMoved(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store, d, s := memorytest.New(), NewDesk(), NewDesk()
		h, _ := TwoServices(t, store, d, s)
		code := func(d *Desk) string {
			return regexp.MustCompile(`/link [a-z0-9]{8}\b`).FindString(chat.PlainText(d.Last(t).M.Text))
		}
		To(h, Leo, false, "/tournament damas system=round")
		To(h, AnaToo, false, "/tournament join")
		To(h, Leo, false, "/tournament join")
		To(h, Ana, false, "/tournament cage")
		To(h, Ana, true, "/link")
		To(h, AnaToo, true, code(d))
		To(h, Ana, true, code(s))
		if got := Stored(t, store); strings.Contains(got, AnaToo.ID+`"`) && !strings.Contains(got, "desk:1") {
			t.Errorf("stored is %s", got)
		}
		To(h, AnaToo, false, "/tournament join")
		if got := chat.PlainText(s.Last(t).M.Text); !strings.Contains(got, "already") {
			t.Errorf("who has joined by another account is told %q", got)
		}
		if err := h.Moved(context.Background(), "desk:group", "desk:new"); err != nil {
			t.Fatal(err)
		}
		SaysIn(h, "desk:group", Rui, "/tournament")
		if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "There is no tournament here yet") {
			t.Errorf("in the room from before: %q", got)
		}
		SaysIn(h, "desk:new", Rui, "/tournament join")
		if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "Rui, you are in tournament #") {
			t.Errorf("in the new room: %q", got)
		}
	})
}

// Whichever call of the store fails, a command is executed or not, as its answer says; repeated it is executed, and in
// the end all is as without a failure.
func TestTournament_StoreFails(t *testing.T) {
	steps := []struct {
		who  chat.User
		text string
	}{
		{Ana, "/tournament damas system=round needs=3"}, {Ana, "/tournament join"}, {Rui, "/tournament join"},
		{Eva, "/tournament join"}, {Ana, "/tournament award 1 1-0"}, {Ana, "/tournament"},
		{Ana, "/tournament cancel yes"}, {Ana, "/ladder cage"}, {Rui, "/ladder join"}, {Eva, "/ladder join"},
		{Eva, "/ladder challenge 1"}, {Rui, "/ladder decline"}, {Ana, "/ladder cancel yes"},
	}
	fault := faultytest.Fault{Err: errors.New("no disk")}
	// play runs all steps with the nth call of each failing, and returns what is stored.
	play := func(t *testing.T, n int) (kept []string) {
		plain, d := memorytest.New(), NewDesk()
		store := faultytest.New(plain)
		h, stop := Start(t, store, d)
		for _, step := range steps {
			if n > 0 {
				store.Plan(faultytest.Nth(n, fault))
			}
			Says(h, step.who, step.text)
			failed := strings.Contains(chat.PlainText(d.Last(t).M.Text), "Something went wrong")
			store.Plan(nil)
			if failed {
				Says(h, step.who, step.text)
				if got := chat.PlainText(d.Last(t).M.Text); strings.Contains(got, "Something went wrong") {
					t.Errorf("%d: %s fails again", n, step.text)
				}
			}
			Later(time.Hour)
		}
		stop()
		keys, err := plain.Keys(t.Context(), "tournament/")
		if err != nil {
			t.Fatal(err)
		}
		for _, key := range keys {
			note, err := plain.Get(t.Context(), key)
			if err != nil {
				t.Fatal(err)
			}
			events, _, _ := strings.Cut(note, `"told"`)
			var kinds []string
			for _, kind := range regexp.MustCompile(`"kind":"(\w+)"`).FindAllStringSubmatch(events, -1) {
				kinds = append(kinds, kind[1])
			}
			kept = append(kept, strings.Join(kinds, " "))
		}
		slices.Sort(kept)
		return kept
	}
	InTime(t, func(t *testing.T) {
		want := play(t, 0)
		if len(want) != 2 {
			t.Fatalf("kept is %q", want)
		}
		for n := 1; n <= 12; n++ {
			if got := play(t, n); !slices.Equal(got, want) {
				t.Errorf("with call %d failing kept is %q, want %q", n, got, want)
			}
		}
	})
}

// Options are accepted within their bounds, and refused outside.
func TestTournament_OptionBounds(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		for option, want := range map[string]bool{
			"rounds=0": false, "rounds=1": true, "rounds=30": true, "rounds=31": false, "rounds=x": false,
			"games=0": false, "games=1": true, "games=2": true, "games=3": false,
			"needs=1": false, "needs=2": true, "needs=64": true, "needs=65": false,
			"round=59m": false, "round=1h": true, "round=366d": true, "round=367d": false,
			"starts=1h": true, "starts=soon": false, "system=swiss": true, "system=none": false,
		} {
			d.Heard()
			Says(h, Ana, "/tournament damas "+option)
			got := strings.Join(d.Heard(), "\n")
			if strings.Contains(got, "announces a tournament") != want ||
				strings.Contains(got, "“"+option+"” is not possible.") == want {
				t.Errorf("%s: %q", option, got)
			}
			if want {
				Says(h, Ana, "/tournament cancel yes")
			}
		}
	})
}

// The top of a ladder, if idle for two weeks, is passed by the next one who has played.
func TestLadder_Idle(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		d.Can.Pictures = false
		Says(h, Ana, "/ladder damas")
		for _, u := range []chat.User{Ana, Rui, Eva} {
			Says(h, u, "/ladder join")
		}
		Later(13*24*time.Hour + 6*time.Hour)
		Says(h, Eva, "/ladder challenge 2")
		Says(h, Rui, "/ladder decline")
		for _, dropped := range []bool{false, true} {
			Later(17 * time.Hour) // it is looked at every twelve hours
			d.Heard()
			Says(h, Ana, "/ladder history")
			got := strings.Join(d.Heard(), "\n")
			if strings.Contains(got, "Ana was idle for 14 days and goes down one place.") != dropped {
				t.Errorf("after two weeks %t: %q", dropped, got)
			}
		}
		Says(h, Ana, "/ladder")
		if got := d.Last(t).M.Board.Text; !regexp.MustCompile(`(?s) 1 Eva .* 2 Ana .* 3 Rui `).MatchString(got) {
			t.Errorf("the table is %q", got)
		}
	})
}

// Where a win counts one, points are written with halves.
func TestTournament_Halves(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		d.Can.Pictures = false
		Says(h, Ana, "/tournament cage system=round games=2 needs=3")
		for _, u := range []chat.User{Ana, Rui, Eva} {
			Says(h, u, "/tournament join")
		}
		for _, points := range []string{"1/2-1/2", "1-0", "0-2"} {
			Says(h, Ana, "/tournament award 1 "+points) // one of them is a bye
			Says(h, Ana, "/tournament award 2 "+points)
		}
		d.Heard()
		Says(h, Ana, "/tournament history")
		got := strings.Join(d.Heard(), "\n")
		for _, want := range []string{": 1-1, says the organiser.", ": 2-0, says the organiser.", ": 0-2, says the organiser."} {
			if !strings.Contains(got, want) {
				t.Errorf("%q is not in %q", want, got)
			}
		}
	})
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		d.Can.Pictures = false
		Says(h, Ana, "/tournament cage system=round needs=3")
		for _, u := range []chat.User{Ana, Rui, Eva} {
			Says(h, u, "/tournament join")
		}
		Says(h, Ana, "/tournament award 2 =")
		Says(h, Ana, "/tournament")
		if got := d.Last(t).M.Board.Text; strings.Count(got, "½") != 2 {
			t.Errorf("the table is %q", got)
		}
		Says(h, Ana, "/tournament award 2 =")
		Says(h, Ana, "/tournament")
		if got := d.Last(t).M.Board.Text; !strings.Contains(got, "1½") {
			t.Errorf("the table is %q", got)
		}
	})
}
