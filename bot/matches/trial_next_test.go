package matches_test

import (
	"slices"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine/match"
	"tabuleiro/storage/memorytest"
)

// In a private chat, the board after a move has a button for the match that has waited longest, wherever it is played,
// and one for a private analysis board that is used by taps.
func TestTrial_Next(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store, d := memorytest.New(), NewDesk()
		d.Can.Choices = 8
		h, _ := Start(t, store, d)
		ids := []string{}
		for _, game := range []string{"damas", "eximo"} {
			Says(h, Ana, "/play "+game+" @rui white")
			Says(h, Rui, "/accept")
			_, id, _ := strings.Cut(chat.PlainText(d.Last(t).M.Text), "#")
			ids = append(ids, id[:4])
		}
		private := func(text string, tap bool) {
			Hear(h, chat.Event{Room: "desk:ana", From: Ana, Text: text, Addressed: true, Private: true, Tap: tap})
		}
		pressed := func(label string) chat.Message {
			t.Helper()
			for _, s := range slices.Backward(d.All()) {
				for _, b := range slices.Concat(s.M.Buttons...) {
					if s.Room == "desk:ana" && b.Label == label {
						private(b.Says, true)
						return d.Last(t).M
					}
				}
			}
			t.Fatalf("nothing to press for %q", label)
			return chat.Message{}
		}
		private("#"+ids[0]+" 11-15", false)
		if got := chat.PlainText(pressed("Next game (1)").Text); !strings.Contains(got, "#"+ids[1]) {
			t.Errorf("the next game is %q, not %s", got, ids[1])
		}

		others := func() (n int) {
			for _, s := range d.All() {
				if s.Room != "desk:ana" {
					n++
				}
			}
			return n
		}
		before := others()
		private("/try", false)
		if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, ids[0]) {
			t.Errorf("of a match that is played elsewhere: %q", got)
		}
		private("/try #"+ids[0], false)
		if got := d.Last(t).M; got.Board == nil ||
			!slices.ContainsFunc(slices.Concat(got.Buttons...), func(b chat.Button) bool { return b.Label == "22-19" }) {
			t.Errorf("Black's moves are not there to be tapped: %+v", got.Buttons)
		}
		pressed("22-19")
		if got := chat.PlainText(pressed("15x22").Text); !strings.Contains(got, "22-19 15x22 |") {
			t.Errorf("after two taps: %q", got)
		}
		if got := chat.PlainText(pressed("◀").Text); !strings.Contains(got, "22-19 | 15x22") {
			t.Errorf("one back: %q", got)
		}
		pressed("▶")
		pressed("Play it so for me")
		if others() != before {
			t.Errorf("others were told %d messages", others()-before)
		}
		Says(h, Rui, "#"+ids[0]+" 22-19")
		m, err := store.Head(t.Context(), ids[0])
		events, wrong := store.Events(t.Context(), ids[0])
		if err != nil || wrong != nil || m.N != len(events) || events[len(events)-1].Move != "15x22" ||
			events[len(events)-1].Kind != match.Moved {
			t.Errorf("what was foreseen was not played: %v, %v, %+v", err, wrong, events[len(events)-1])
		}
	})
}
