package telegram_test

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot/telegram/telegramtest"
	enginetable "tabuleiro/engine/table"
)

// A request of one player under a board that both need changes nothing of the board, however many moves stand there:
// neither the way to everything else, nor the question whether somebody really wants to resign. Both are one silent
// message below it, which goes when it is answered or its author turns to something else.
func TestMenu_UnderSharedBoard(t *testing.T) {
	for _, game := range []string{"damas colour=white", "gamao opening=black colour=black time=7d"} {
		synctest.Test(t, func(t *testing.T) {
			o := virtualOf(t, enginetable.Games)
			ana, rui, group := o.people()
			ana.Says(group, "/play "+game+" @rui")
			time.Sleep(10 * time.Second)
			rui.Taps(group.Sent()[0], "Accept").Wait()
			time.Sleep(10 * time.Second)
			var board *telegramtest.Message
			for _, m := range group.Sent() {
				if len(movesUnder(m)) > 0 {
					board = m
				}
			}
			buttons := board.Buttons()
			rings := len(o.Rings())
			same := func(after string) {
				t.Helper()
				time.Sleep(5 * time.Second)
				if got := board.Buttons(); !slices.Equal(got, buttons) {
					t.Errorf("after %s the board has %q, not %q", after, got, buttons)
				}
			}
			open := func() *telegramtest.Message {
				t.Helper()
				n := len(group.Sent())
				rui.Taps(board, "⋯").Wait()
				same("⋯ of Rui")
				if sent := group.Sent(); len(sent) == n+1 && sent[n].Silent && sent[n].ReplyTo == board.ID {
					return sent[n]
				}
				t.Fatalf("%d messages more for ⋯ of Rui: %q", len(group.Sent())-n, group.Sent()[len(group.Sent())-1].Now().Text)
				return nil
			}
			menu := open()
			if told := ana.Taps(menu, "←").Wait(); told == "" || menu.Deleted() {
				t.Error("Ana takes the menu of Rui away")
			}
			rui.Taps(menu, "←").Wait()
			if same("←"); !menu.Deleted() {
				t.Errorf("the menu stays: %q", menu.Now().Text)
			}
			menu = open()
			rui.Taps(menu, "Resign").Wait()
			same("Resign of Rui")
			if !strings.Contains(strings.ToLower(menu.Now().Text), "resign") || slices.Contains(menu.Buttons(), "Rules") {
				t.Errorf("asked is %q with %q", menu.Now().Text, menu.Buttons())
			}
			if told := ana.Taps(menu, menu.Buttons()[0]).Wait(); told == "" {
				t.Error("Ana, who was not asked, is told nothing")
			}
			rui.Says(group, "/rules damas")
			if same("words of Rui"); !menu.Deleted() {
				t.Errorf("the question stays: %q with %q", menu.Now().Text, menu.Buttons())
			}
			if menu = open(); len(o.Rings()) > rings {
				t.Errorf("it rings: %q", rung(o, rings))
			}
			rui.Taps(menu, "Resign").Wait()
			time.Sleep(5 * time.Second)
			rui.Taps(menu, menu.Buttons()[0]).Wait()
			time.Sleep(5 * time.Second)
			if !menu.Deleted() {
				t.Errorf("the answered question stays: %q with %q", menu.Now().Text, menu.Buttons())
			}
		})
	}
}
