package bot_test

import (
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/storage/memory"
)

// Whoever has told where that is is called by the clock there; whoever has not is asked with the first call, and once.
func TestZone(t *testing.T) {
	inTime(t, func(t *testing.T) {
		d := newDesk()
		h, stop := start(t, memory.New(), d)
		defer stop()
		private := func(text, want string) {
			t.Helper()
			hear(h, chat.Event{Room: "desk:rui", From: rui, Text: text, Addressed: true, Private: true})
			d.expect(t, text, want)
		}
		private("/settings zone asia/tokyo", "Time zone: Asia/Tokyo")
		private("/settings zone chile", "Time zone: Santiago")
		private("/settings zone Mars/Olympus", "Time zone cannot be Mars/Olympus")
		private("/settings zone america/los_angeles", "Time zone: America/Los_Angeles")
		begin(t, h, d, "4d") // at noon in London, and four in the morning where Rui is
		says(h, ana, "12x19")
		d.heard()
		later(73 * time.Hour)
		d.expect(t, "in Rui's night")
		later(5 * time.Hour)
		d.expect(t, "in Rui's morning", "Rui: a quarter of your time is left")
		says(h, rui, "23x14")
		d.heard()
		later(73 * time.Hour) // Ana has not told, so it goes by London
		if got := strings.Join(d.heard(), "\n"); strings.Count(got, "tell me where you are, /settings me time zone") != 1 {
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
