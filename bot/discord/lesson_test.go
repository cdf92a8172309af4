package discord_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/discord/discordtest"
)

// A lesson is walked by buttons in one message: on a server in one that nobody else sees, in a direct channel by
// typing, too.
func TestLesson(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, _, c := w.people()
		secret := ana.Command(c, "learn", discordtest.With("game", "damas")).Private()
		if !strings.Contains(secret.Content, "1/9") {
			t.Fatalf("%q", secret.Content)
		}
		ana.Presses(secret, "11-15")
		if now := secret.Edited(1); !strings.Contains(now.Content, "2/9") {
			t.Errorf("after the right move: %q", now.Content)
		}
		direct := ana.Direct()
		ana.Types(direct, "/learn")
		if shown := direct.Next(); !strings.Contains(shown.Content, "2/9") {
			t.Errorf("in the direct channel: %q", shown.Content)
		}
		ana.Types(direct, "11x20")
		if shown := direct.Next(); !strings.Contains(shown.Content, "3/9") {
			t.Errorf("a typed move is answered with %q", shown.Content)
		}
	})
}
