package exercise_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// The daily puzzle offered by the first message is the same for everybody in private, is named by its date, and is
// answered once: afterwards people see their result.
func TestPuzzleOfTheDay_InPrivate(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		alone := func(u chat.User, text string) chat.Message {
			room := chat.Room("desk:" + u.Handle)
			Hear(h, chat.Event{Room: room, From: u, Text: text, Private: true, Addressed: true})
			return d.Last(t).M
		}
		offered := func(u chat.User) string {
			buttons := slices.Concat(alone(u, "/start").Buttons...)
			i := slices.IndexFunc(buttons, func(b chat.Button) bool { return b.Label == "Daily puzzle" })
			if i < 0 {
				t.Fatalf("offered: %+v", buttons)
			}
			return buttons[i].Says
		}
		first := alone(Ana, offered(Ana))
		if again := alone(Rui, offered(Rui)); chat.PlainText(again.Text) != chat.PlainText(first.Text) ||
			again.Board.Text != first.Board.Text {
			t.Errorf("one has\n%s\nthe other\n%s", chat.PlainText(first.Text), chat.PlainText(again.Text))
		}
		if !strings.Contains(chat.PlainText(first.Text), "20") {
			t.Errorf("no date in %q", chat.PlainText(first.Text))
		}
		alone(Ana, "/puzzle next") // another one comes in between
		if back := alone(Ana, "today's puzzle"); back.Board == nil || back.Board.Text != first.Board.Text {
			t.Errorf("asked for in words it is\n%s", chat.PlainText(back.Text))
		}
		alone(Rui, "/puzzle solution")
		if told := chat.PlainText(alone(Rui, "/puzzle day").Text); strings.Contains(told, "?") || told == chat.PlainText(first.Text) {
			t.Errorf("after its solution was seen: %q", told)
		}
	})
}

// A daily puzzle begun before its hour is posted at that hour without its solution.
func TestPuzzleOfTheDay_BegunBefore(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) { // noon in London
		Privately(h, Ana, "/settings puzzle 21:00")
		Privately(h, Ana, "/puzzle day")
		set := PosedIn(t, h.Store, Ana.ID)
		d.Heard()
		Later(9 * time.Hour)
		got := d.Heard()
		if len(got) != 1 || !strings.Contains(got[0], "The puzzle of the day.\n") ||
			strings.Contains(got[0], string(set.Puzzle.Solution[0])) {
			t.Errorf("at nine: %q", got)
		}
		if now := PosedIn(t, h.Store, Ana.ID); now.Puzzle == nil || now.Puzzle.Position != set.Puzzle.Position {
			t.Errorf("set is %+v", now)
		}
	})
}

// The daily puzzle is asked for, set to an hour, and switched off in free words.
func TestPuzzleOfTheDay_InWords(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for text, want := range map[string]string{
			"quero receber o problema do dia às 21h30": "21:30", "send me the puzzle every day at 8pm": "20:00",
			"turn on the puzzle of the day":         "9:00",
			"quiero el problema del día a las 7:30": "7:30", "desliga o problema do dia": ": off",
			"apaga el problema diario": ": off", "turn off the daily puzzle": ": off",
		} {
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d)
			h.Grants = d
			Hear(h, chat.Event{Room: "desk:ana", From: Ana, Text: text, Private: true, Addressed: true})
			if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(strings.SplitN(got, "\n", 2)[0], want) {
				t.Errorf("%s: told %q", text, got)
			}
		}
	})
}

// A room that has set an hour for its daily puzzle, and has had none yet, is told that hour, and not how to set one.
func TestPuzzleOfTheDay_First(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		for _, set := range []bool{false, true} {
			if set {
				Says(h, Ana, "/settings puzzle 9:00")
			}
			for _, text := range []string{"/puzzle day", "/puzzle table"} {
				d.Heard()
				Says(h, Ana, text)
				got := strings.Join(d.Heard(), "\n")
				if strings.Contains(got, "To have one:") == set || strings.Contains(got, "comes here at 9:00") != set {
					t.Errorf("set %v, %s: told %q", set, text, got)
				}
			}
		}
	})
}

// A leftover appointment of a room without a daily puzzle does nothing.
func TestPuzzleOfTheDay_WantedNoMore(t *testing.T) {
	InTime(t, func(t *testing.T) {
		d, store := NewDesk(), memorytest.New()
		h, stop := Start(t, store, d)
		appointments := func() []string {
			keys, err := store.Keys(t.Context(), "puzzle-due/")
			if err != nil {
				t.Fatal(err)
			}
			return keys
		}
		Says(h, Ana, "/settings puzzle 9:00")
		keys := appointments()
		if len(keys) != 1 {
			t.Fatalf("appointed: %q", keys)
		}
		mark, err := store.Get(t.Context(), keys[0])
		if err != nil {
			t.Fatal(err)
		}
		Says(h, Ana, "/settings puzzle off")
		stop()
		if err := store.Put(t.Context(), keys[0], mark); err != nil {
			t.Fatal(err)
		}
		d.Heard()
		_, stop = Start(t, store, d)
		defer stop()
		Later(48 * time.Hour)
		d.Expect(t, "two days later")
		if left := appointments(); len(left) > 0 {
			t.Errorf("appointed still: %q", left)
		}
	})
}
