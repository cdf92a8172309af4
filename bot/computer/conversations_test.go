package computer_test

import (
	"testing"

	"tabuleiro/bot/desktest"
)

func TestConversations(t *testing.T) {
	desktest.Conversations(t,
		"aloud", "bank", "dice-word", "free-words-en", "free-words-es", "free-words-pt", "house", "keyboard",
		"level", "move-first-dice", "two-dice")
}
