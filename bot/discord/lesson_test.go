package discord_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/discord/discordtest"
)

// On a server a lesson is walked by buttons in one message, which nobody else sees.
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
	})
}
