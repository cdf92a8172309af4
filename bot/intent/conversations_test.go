package intent_test

import (
	"testing"

	"tabuleiro/bot/desktest"
)

func TestConversations(t *testing.T) {
	desktest.Conversations(t,
		"bare", "board-file", "family", "files", "free-words-en", "free-words-es", "free-words-pt", "gist-pt",
		"learn", "level", "mistakes", "praise", "privacy", "puzzle", "rules-words", "series", "settings", "talk-pt",
		"tournament-words", "two-games", "wishes")
}
