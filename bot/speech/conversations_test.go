package speech_test

import (
	"testing"

	"tabuleiro/bot/desktest"
)

func TestConversations(t *testing.T) {
	desktest.Conversations(t,
		"aloud", "backgammon-endless", "backgammon-match", "bank", "dice-word", "family", "free-words-en",
		"keyboard", "move-first", "move-first-dice", "privacy", "talk-en", "talk-es", "talk-pt", "two-games",
		"wishes", "yes-or-no")
}
