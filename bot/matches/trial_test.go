package matches_test

import (
	"slices"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
)

// The lines that a player has tried are kept for that player when the match is over.
func TestTrial_StaysPrivate(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		private := func(u chat.User, text string) {
			Hear(h, chat.Event{Room: chat.Room("desk:" + u.Handle), From: u, Text: text, Addressed: true, Private: true,
				Mentions: []chat.User{Ana, Rui}})
		}
		private(Rui, "/play damas level=1") // so that there is a talk
		private(Rui, "/cancel yes")
		private(Ana, "/play damas @rui white")
		private(Rui, "/accept")
		private(Ana, "/try 11-15 22-18")
		private(Rui, "/resign yes")
		d.Heard()
		private(Ana, "/try")
		if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "11-15 22-18") {
			t.Errorf("Ana sees %q", got)
		}
		private(Rui, "/try")
		if got := chat.PlainText(d.Last(t).M.Text); strings.Contains(got, "22-18") {
			t.Errorf("Rui sees %q", got)
		}
	})
}

// An ended match and a finished puzzle have a button for a private analysis board; a match that goes on has none.
func TestTrial_FromThere(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		say := func(room chat.Room, text string) chat.Message {
			Hear(h, chat.Event{Room: room, From: Ana, Text: text, Addressed: true, Private: room != "desk:hall",
				Mentions: []chat.User{Ana, Rui}})
			return d.Last(t).M
		}
		button := func(m chat.Message) string {
			for _, b := range slices.Concat(m.Buttons...) {
				if b.Label == "Try moves" {
					return b.Says
				}
			}
			return ""
		}
		say("desk:ana", "/play damas level=1 white")
		say("desk:ana", "11-15")
		if b := button(say("desk:ana", "/step")); b != "" {
			t.Errorf("while the match goes on %q is offered", b)
		}
		say("desk:ana", "/resign yes")
		b := button(say("desk:ana", "/step 1"))
		if m := say("desk:ana", b); m.Board == nil || !m.Private || !strings.Contains(chat.PlainText(m.Text), "/try board") {
			t.Errorf("%q shows %+v", b, m)
		}
		for _, where := range []string{b, "/try board", "/try damas"} {
			if m := say("desk:hall", where); m.Board != nil || !strings.Contains(chat.PlainText(m.Text), "in private: "+where) {
				t.Errorf("in a group %q shows %q", where, chat.PlainText(m.Text))
			}
		}
		say("desk:ana", "/puzzle damas")
		if b = button(say("desk:ana", "/puzzle solution")); b == "" {
			t.Fatal("no board for a puzzle that is over")
		}
		if m := say("desk:ana", b); m.Board == nil || len(m.Buttons) == 0 {
			t.Errorf("%q shows %+v", b, m)
		}
	})
}
