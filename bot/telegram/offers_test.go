package telegram_test

import (
	"slices"
	"strings"
	"testing"
)

// An offer is a line of its own with what answers it, beside a board that keeps its buttons; it goes when it is
// answered, and so does the line that tells the answer when there is something newer.
func TestOffer_IsALine(t *testing.T) {
	virtually(t, func(t *testing.T) {
		o := open(t)
		ana, rui, group := o.people()
		board := o.begin(group, ana, rui).board[ana.ID]
		moves := board.Buttons()
		ana.Taps(board, "⋯").Wait()
		menu := group.Next()
		ana.Taps(menu, "Offer a draw").Wait()
		offer := group.Next()
		o.Until("the menu is gone", menu.Deleted)
		if got := offer.Buttons(); !slices.Equal(got, []string{"Accept", "Decline"}) ||
			!strings.Contains(offer.Text, "offers a draw") {
			t.Errorf("the offer is %q with %q", offer.Text, got)
		}
		o.Until("the board has its moves", func() bool { return slices.Equal(board.Buttons(), moves) })

		rui.Taps(offer, "Decline").Wait()
		answer := group.Next()
		o.Until("the offer is gone", offer.Deleted)
		if got := answer.Buttons(); len(got) > 0 || !strings.Contains(answer.Text, "declines the draw") {
			t.Errorf("the answer is %q with %q", answer.Text, got)
		}
		if got := board.Buttons(); !slices.Equal(got, moves) {
			t.Errorf("the board has %q, want %q", got, moves)
		}

		ana.Taps(board, "11-15").Wait()
		o.Until("the answer is gone", answer.Deleted)
		rui.Says(group, "/draw")
		for offer = group.Next(); !strings.Contains(offer.Text, "offers a draw"); offer = group.Next() {
		}
		ana.Taps(offer, "Accept").Wait()
		o.Until("the match has ended with one message, and the offer is gone", func() bool {
			over := 0
			for _, m := range group.Sent() {
				if !m.Deleted() && slices.Contains(m.Buttons(), "Rematch") {
					over++
				}
			}
			return over == 1 && offer.Deleted()
		})
	})
}
