package discord_test

import (
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/discord/discordtest"
)

// Two friends who have the bot with their accounts play in a talk in which it is not, by commands and buttons; they are told
// once what does not work there.
func TestGuest(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, rui := w.User("ana"), w.User("rui")
		group := w.Group()
		i := ana.Command(group, "play", discordtest.With("opponent", rui), discordtest.With("time", "none"))
		if m := i.Private(); !m.Secret || m.Content != "en-US guest" {
			t.Errorf("ana is told %q", m.Content)
		}
		rui.Presses(group.Next(), "Accept")
		board := group.Next()
		for range 4 {
			if board.Picture == nil || board.Secret || len(board.Pinged) != 1 {
				t.Fatalf("said: %q", board.Content)
			}
			move := legal(t, w, board)
			board.Pinged[0].Command(group, "move", discordtest.With("move", move))
			if board = group.Next(); !strings.Contains(board.Content, move) {
				t.Errorf("said: %q", board.Content)
			}
		}
		time.Sleep(time.Hour)
		ana.Command(group, "board")
		if m := group.NextWithin(time.Minute); m == nil || m.Picture == nil {
			t.Error("the board is not shown an hour later")
		}
		if n := group.Unread(); n != 0 {
			t.Errorf("%d messages too many: %q", n, group.Next().Content)
		}
	})
}
