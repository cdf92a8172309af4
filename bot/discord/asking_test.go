package discord_test

import (
	"slices"
	"strings"
	"testing"

	"tabuleiro/bot/discord"
	"tabuleiro/bot/discord/discordtest"
)

// In the guided start anybody on the server can be chosen as the opponent, but for bots.
func TestPersonChosen(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, rui, c := w.people()
		asked := ana.Command(c, "play", discordtest.With("game", "damas ??")).Private()
		music := w.Robot("music")
		if m := ana.Chooses(asked, music).Private(); m.Content != "en-US robot: music" || !m.Secret {
			t.Errorf("said: %q", m.Content)
		}
		ana.Chooses(asked, rui)
		if m := c.Next(); !strings.Contains(m.Content, "challenges") || !slices.Equal(m.Pinged, []*discordtest.User{rui}) {
			t.Errorf("said: %q to %v", m.Content, m.Pinged)
		}
		if n := c.Unread(); n != 0 {
			t.Errorf("%d messages too many in the channel", n)
		}
	})
}

// Where the bot does not hear what is typed, a button under the board asks for a move, which counts for that match and that
// board only.
func TestMoveTyped(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t, func(c *discord.Config) { c.Content = false })
		ana, rui, c := w.people()
		board := challenge(w, ana, rui, c)
		mover := board.Pinged[0]
		mover.Presses(board, "Type").Fills(" 11-15 ")
		next := c.Next()
		if !strings.Contains(next.Content, "11-15") || len(next.Pinged) != 1 || next.Pinged[0] == mover {
			t.Errorf("after a move the bot says %q to %v", next.Content, next.Pinged)
		}
		wrong := next.Pinged[0].Presses(next, "Type").Fills("99-1")
		if m := wrong.Private(); !m.Secret || !strings.Contains(m.Content, "99") {
			t.Errorf("after a wrong move the bot says %q", m.Content)
		}
		if first := wrong.Acknowledged(); first != 6 {
			t.Errorf("what was typed got an answer of type %d", first)
		}
		if n := c.Unread(); n != 0 {
			t.Errorf("%d messages too many in the channel", n)
		}
	})
}

// Where moves are heard no button asks for them.
func TestNothingAsked(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, rui, c := w.people()
		if board := challenge(w, ana, rui, c); slices.Contains(board.Buttons(), "Type") {
			t.Errorf("where moves are heard there are %q", board.Buttons())
		}
	})
}
