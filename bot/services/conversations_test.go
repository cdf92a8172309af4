package services_test

import (
	"testing"

	"tabuleiro/bot/desktest"
)

func TestConversations(t *testing.T) {
	desktest.Conversations(t,
		"bank", "comings", "dice-word", "free-words-en", "keyboard", "languages", "level", "people", "praise",
		"status", "week")
}
