package account_test

import (
	"testing"

	"tabuleiro/bot/desktest"
)

func TestConversations(t *testing.T) {
	desktest.Conversations(t,
		"aloud-dice", "arbiter", "backgammon-standard", "choices", "dice-word", "forget", "house", "ladder",
		"languages", "mistakes", "people", "privacy", "puzzle", "settings", "status", "time", "week", "wishes",
		"with-moves", "words")
}
