package discord_test

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
)

// A board under which all that one may do was opened has the buttons for its moves again when the person has answered the question that
// came of it in words.
func TestBoardIsPutInOrder(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, rui, c := w.people()
		board := challenge(w, ana, rui, c)
		moves := board.Buttons()
		ana.Presses(board, "⋯")
		board.Edited(1)
		if m := ana.Presses(board, "Resign").Private(); !strings.HasPrefix(m.Content, "Do you really want to resign?") {
			t.Errorf("asked %q", m.Content)
		}
		ana.Replies(board, "no")
		if m := c.Next(); !strings.HasPrefix(m.Content, "Good: the match goes on.") {
			t.Errorf("said %q", m.Content)
		}
		synctest.Wait()
		if got := board.Buttons(); !slices.Equal(got, moves) {
			t.Errorf("the board has the buttons %q, want %q", got, moves)
		}
	})
}
