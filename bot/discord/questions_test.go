package discord_test

import (
	"testing"
	"testing/synctest"

	"tabuleiro/bot/discord/discordtest"
)

// A question that only one person sees loses its buttons when the person has answered in words, also if a command asked
// it.
func TestQuestion_AnsweredInPrivate(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, rui, c := w.people()
		challenge(w, ana, rui, c)
		asked := ana.Command(c, "resign").Private()
		if len(asked.Buttons()) != 2 {
			t.Errorf("asked %q with %q", asked.Content, asked.Buttons())
		}
		w.reads(typed(c, ana, "no"), "Good: the match goes on.")
		asked.Bare()
	})
}

// A board that was shown to somebody who asked where the match is played has the buttons from then on; those of one that
// was shown elsewhere count for nothing after the match has gone on. One that changes in place keeps them, though two
// were pressed at the same moment.
func TestBoard_Earlier(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, rui, c := w.people()
		board := challenge(w, ana, rui, c)
		shown := typed(ana.Direct(), ana, "/board #"+matchID(t, board))
		rui.Command(c, "board").Silent()
		board.Bare()
		board = c.Next()
		ana.Presses(board, "11-15")
		board = board.Edited(1)
		ana.Presses(shown, "9-13")
		w.reads(ana.Direct().Next(), "older board")
		ana.Command(c, "settings", discordtest.With("what", "message same")).Private()
		before := board.Edits()
		moves := board.Buttons()
		rui.Presses(board, moves[0])
		late := rui.Presses(board, moves[1])
		board.Edited(before + 1)
		w.reads(late.Private(), "older board")
		synctest.Wait()
		if labels := board.Buttons(); len(labels) < 2 {
			t.Errorf("the present board has the buttons %q", labels)
		}
	})
}
