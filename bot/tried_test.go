package bot_test

import (
	"slices"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
)

// The end of a match in a private talk offers to show the lines that this person has kept of it; nobody else is offered
// that.
func TestTriedIsOffered(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		private := func(u chat.User, text string) {
			hear(h, chat.Event{Room: chat.Room("desk:" + u.Handle), From: u, Text: text, Addressed: true, Private: true,
				Mentions: []chat.User{ana, rui}})
		}
		private(rui, "/play damas level=1") // so that there is a talk
		private(rui, "/cancel yes")
		private(ana, "/play damas @rui white")
		private(rui, "/accept")
		private(ana, "/try 11-15 22-18")
		private(rui, "/resign yes")
		offered := map[chat.Room]string{}
		for _, s := range d.all() {
			for _, b := range slices.Concat(s.m.Buttons...) {
				if b.Label == "Show my lines" {
					offered[s.room] = b.Says
				}
			}
		}
		if len(offered) != 1 || !strings.HasSuffix(offered["desk:ana"], " open") {
			t.Fatalf("offered: %q", offered)
		}
		d.heard()
		for range 2 { // the second time it is known already
			private(ana, offered["desk:ana"])
		}
		told := slices.DeleteFunc(d.all(), func(s said) bool {
			return !strings.Contains(chat.Plain(s.m.Text),
				"Ana shows you lines")
		})
		if len(told) != 1 || told[0].room != "desk:rui" || !told[0].m.Quiet || len(told[0].m.Buttons) != 1 {
			t.Errorf("Rui is told of the lines by %+v", told)
		}
		if got := chat.Plain(d.last(t).m.Text); !strings.Contains(got, "Rui sees your lines") {
			t.Errorf("the button says %q", got)
		}
		for _, u := range []chat.User{ana, rui} {
			for _, look := range []string{"/board #", "/step #"} {
				private(u, look+strings.Fields(strings.SplitN(offered["desk:ana"], "#", 2)[1])[0])
				m := d.last(t).m
				told := slices.ContainsFunc(slices.Concat(m.Buttons...),
					func(b chat.Button) bool { return b.Label == "See the lines" })
				if want := u.ID == rui.ID; told != want || strings.Contains(chat.Plain(m.Text), "Ana shows you lines") != want {
					t.Errorf("%s is told of lines by %s: %v, %q", u.Name, look, told, chat.Plain(m.Text))
				}
			}
		}
	})
}

// From a match that has ended, and from a puzzle that is over, a button leads to a board of one's own, which is shown
// to nobody else; a match that goes on has no such button.
func TestTryFromThere(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		say := func(room chat.Room, text string) chat.Message {
			hear(h, chat.Event{Room: room, From: ana, Text: text, Addressed: true, Private: room != "desk:hall",
				Mentions: []chat.User{ana, rui}})
			return d.last(t).m
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
		if m := say("desk:ana", b); m.Board == nil || !m.Private || !strings.Contains(chat.Plain(m.Text), "/try board") {
			t.Errorf("%q shows %+v", b, m)
		}
		for _, where := range []string{b, "/try board", "/try damas"} {
			if m := say("desk:hall", where); m.Board != nil || !strings.Contains(chat.Plain(m.Text), "in private: "+where) {
				t.Errorf("in a group %q shows %q", where, chat.Plain(m.Text))
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
