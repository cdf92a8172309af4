package router_test

import (
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// An offer posted where the bot is not present can be accepted once, within a week, unchanged, and not by its author.
func TestOffers_Taken(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		event := func(u chat.User, text string) chat.Event {
			return chat.Event{Room: chat.Room(u.ID), From: u, Text: text, Private: true, Addressed: true}
		}
		posts := func(u chat.User, text string) string {
			t.Helper()
			all := h.Offers(t.Context(), event(u, text))
			if len(all) == 0 || len(all[0].Message.Buttons) != 1 {
				t.Fatalf("%s: %d offers", text, len(all))
			}
			return all[0].Message.Buttons[0][0].Says
		}
		takes := func(u chat.User, says, want string) chat.Taking {
			t.Helper()
			e := event(u, says)
			e.Pressed = "post"
			taking := h.Take(t.Context(), e)
			Later(time.Millisecond)
			if !strings.HasPrefix(taking.Told, want) || (want == "") != (taking.Told == "") {
				t.Errorf("%s is told %q, want %q", u.Name, taking.Told, want)
			}
			if shown := chat.PlainText(taking.Shown.Text); (want == "") != strings.Contains(shown, "\n") || (want == "") != (taking.Link != "") {
				t.Errorf("it is shown as %q, with %q", shown, taking.Link)
			}
			return taking
		}
		for text, want := range map[string]string{"": "This challenge is over", "offer:": "This challenge is over", "offer:1234567": "This challenge is over",
			"/play damas": "This challenge is over"} {
			takes(Rui, text, want)
		}
		timed, anybody := posts(Ana, "damas 3d"), posts(Ana, "cage")
		takes(Ana, anybody, "This is your own challenge")
		takes(Rui, anybody[:len(anybody)-1]+"x", "This challenge is over")
		if n := len(Every(t, h.Store)); n != 0 {
			t.Fatalf("%d matches have begun", n)
		}
		d.Heard()
		taking := takes(Rui, timed, "")
		m := Only(t, h.Store, storage.Query{})
		if m.Status != match.Playing || m.Challenger.ID != Ana.ID || m.Opponent.ID != Rui.ID || m.Setup.Time.Move != 3*24*time.Hour ||
			!strings.Contains(taking.Link, m.ID) || m.Setup.Game != "portuguese" {
			t.Errorf("begun is %+v, at %q", m.Setup, taking.Link)
		}
		if got := len(taking.Shown.Buttons); got != 1 || taking.Shown.Buttons[0][0].URL != taking.Link {
			t.Errorf("it has the buttons %v", taking.Shown.Buttons)
		}
		if said := d.Heard(); len(said) != 2 {
			t.Errorf("the players are told %q", said)
		}
		takes(Rui, timed, "Somebody else was faster.")
		Later(6 * 24 * time.Hour)
		takes(Eva, anybody, "")
		late := posts(Ana, "cage")
		Later(8 * 24 * time.Hour)
		takes(Eva, late, "This challenge is over")
	})
}

// The offers are for the games that the text may mean, the named one first, with the time that was typed.
func TestOffers_Typed(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		for text, want := range map[string]struct {
			first, below string
			one          bool
		}{
			"":                 {"Portuguese draughts", "", false},
			"CAGE":             {"Cage", "", true},
			"3d cage":          {"Cage", "3 days", true},
			"cage time=10m+5s": {"Cage", "10 minutes", true},
			"ca":               {"Cage", "", false},
			"3d":               {"Portuguese draughts", "3 days", false},
			"nonsense":         {"Portuguese draughts", "", false},
			"nonsense cage":    {"Portuguese draughts", "", false},
			"eximo none":       {"Eximo", "", true},
		} {
			all := h.Offers(t.Context(), chat.Event{Room: "desk:ana", From: Ana, Text: text, Private: true, Addressed: true})
			if len(all) == 0 || want.one && len(all) != 1 {
				t.Errorf("%q: %d offers", text, len(all))
				continue
			}
			o := all[0]
			said := chat.PlainText(o.Message.Text)
			if !strings.Contains(o.Title, want.first) || !strings.Contains(said, want.first) || !strings.Contains(o.Below, want.below) || !strings.Contains(said, "Ana") {
				t.Errorf("%q is %q, below %q: %q", text, o.Title, o.Below, said)
			}
			for _, o := range all {
				if says := o.Message.Buttons[0][0].Says; len(says) > d.Can.Says || !strings.HasPrefix(says, "offer:") {
					t.Errorf("%q says %q", text, says)
				}
			}
		}
		long := chat.User{ID: "desk:zoe", Handle: "zoe", Name: strings.Repeat("Zoé", 40)}
		for _, o := range h.Offers(t.Context(), chat.Event{Room: "desk:zoe", From: long, Text: "3d", Private: true, Addressed: true}) {
			if says := o.Message.Buttons[0][0].Says; len(says) > d.Can.Says {
				t.Errorf("it says %d bytes: %q", len(says), says)
			}
		}
	})
}
