package discord_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"tabuleiro/engine/draughts"
	"tabuleiro/engine/puzzle"
)

// The puzzle of the day is answered by buttons that only the one who presses them sees, in the language of each; the
// table of the next morning has no move in it.
func TestPuzzleOfTheDay(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, rui, c := w.people()
		rui.Locale = "pt-BR"
		typed(c, ana, w.Bot.Mention()+" settings puzzle 9:00")
		time.Sleep(24 * time.Hour)
		shown := c.Next()
		if got := shown.Buttons(); len(got) != 1 || got[0] != "Answer" {
			t.Fatalf("%q has the buttons %q", shown.Content, got)
		}
		var set struct{ Day struct{ Date string } }
		text, err := w.store.Get(t.Context(), "puzzle/discord:"+c.ID)
		if err == nil {
			err = json.Unmarshal([]byte(text), &set)
		}
		day, wrong := time.Parse(time.DateOnly, set.Day.Date)
		if err := errors.Join(err, wrong); err != nil {
			t.Fatal(err)
		}
		all := puzzle.Of(draughts.Portuguese)
		moves := all[puzzle.Next("portuguese", "", int(day.Unix()/86400), len(all))].Solution
		m := rui.Presses(shown, "Answer").Private()
		for n := 0; !strings.Contains(m.Content, "resolvido"); n += 2 {
			if !m.Secret || n > 2*len(moves) {
				t.Fatalf("rui sees %q, secretly: %v", m.Content, m.Secret)
			}
			move := string(moves[min(n, len(moves)-1)])
			if start, _, _ := strings.Cut(move, "-"); slices.Contains(m.Buttons(), start) { // where moves are made in steps
				m = rui.Presses(m, start).Private()
			}
			m = rui.Presses(m, move).Private()
		}
		if !m.Secret || !strings.Contains(m.Content, "Tentativas: 1.") || c.Unread() != 0 {
			t.Errorf("rui is told %q, secretly: %v; %d messages are for all", m.Content, m.Secret, c.Unread())
		}
		time.Sleep(24 * time.Hour)
		table := c.Next()
		if !strings.Contains(table.Content, "Solved by:\n1. Rui") || strings.Contains(table.Content, string(moves[0])) {
			t.Errorf("the table: %q", table.Content)
		}
		if m := ana.Presses(table, "See the solution").Private(); !m.Secret ||
			!strings.Contains(m.Content, "The solution: "+string(moves[0])) {
			t.Errorf("the solution: %q, secretly: %v", m.Content, m.Secret)
		}
	})
}
