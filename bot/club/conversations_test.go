package club_test

import (
	"testing"

	"tabuleiro/bot/desktest"
)

func TestConversations(t *testing.T) {
	desktest.Conversations(t,
		"aloud", "aloud-dice", "arbiter", "club-odd", "club-people", "comings", "forget", "ladder", "ladder-odd", "learn-drop", "tournament",
		"tournament-series", "tournament-words", "week")
}
