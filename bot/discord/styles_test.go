package discord_test

import (
	"testing"

	"tabuleiro/bot/discord/discordtest"
)

// Buttons look like what they do: yes is green, what cannot be taken back red, what comes next blue, and moves are
// grey.
func TestStyles(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, rui, c := w.people()
		ana.Command(c, "play", discordtest.With("opponent", rui), begins).Silent()
		looks := func(m *discordtest.Message, label string, want int) {
			t.Helper()
			if got := m.Style(label); got != want {
				t.Errorf("%q has the style %d, not %d", label, got, want)
			}
		}
		offer := c.Next()
		looks(offer, "Accept", 3)
		looks(offer, "Decline", 2)
		rui.Presses(offer, "Accept")
		board := c.Next()
		looks(board, "11-15", 2)
		sure := ana.Command(c, "resign").Private()
		looks(sure, "Resign", 4)
		looks(sure, sure.Buttons()[1], 2)
		ana.Presses(sure, "Resign")
		looks(board.Next(), "Rematch", 1)
	})
}
