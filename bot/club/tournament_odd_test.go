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

// What is heard twice under one id is done once, and two tournaments never have one id.
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

// A person with a second account stands in tournaments as one, and a room takes its tournaments along.
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

// Whatever call of the store fails, what somebody does is done or not, as the answer tells; said again it is done, and in
// the end all is as if nothing had failed.
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
	// play has all done, the nth call of each step failing, and returns what is kept of it.
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
