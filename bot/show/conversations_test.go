package show_test

import (
	"testing"

	"tabuleiro/bot/desktest"
)

func TestConversations(t *testing.T) {
	desktest.Conversations(t,
		"aloud", "backgammon-match", "cage-letters", "games-room", "history", "languages", "log", "next",
		"no-accidents", "rules-words", "sight", "wishes")
}
