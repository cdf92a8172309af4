package exercise_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// The table of a daily puzzle has at most twenty rows, and the number of further solvers, if any; equal results share a
// place.
func TestTable_ManySolvers(t *testing.T) {
	for solved, more := range map[int]string{20: "", 21: "\n… +1", 23: "\n… +3"} {
		InTime(t, func(t *testing.T) {
			d, store := NewDesk(), memorytest.New()
			h, stop := Start(t, store, d)
			Says(h, Ana, "/settings puzzle 9:00")
			Later(21 * time.Hour)
			for n := range solved {
				id := fmt.Sprintf("u%02d", n)
				answers(t, h, store, chat.User{ID: "desk:" + id, Handle: id, Name: id}, false, min(n, 2)/2) // two at once
			}
			d.Heard()
			Later(24*time.Hour + time.Second)
			got := d.Heard()[0]
			if strings.Count(got, "\n1. ") != 2 || strings.Count(got, "\n3. ") != 18 || strings.Contains(got, "u20") {
				t.Errorf("%d have solved it: %q", solved, got)
			}
			if !strings.HasSuffix(got, more) || more == "" && strings.Contains(got, "…") {
				t.Errorf("%d have solved it, and the table ends %q", solved, got[strings.LastIndex(got, "\n"):])
			}
			stop()
		})
	}
}

// The table of a day is sent if somebody in the room has tried its puzzle, and lists only solvers.
func TestTable_OfWhoTried(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		tap := func(u chat.User, rest string) {
			date, _, _ := dayIn(t, h.Store, "desk:group")
			Hear(h, chat.Event{Room: "desk:group", From: u, Text: "/puzzle " + date + rest, Addressed: true, Tap: true,
				Hidden: true})
		}
		Says(h, Ana, "/settings puzzle 9:00")
		Later(21 * time.Hour)
		tap(Eva, "")
		d.Heard()
		Later(24 * time.Hour)
		d.Expect(t, "opened by one", "🧩 2026-11-25 Portuguese draughts\nThe puzzle of the day.")
		tap(Eva, "")
		tap(Rui, "")
		_, _, p := dayIn(t, h.Store, "desk:group")
		tap(Rui, ":0 "+wrongIn(t, Posed{Game: "portuguese", Puzzle: &p}))
		d.Heard()
		Later(24 * time.Hour)
		d.Expect(t, "tried by one", "has not been solved.", "🧩 2026-11-26")
		tap(Eva, "")
		tap(Ana, " solution")
		answers(t, h, h.Store, Rui, false, 0)
		d.Heard()
		Later(24 * time.Hour)
		if got := d.Heard(); len(got) != 2 ||
			!strings.HasSuffix(got[0], "Solved by:\n1. Rui – tries: 1, time: 1 second, days in a row: 1") {
			t.Errorf("solved by one: %q", got)
		}
		if Says(h, Ana, "/puzzle table"); !strings.Contains(strings.Join(d.Heard(), "\n"), "🧩 2026-11-26") {
			t.Error("the table is not that of the day before")
		}
		if Says(h, Ana, "/settings puzzle 10:00"); !strings.Contains(strings.Join(d.Heard(), "\n"), "10:00") {
			t.Error("no other time is chosen")
		}
		if Says(h, Ana, "/puzzle day"); !strings.Contains(strings.Join(d.Heard(), "\n"), "🧩 2026-11-27") {
			t.Error("the puzzle of the day is gone with its time")
		}
		Says(h, Ana, "/settings puzzle off")
		Says(h, Ana, "/settings puzzle off")
		for text, want := range map[string]string{"/puzzle table": "🧩 2026-11-27", "/puzzle day": "There is no puzzle of the day here.",
			"/puzzle 2026-11-27 solution": "The solution:"} {
			d.Heard()
			Says(h, Ana, text)
			if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, want) {
				t.Errorf("once it is over, %s: told %q", text, got)
			}
		}
	})
}
