package telegram_test

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot/telegram/telegramtest"
)

// What one player asks for under a board that both need takes no move from the other: neither the way to everything
// else, nor the question whether somebody really wants to resign, which the other cannot answer.
func TestMenuUnderSharedBoard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := virtual(t)
		ana, rui := o.Person("Ana", "ana"), o.Person("Rui", "rui")
		group := o.Supergroup(ana, rui)
		ana.Says(group, "/play damas colour=white @rui")
		time.Sleep(10 * time.Second)
		asked := group.Sent()[0]
		rui.Taps(asked, "Accept").Wait()
		time.Sleep(10 * time.Second)
		var board *telegramtest.Message
		for _, m := range group.Sent() {
			if len(movesUnder(m)) > 0 {
				board = m
			}
		}
		moves := movesUnder(board)
		for _, label := range []string{"⋯", "Resign"} {
			rui.Taps(board, label).Wait()
			time.Sleep(5 * time.Second)
			if got := movesUnder(board); !slices.Equal(got, moves) {
				t.Errorf("after %s of Rui Ana has the moves %q, not %q: %q", label, got, moves, board.Buttons())
			}
		}
		if told := ana.Taps(board, "Resign").Wait(); told == "" {
			t.Error("Ana, who was not asked, is told nothing")
		}
		time.Sleep(5 * time.Second)
		ana.Taps(board, moves[0]).Wait()
		time.Sleep(10 * time.Second)
		if got := movesUnder(board); len(got) == 0 || slices.Contains(board.Buttons(), "Resign") {
			t.Errorf("after a move of Ana there is %q with %q", board.Now().Text, board.Buttons())
		}
	})
}
