package request_test

import (
	"testing"

	"tabuleiro/bot/desktest"
)

func TestConversations(t *testing.T) {
	desktest.Conversations(t,
		"aloud-dice", "arbiter", "block", "challenges", "choices", "comings", "completions", "dice-word",
		"free-words-en", "free-words-es", "free-words-pt", "house", "keyboard", "languages", "learn", "limits",
		"mistakes", "move-first", "move-first-dice", "move-first-lesson", "offers", "people", "plans",
		"plans-alone", "privacy", "resign", "restart", "rolls", "series", "settings", "sight", "status", "talk-en",
		"talk-es", "talk-pt", "time", "try-alone", "two-games", "two-matches", "typed", "week", "wishes",
		"with-moves", "words", "yes-or-no")
}
