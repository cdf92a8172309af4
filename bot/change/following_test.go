package change_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// A forgotten player agrees to stop an endless match, as nobody is left to ask.
func TestFarewell(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play gamao points=0 @rui")
		Says(h, Rui, "/accept")
		PlayOn(t, h, h.Store, 6)
		Hear(h, chat.Event{Room: "desk:rui", From: Rui, Text: "/forget yes desk:rui", Addressed: true, Private: true})
		d.Heard()
		PlayOn(t, h, h.Store, 1) // Rui's, which nobody plays
		m := Only(t, h.Store, storage.Query{})
		if m.Status != match.Playing || m.Pending.Offer != match.Stop {
			t.Fatalf("after Rui has gone it is %s, %+v", m.Status, m.Pending)
		}
		Says(h, Ana, "/decline #"+m.ID)
		d.Heard()
		Says(h, Ana, "/stop #"+m.ID)
		said := strings.Join(d.Heard(), "\n")
		if !strings.Contains(said, "Ana is ahead by 3 points") || strings.Contains(said, "Not rated") {
			t.Errorf("of a stop it is said %q", said)
		}
		if m = Only(t, h.Store, storage.Query{}); m.Status != match.Over || m.Rated != nil {
			t.Errorf("it is %s, rated %+v", m.Status, m.Rated)
		}
	})
}
