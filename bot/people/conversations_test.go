package people_test

import (
	"testing"

	"tabuleiro/bot/desktest"
)

func TestConversations(t *testing.T) {
	desktest.Conversations(t,
		"aloud-dice", "arbiter", "asking", "backgammon-standard", "bank", "block", "choices", "club-people",
		"comings", "forget", "games-room", "house", "keyboard", "ladder", "limits", "mistakes", "people", "privacy",
		"puzzle-day", "status", "wishes")
}
