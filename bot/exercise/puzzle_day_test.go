package exercise_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine/puzzle"
	"tabuleiro/storage"
	"tabuleiro/storage/faultytest"
	"tabuleiro/storage/memorytest"
)

// dayIn returns the daily puzzle of a room, and its key.
func dayIn(t *testing.T, store storage.Store, room string) (date, key string, p puzzle.Puzzle) {
	t.Helper()
	var set struct {
		Day struct{ Date, Key string }
	}
	text, err := store.Get(t.Context(), "puzzle/"+room)
	if err == nil {
		err = json.Unmarshal([]byte(text), &set)
	}
	day, wrong := time.Parse(time.DateOnly, set.Day.Date)
	if err := errors.Join(err, wrong); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	all := puzzle.Of(GameNamed("portuguese"))
	return set.Day.Date, set.Day.Key, all[puzzle.Next("portuguese", "", int(day.Unix()/86400), len(all))]
}

// answers has a person solve the daily puzzle of a room by its buttons, under a private message or, at home, in the
// private chat, after some wrong tries.
func answers(t *testing.T, h chat.Handler, store storage.Store, u chat.User, home bool, wrong int) {
	t.Helper()
	answersIn(t, h, store, "desk:group", u, home, wrong)
}

func answersIn(t *testing.T, h chat.Handler, store storage.Store, room chat.Room, u chat.User, home bool, wrong int) {
	t.Helper()
	date, key, p := dayIn(t, store, string(room))
	e := chat.Event{Room: room, From: u, Addressed: true, Tap: true, Text: "/puzzle " + date}
	if home {
		e = chat.Event{Room: chat.Room(u.ID), From: u, Addressed: true, Private: true, Text: "/start puzzle_desk_group_" +
			key}
	}
	hear := func(text string) {
		e.Text, e.Hidden, e.Tap = text, !home, true
		h.Hear(context.Background(), e)
	}
	h.Hear(context.Background(), e)
	line, err := p.Line(GameNamed("portuguese"))
	if err != nil {
		t.Fatal(err)
	}
	for m := range line.Position().Moves() {
		if m != p.Solution[0] && wrong > 0 {
			wrong--
			hear("/puzzle " + date + ":0 " + string(m))
		}
	}
	for n := 0; n < len(p.Solution); n++ {
		hear("/puzzle " + date + ":" + itoa(n) + " " + string(p.Solution[n]))
		for own := false; n+1 < len(p.Solution) && (!own || forced(t, &p, n+1)); own = !own {
			n++
		}
	}
}

func itoa(n int) string { return string(rune('0' + n)) }

// The daily puzzle is answered once by each person, where nobody else sees that; the next morning the room is told who
// has solved it, and not how.
func TestPuzzleOfTheDay_Answered(t *testing.T) {
	InTime(t, func(t *testing.T) { // Monday noon in London
		d, store := NewDesk(), memorytest.New()
		h, stop := Start(t, store, d)
		Says(h, Ana, "/settings puzzle 9:00")
		Later(21 * time.Hour)
		date, _, p := dayIn(t, store, "desk:group")
		if m := d.Last(t).M; m.Board == nil || !d.Last(t).Offers("Answer") || len(slices.Concat(m.Buttons...)) != 1 {
			t.Fatalf("announced: %+v", m)
		}
		d.Heard()
		Later(3 * time.Minute)
		answers(t, h, store, Rui, false, 1)
		Later(time.Minute)
		answers(t, h, store, Ana, true, 0)
		answers(t, h, store, Zulmira, true, 2)
		for _, said := range d.All() {
			if said.Room == "desk:group" && !said.M.Private {
				t.Errorf("all see %q", chat.PlainText(said.M.Text))
			}
		}
		if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "Tries: 3. Time: 4 minutes. Days in a row: 1.") {
			t.Errorf("solved: %q", got)
		}
		d.Heard()
		Privately(h, Ana, "/start puzzle_desk_group_wrong")
		d.Expect(t, "with another key", "That puzzle has moved on")
		answers(t, h, store, Ana, false, 0)
		if got := d.Heard(); !strings.HasPrefix(got[0], "You have solved this one. Tries: 1.") {
			t.Errorf("once more: %q", got)
		}
		Says(h, Zulmira, "/forget yes")
		d.Heard()
		if text := Stored(t, store); strings.Contains(text, Zulmira.ID) {
			t.Errorf("somebody forgotten is there still: %s", text)
		}
		stop()
		h, stop = Start(t, store, d)
		Later(24*time.Hour - 4*time.Minute)
		table := d.All()[0]
		d.Expect(t, "the next morning", "🧩 "+date+" Portuguese draughts\nThe puzzle of that day is over. Solved by:\n"+
			"1. Ana – tries: 1, time: 4 minutes, days in a row: 1\n2. Rui – tries: 2, time: 3 minutes, days in a row: 1",
			"🧩 2026-11-25")
		if !table.Offers("See the solution") || table.M.Board != nil ||
			strings.Contains(chat.PlainText(table.M.Text), string(p.Solution[0])) {
			t.Errorf("the table: %+v", table.M)
		}
		h.Hear(t.Context(), chat.Event{Room: "desk:group", From: Rui, Addressed: true, Tap: true,
			Text: table.M.Buttons[0][0].Says})
		if m := d.Last(t).M; !m.Private || !strings.Contains(chat.PlainText(m.Text), "The solution: "+string(p.Solution[0])) {
			t.Errorf("the solution: %+v", m)
		}
		stop()
	})
}

// A table that was being sent when the process ended is sent again, marked as a repetition, and not once more.
func TestPuzzleOfTheDay_TableToldAgain(t *testing.T) {
	InTime(t, func(t *testing.T) {
		d, store := NewDesk(), faultytest.New(memorytest.New())
		var down atomic.Bool
		d.Fail = func(_ chat.Room, m chat.Message) error {
			if down.Load() && strings.Contains(chat.PlainText(m.Text), "Solved by") {
				store.Plan(faultytest.Always(faultytest.Fault{Err: errors.New("no disk")}, "Put"))
			}
			return nil
		}
		h, stop := Start(t, store, d)
		Says(h, Ana, "/settings puzzle 9:00")
		Later(21 * time.Hour)
		answers(t, h, store, Ana, false, 0)
		d.Heard()
		down.Store(true)
		Later(24*time.Hour + time.Second)
		d.Expect(t, "the first time", "Solved by:\n1. Ana")
		stop()
		down.Store(false)
		store.Plan(nil)
		_, stop = Start(t, store, d)
		Later(time.Minute)
		d.Expect(t, "after the restart", "🧩 2026-11-24", "🧩 2026-11-25")
		stop()
		_, stop = Start(t, store, d)
		Later(time.Hour)
		d.Expect(t, "later")
		stop()
	})
}

// In a private chat the daily puzzle is the same, and one solved elsewhere is not posed again.
func TestPuzzleOfTheDay_Alone(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/settings puzzle 9:00")
		Privately(h, Ana, "/settings puzzle 10:00")
		Later(21 * time.Hour)
		_, _, p := dayIn(t, h.Store, "desk:group")
		d.Heard()
		Later(time.Hour)
		d.Expect(t, "at ten", "🧩 2026-11-24 Portuguese draughts\nThe puzzle of the day.\n")
		if set := PosedIn(t, h.Store, Ana.ID); set.Puzzle.Position != p.Position {
			t.Error("another puzzle than that of the group")
		}
		Later(23 * time.Hour)
		answers(t, h, h.Store, Ana, false, 0)
		d.Heard()
		Later(time.Hour)
		d.Expect(t, "it is solved")
		Later(24 * time.Hour)
		if got := d.Heard(); len(got) != 3 || !strings.HasPrefix(got[2],
			"🧩 2026-11-26 Portuguese draughts\nThe puzzle of the day. The one before: "+string(p.Solution[0])) {
			t.Errorf("the day after: %q", got)
		}
	})
}
