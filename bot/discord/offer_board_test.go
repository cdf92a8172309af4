package discord_test

import (
	"testing"
	"time"

	"tabuleiro/bot/discord/discordtest"
)

// An offer is refused under a board that was asked for while it stood: that board asks no more.
func TestOffer_RefusedUnderTheBoard(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, rui, c := w.people()
		ana.Command(c, "play", discordtest.With("opponent", rui))
		rui.Presses(c.Next(), "Accept")
		board := c.Next()
		for range 2 {
			w.turn(board).Command(c, "move", discordtest.With("move", legal(t, w, board)))
			board = board.Next()
		}
		ana.Command(c, "draw")
		c.Next()
		rui.Command(c, "board")
		board = c.Next()
		w.reads(board, "do you agree to a draw?")
		rui.Presses(board, "Decline")
		time.Sleep(time.Minute)
		if m := c.Latest("do you agree"); m != nil {
			t.Errorf("after the refusal there is %q", m.Content)
		}
	})
}
