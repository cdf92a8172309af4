package notify_test

import (
	"testing"

	"tabuleiro/bot/desktest"
)

func TestConversations(t *testing.T) {
	desktest.Conversations(t,
		"aloud", "aloud-dice", "arbiter", "bank", "challenges", "comings", "games-room", "huffing", "keyboard",
		"roll-for-me", "status", "throw", "time", "two-dice", "two-games", "week", "wishes", "words")
}
