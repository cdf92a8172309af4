package discord_test

import (
	"slices"
	"strings"
	"testing"

	"tabuleiro/bot/discord/discordtest"
)

// In the guided start anybody on the server can be chosen as the opponent, but for bots.
func TestPersonChosen(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, rui, c := w.people()
		asked := ana.Command(c, "play").Private()
		asked = ana.Presses(asked, "Portuguese draughts").Private()
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
