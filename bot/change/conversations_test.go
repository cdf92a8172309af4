package change_test

import (
	"testing"

	"tabuleiro/bot/desktest"
)

func TestConversations(t *testing.T) {
	desktest.Conversations(t, "aloud-dice", "backgammon-standard", "comings", "series")
}
