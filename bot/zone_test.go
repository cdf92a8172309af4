package bot_test

import (
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/chat"
)

// A player who has told a time zone is called by it; one who has not is asked with the first call, and once.
func TestZone(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		private := func(text, want string) {
			t.Helper()
			hear(h, chat.Event{Room: "desk:rui", From: rui, Text: text, Addressed: true, Private: true})
			d.expect(t, text, want)
		}
		private("/settings zone asia/tokyo", "Time zone: Asia/Tokyo")
		private("/settings zone chile", "Time zone: Santiago")
		private("/settings zone tokyo", "Time zone: Asia/Tokyo")
		private("/settings time zone Los Angeles", "Time zone: America/Los_Angeles")
		private("/settings zone Mars/Olympus", "Time zone cannot be “Mars/Olympus”")
		private("/settings zone america/los_angeles", "Time zone: America/Los_Angeles")
		begin(t, h, d, "4d") // at noon in London, and four in the morning where Rui is
		says(h, ana, "12x19")
		d.heard()
		later(73 * time.Hour)
		d.expect(t, "in Rui's night")
		later(5 * time.Hour)
		d.expect(t, "in Rui's morning", "Rui: three quarters of your time are gone")
		says(h, rui, "23x14")
		d.heard()
		later(73 * time.Hour) // Ana has not told, so it goes by London
		if got := strings.Join(d.heard(), "\n"); strings.Count(got,
			"so that I do not call you at night: /settings me time zone") != 1 {
			t.Errorf("asked: %q", got)
		}
		says(h, rui, "/give 3d")
		d.heard()
		later(3 * 24 * time.Hour)
		if got := strings.Join(d.heard(), "\n"); !strings.Contains(got, "Ana") || strings.Contains(got, "where you are") {
			t.Errorf("asked again: %q", got)
		}
	})
}

// The puzzle of the day comes by the clock of the person who is alone in a room or chose the time there, and by another
// one once that is told; a person who has told nothing is asked once.
func TestZoneOfPuzzle(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) { // noon in London
		private := func(text, want string) {
			t.Helper()
			hear(h, chat.Event{Room: "desk:rui", From: rui, Text: text, Addressed: true, Private: true})
			d.expect(t, text, want)
		}
		private("/settings time zone Asia/Tokyo", "Time zone: Asia/Tokyo") // nine in the evening there
		private("/settings puzzle", "The time zone is Asia/Tokyo.")
		private("/settings puzzle 9:00", "Puzzle of the day: 9:00. Time zone: Asia/Tokyo.")
		says(h, ana, "/settings puzzle 18:00")
		d.expect(t, "asked", "Time zone: London; if you are elsewhere, tell me: /settings me time zone.")
		says(h, ana, "/settings puzzle 21:00")
		d.expect(t, "asked before", "Time zone: London.")
		later(9 * time.Hour)
		d.expect(t, "nine in the evening in London", "The puzzle of the day.")
		later(3*time.Hour - time.Second)
		d.expect(t, "before nine in Tokyo")
		later(time.Second)
		d.expect(t, "nine in Tokyo", "The puzzle of the day.")
		says(h, ana, "/settings time zone santiago") // a group has none
		d.expect(t, "Ana has told", "Time zone: Santiago.")
		private("/settings zone america/los_angeles", "Time zone: America/Los_Angeles")
		later(17*time.Hour - time.Second) // five in the afternoon in London, nine in Los Angeles
		d.expect(t, "where Rui was")
		later(time.Second)
		d.expect(t, "nine in Los Angeles", "The puzzle of the day.")
		later(7*time.Hour - time.Second) // midnight in London, nine in the evening in Santiago
		d.expect(t, "where Ana was")
		later(time.Second)
		d.expect(t, "nine in Santiago", "The puzzle of the day.")
		says(h, ana, "/forget yes")
		d.heard()
		if text, err := h.store.Get(t.Context(), "puzzle/desk:group"); err != nil || strings.Contains(text, ana.ID) {
			t.Errorf("kept: %s, %v", text, err)
		}
		later(17 * time.Hour)
		d.expect(t, "nine in Los Angeles again", "The puzzle of the day.")
		later(4 * time.Hour)
		d.expect(t, "nine in London again", "The puzzle of the day.")
	})
}
