package change_test

import (
	"testing"

	"tabuleiro/bot/desktest"
)

func TestConversations(t *testing.T) {
	desktest.Conversations(t,
		"aloud-dice", "arbiter", "backgammon-manual", "backgammon-match", "backgammon-standard", "bank", "comings",
		"dice-word", "forget", "games-room", "keyboard", "languages", "mistakes", "people", "roll-for-me", "rolls",
		"series", "throw", "two-dice", "two-matches", "typed", "week", "whole-game", "wishes", "words")
}
