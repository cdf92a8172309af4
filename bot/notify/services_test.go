package notify_test

import (
	"strings"
	"testing"
	"time"

	"tabuleiro/bot"
	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage"
	"tabuleiro/storage/faultytest"
	"tabuleiro/storage/memorytest"
)

// A challenge to anybody says how it is accepted on the other service, and a match on which of them each player is; the
// player on turn has the buttons there.
func TestServices_Between(t *testing.T) {
	InTime(t, func(t *testing.T) {
		d, s := NewDesk(), NewDesk()
		h, _ := TwoServices(t, memorytest.New(), d, s)
		To(h, Ana, false, "/play damas colour=white")
		asked := chat.PlainText(d.Last(t).M.Text)
		code := CodeIn(t, asked)
		if want := "To accept on Shelf: /accept " + code + ", or https://desk.example/?start=" + code[1:5] + "-"; !strings.Contains(asked, want) {
			t.Errorf("%q does not say %q", asked, want)
		}
		says := func(on *Desk, wants ...string) {
			t.Helper()
			m := on.Last(t).M
			for _, want := range wants {
				part, not := strings.CutPrefix(want, "not ")
				if strings.Contains(chat.PlainText(m.Text)+strings.Join(Content(m), " "), part) == not {
					t.Errorf("%q: %q, %+v", want, chat.PlainText(m.Text), m.Buttons)
				}
			}
		}
		To(h, Leo, false, "/accept "+code)
		says(d, "Leo plays on Shelf.", "not plays on Desk", "[11: /move #")
		says(s, "Ana plays on Desk.", "not plays on Shelf", "not [11: /move #")
		To(h, Ana, false, "11-15")
		says(d, "Ana: 11-15", "not plays on", "not [21: /move #")
		says(s, "Ana: 11-15", "not plays on", "[21: /move #")
	})
}

// Whichever call of the store fails while a move is handled, in the end the move is sent or its player knows of the
// error, and nothing is left to send.
func TestRecovery_AnyCallFails(t *testing.T) {
	calls := 0
	for n := 0; n <= calls; n++ {
		InTime(t, func(t *testing.T) {
			kept, d := memorytest.New(), NewDesk()
			store := faultytest.New(kept)
			h, _ := Start(t, kept, d, func(c *bot.Config) { c.Store = store })
			Says(h, Ana, "/play damas colour=white @rui")
			Says(h, Rui, "/accept")
			d.Heard()
			store.Plan(faultytest.Nth(n, faultytest.Fault{Err: ErrDown})) // of 0 none
			Says(h, Ana, "11-15")
			calls = max(calls, store.Calls())
			Later(5 * time.Minute)
			said := strings.Join(d.Heard(), "\n")
			if strings.Contains(said, "Ana: 11-15") == strings.Contains(said, "Something went wrong") {
				t.Errorf("call %d: %q", n, said)
			}
			if unsaid, err := kept.Find(t.Context(), storage.Query{Undelivered: true}); err != nil || len(unsaid) > 0 {
				t.Errorf("call %d: %v, %v", n, unsaid, err)
			}
		})
	}
}
