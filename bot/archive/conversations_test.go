package archive_test

import (
	"testing"

	"tabuleiro/bot/desktest"
)

func TestConversations(t *testing.T) {
	desktest.Conversations(t,
		"aloud-dice", "arbiter", "bank", "challenges", "club-people", "comings", "forget", "free-words-en",
		"games-room", "people", "puzzle-day", "settings", "status", "time", "tournament-series", "tournament-words",
		"week")
}
