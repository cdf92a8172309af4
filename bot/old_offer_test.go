package bot_test

import (
	"context"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memory"
)

// The buttons under an offer answer that offer: after it was taken back, answered or overtaken by a move they do not
// answer the one that waits by then, of whatever kind it is, and say so.
func TestOldOfferButtons(t *testing.T) {
	for _, gone := range []struct {
		by   chat.User
		text string
	}{{ana, "/cancel"}, {rui, "/decline"}} {
		store, d := memory.New(), newDesk()
		h, _ := start(t, store, d)
		says(h, ana, "/play damas @rui time=1d colour=white")
		says(h, rui, "/accept")
		says(h, ana, "/move 11-15")
		says(h, ana, "/undo")
		answers := d.last(t).m.Buttons[0]
		tap := func(b chat.Button) string {
			d.heard()
			press := chat.Event{Room: "desk:group", From: rui, Text: b.Says, Addressed: true, Tap: true, Opener: rui}
			h.Hear(context.Background(), press)
			return strings.Join(d.heard(), "\n")
		}
		says(h, gone.by, gone.text)
		says(h, ana, "/draw")
		for _, b := range answers {
			got := tap(b)
			m := only(t, store, storage.Query{})
			if m.Pending.Offer != match.Draw || m.Status != match.Playing || !strings.Contains(got, "an earlier offer") {
				t.Errorf("after %s [%s] answers the draw: %+v, %v; said %q", gone.text, b.Label, m.Pending, m.Status, got)
			}
		}
		says(h, ana, "/cancel")
		if got := tap(answers[0]); !strings.Contains(got, "an earlier offer") {
			t.Errorf("with nothing offered: %q", got)
		}
		says(h, ana, "/undo")
		answers = d.last(t).m.Buttons[0]
		says(h, rui, "/give 1d") // what comes between does not change it
		if tap(answers[0]); only(t, store, storage.Query{}).Line.Len() != 0 {
			t.Error("the button of the offer that waits does not take the move back")
		}
	}
}
