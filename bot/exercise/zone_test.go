package exercise_test

import (
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
)

// A player with a time zone is called by its clock; one without is asked for it with the first call, once.
func TestZone(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		private := func(text, want string) {
			t.Helper()
			Hear(h, chat.Event{Room: "desk:rui", From: Rui, Text: text, Addressed: true, Private: true})
			d.Expect(t, text, want)
		}
		private("/settings zone asia/tokyo", "Time zone: Asia/Tokyo")
		private("/settings zone chile", "Time zone: Santiago")
		private("/settings zone tokyo", "Time zone: Asia/Tokyo")
		private("/settings time zone Los Angeles", "Time zone: America/Los_Angeles")
		private("/settings zone Mars/Olympus", "Time zone cannot be “Mars/Olympus”")
		private("/settings zone america/los_angeles", "Time zone: America/Los_Angeles")
		Begin(t, h, d, "4d") // at noon in London, and four in the morning where Rui is
		Says(h, Ana, "12x19")
		d.Heard()
		Later(73 * time.Hour)
		d.Expect(t, "in Rui's night")
		Later(5 * time.Hour)
		d.Expect(t, "in Rui's morning", "Rui: three quarters of your time are gone")
		Says(h, Rui, "23x14")
		d.Heard()
		Later(73 * time.Hour) // Ana has not told, so it goes by London
		if got := strings.Join(d.Heard(), "\n"); strings.Count(got,
			"so that I do not call you at night: /settings me time zone") != 1 {
			t.Errorf("asked: %q", got)
		}
		Says(h, Rui, "/give 3d")
		d.Heard()
		Later(3 * 24 * time.Hour)
		if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, "Ana") || strings.Contains(got, "where you are") {
			t.Errorf("asked again: %q", got)
		}
	})
}

// The daily puzzle follows the clock of the person who is alone in a room or chose its time, and a new one once it is
// set: the first puzzle may then be late for people further east. A person without a time zone is asked each time.
func TestZone_OfPuzzle(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) { // noon in London
		private := func(text, want string) {
			t.Helper()
			Hear(h, chat.Event{Room: "desk:rui", From: Rui, Text: text, Addressed: true, Private: true})
			d.Expect(t, text, want)
		}
		private("/settings time zone Asia/Tokyo", "Time zone: Asia/Tokyo") // nine in the evening there
		private("/settings puzzle", "The time zone is Asia/Tokyo.")
		private("/settings puzzle 9:00", "Puzzle of the day: 9:00. Time zone: Asia/Tokyo.")
		Says(h, Ana, "/settings puzzle 18:00")
		d.Expect(t, "asked", "Time zone: London; if you are elsewhere, tell me: /settings me zone.")
		Says(h, Ana, "/settings puzzle 21:00")
		d.Expect(t, "asked again", "Time zone: London; if you are elsewhere, tell me: /settings me zone.")
		Later(9 * time.Hour)
		d.Expect(t, "nine in the evening in London", "The puzzle of the day.")
		Later(3*time.Hour - time.Second)
		d.Expect(t, "before nine in Tokyo")
		Later(time.Second)
		d.Expect(t, "nine in Tokyo", "The puzzle of the day.")
		Says(h, Ana, "/settings time zone santiago") // a group has none
		d.Expect(t, "Ana has told", "Time zone: Santiago.")
		private("/settings zone america/los_angeles", "Time zone: America/Los_Angeles")
		Later(24*time.Hour - time.Second) // midnight in London, nine in the evening in Santiago
		d.Expect(t, "where Ana was")
		Later(2 * time.Second) // what is due at once is said one after the other
		if got := d.Heard(); len(got) != 2 || !strings.Contains(got[0]+got[1], "Each of you") {
			t.Errorf("nine in Santiago, and in Tokyo where Rui was: %q", got)
		}
		Says(h, Ana, "/forget yes")
		d.Heard()
		if text, err := h.Store.Get(t.Context(), "puzzle/desk:group"); err != nil || strings.Contains(text, Ana.ID) {
			t.Errorf("kept: %s, %v", text, err)
		}
		Later(17*time.Hour - 2*time.Second)
		d.Expect(t, "before nine in Los Angeles")
		Later(2 * time.Second)
		d.Expect(t, "nine in Los Angeles", "The puzzle of the day.")
		Later(7 * time.Hour)
		d.Expect(t, "nine in Santiago, where nobody is any more", "🧩 2026-11-25")
		Later(17 * time.Hour)
		d.Expect(t, "nine in Los Angeles again", "The puzzle of the day.")
		Later(4 * time.Hour)
		d.Expect(t, "nine in London again", "🧩 2026-11-26")
	})
}
