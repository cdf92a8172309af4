package find_test

import (
	"testing"

	"tabuleiro/bot/desktest"
)

func TestConversations(t *testing.T) {
	desktest.Conversations(t,
		"arbiter", "bank", "block", "board-file", "cage-letters", "comings", "eximo", "files", "forget",
		"free-words-en", "hints", "history", "keyboard", "languages", "learn-drop", "log", "mistakes", "next",
		"plans", "series", "touch", "tournament-series", "try-alone", "two-games", "two-matches", "week",
		"whole-game", "with-moves", "yes-or-no")
}
