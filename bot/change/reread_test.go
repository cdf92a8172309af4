package change_test

import (
	"fmt"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine/match"
)

// A text received again after a restart counts unless an event that its author did not know affects it: a move affects
// all texts about the game, an offer all but moves, clocks none.
func TestOutdated(t *testing.T) {
	for _, c := range []struct {
		first   string // what Ana does before
		between string // what Rui does after Ana has said something
		said    string
		kind    match.Kind // of what comes of it
		counts  bool
	}{
		{"", "/draw", "11-15", match.Moved, true},
		{"", "/draw", "/draw", match.Agreed, false},
		{"", "/draw", "/resign yes", match.Resigned, false},
		{"", "/draw", "/away 2d", match.Away, true},
		{"", "/draw", "/remind 2h", match.Reminds, true},
		{"", "/give 1d", "11-15", match.Moved, true},
		{"", "/give 1d", "/draw", match.Offered, true},
		{"", "/away 2d", "/draw", match.Offered, true},
		{"11-15", "21-17", "9-13", match.Moved, false},
		{"11-15", "21-17", "/draw", match.Offered, false},
		{"11-15", "21-17", "/undo", match.Offered, false},
		{"11-15", "21-17", "/resign yes", match.Resigned, false},
		{"11-15", "21-17", "/away 2d", match.Away, true},
		{"11-15", "21-17", "/remind 2h", match.Reminds, true},
		{"11-15", "/draw", "/give 1d", match.Gave, true},
		{"11-15", "/remind 2h", "/undo", match.Offered, true},
		{"/draw", "/decline", "11-15", match.Moved, true},
		{"/draw", "/decline", "/cancel yes", match.Withdrawn, false},
	} {
		for _, known := range []bool{false, true} { // what came between
			AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
				n := 0
				says := func(u chat.User, text string, said, reread time.Time) {
					n++
					Hear(h, chat.Event{ID: fmt.Sprint("desk:", n), Room: "desk:group", From: u, Text: text, Addressed: true,
						Mentions: []chat.User{Ana, Rui}, Said: said, Reread: reread})
					Later(10 * time.Second)
				}
				says(Ana, "/play damas colour=white time=3d @rui", time.Now(), time.Time{})
				says(Rui, "/accept", time.Now(), time.Time{})
				if c.first != "" {
					says(Ana, c.first, time.Now(), time.Time{})
				}
				said := time.Now()
				Later(10 * time.Second)
				says(Rui, c.between, time.Now(), time.Time{})
				if known {
					said = time.Now()
				}
				before := len(EventsOf(t, h.Store))
				says(Ana, c.said, said, time.Now())
				var kinds []match.Kind
				for _, e := range EventsOf(t, h.Store)[before:] {
					kinds = append(kinds, e.Kind)
				}
				if counts := c.counts || known; counts != (len(kinds) > 0) || counts && kinds[0] != c.kind {
					t.Errorf("%s, %s, %s, which Ana knew: %v: %v", c.first, c.between, c.said, known, kinds)
				}
			})
		}
	}
}

// A move of the computer after the text was received again was not known to its author.
func TestOutdated_House(t *testing.T) {
	for _, known := range []bool{false, true} {
		AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
			n := 0
			says := func(text string, said, reread time.Time) {
				n++
				Hear(h, chat.Event{ID: fmt.Sprint("desk:", n), Room: "desk:group", From: Ana, Text: text, Addressed: true, Said: said,
					Reread: reread})
			}
			says("/play damas house level=1 colour=white", time.Now(), time.Time{})
			Later(time.Minute)
			said, read := time.Now().Add(-9*time.Second), time.Now()
			says("11-15", said.Add(-time.Second), read)
			Later(5 * time.Second)
			if known {
				said, read = time.Now().Add(-time.Second), time.Now()
			}
			before := len(EventsOf(t, h.Store))
			says("10-14", said, read)
			if events := EventsOf(t, h.Store)[before:]; known != (len(events) > 0) {
				t.Errorf("known %v: %+v", known, events)
			}
		})
	}
}
