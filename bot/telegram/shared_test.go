package telegram_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/adapter/servertest"
	"tabuleiro/bot/telegram/telegramtest"
	enginetable "tabuleiro/engine/table"
)

// A request of one player under a board that both need changes nothing of the board, however many moves stand there:
// neither the way to everything else, nor the question whether somebody really wants to resign. Both are one silent
// message below it, which obeys its author alone and goes when it is answered.
func TestMenu_UnderSharedBoard(t *testing.T) {
	servertest.Each(t, map[string]string{
		"draughts": "damas colour=white", "backgammon": "gamao opening=black colour=black time=7d",
	}, func(t *testing.T, game string) {
		o := virtualOf(t, enginetable.Games)
		ana, rui, group := o.people()
		ana.Says(group, "/play "+game+" @rui")
		time.Sleep(10 * time.Second)
		rui.Taps(group.Sent()[0], "Accept").Wait()
		time.Sleep(10 * time.Second)
		board := lastWith(group, "⋯")
		buttons, rings, said := board.Buttons(), len(o.Rings()), len(group.Sent())
		taps := func(label string, on *telegramtest.Message) {
			t.Helper()
			rui.Taps(on, label).Wait()
			time.Sleep(5 * time.Second)
			if got := board.Buttons(); !slices.Equal(got, buttons) {
				t.Errorf("after %s of Rui the board has %q, not %q", label, got, buttons)
			}
		}
		taps("⋯", board)
		menu := group.Sent()[said]
		if !menu.Silent || menu.ReplyTo != board.ID {
			t.Errorf("silent %v, in answer to %d: %q", menu.Silent, menu.ReplyTo, menu.Text)
		}
		if told := ana.Taps(menu, "←").Wait(); told == "" || menu.Deleted() {
			t.Error("Ana takes the menu of Rui away")
		}
		taps("Resign", menu)
		if !strings.Contains(strings.ToLower(menu.Now().Text), "resign") || slices.Contains(menu.Buttons(), "Rules") {
			t.Errorf("asked is %q with %q", menu.Now().Text, menu.Buttons())
		}
		if told := ana.Taps(menu, menu.Buttons()[0]).Wait(); told == "" || len(o.Rings()) > rings {
			t.Errorf("Ana, who was not asked, is told %q; it rings: %q", told, rung(o, rings))
		}
		rui.Taps(menu, menu.Buttons()[0]).Wait()
		time.Sleep(5 * time.Second)
		if !menu.Deleted() {
			t.Errorf("the answered question stays: %q", menu.Now().Text)
		}
	})
}
