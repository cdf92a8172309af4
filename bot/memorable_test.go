package bot_test

import (
	"testing"
	"time"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
)

// An event that is delivered again within a week of its match is not carried out again; later its name may be that of
// another event.
func TestMemory_Delivered(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play damas @rui", "desk:1")
		Says(h, Rui, "/accept", "desk:2")
		Says(h, Ana, "/cancel yes", "desk:3")
		Later(6 * 24 * time.Hour)
		d.Heard()
		Says(h, Ana, "/play damas @rui", "desk:1")
		d.Expect(t, "delivered again")
		Later(2*24*time.Hour + time.Minute)
		Says(h, Ana, "/play cage @rui", "desk:1")
		d.Expect(t, "another event with an old name", "Ana challenges Rui")
	})
}

// A challenge posted in another chat can be accepted once, and not after a week, when that would no longer be known.
func TestMemory_OldOffers(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		offered := func() string {
			offers := h.Offers(t.Context(), chat.Event{Room: "desk:ana", From: Ana, Text: "damas", Private: true})
			if len(offers) == 0 {
				t.Fatal("there are no offers")
			}
			return offers[0].Message.Buttons[0][0].Says
		}
		take := func(says string) string {
			return h.Take(t.Context(), chat.Event{Room: "desk:rui", From: Rui, Text: says, Private: true}).Told
		}
		taken, left := offered(), offered()
		if got := take(taken); got != "" {
			t.Fatalf("told %q", got)
		}
		Later(5 * 24 * time.Hour)
		if got := take(taken); got != "Somebody else was faster." {
			t.Errorf("told %q", got)
		}
		if got := take(offered()); got != "" {
			t.Errorf("of a new one told %q", got)
		}
		Later(3 * 24 * time.Hour)
		for _, says := range []string{taken, left} {
			if got := take(says); got != "This challenge is over. Ask for a new one." {
				t.Errorf("after a week told %q", got)
			}
		}
	})
}
