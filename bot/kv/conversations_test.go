package kv_test

import (
	"testing"

	"tabuleiro/bot/desktest"
)

func TestConversations(t *testing.T) {
	desktest.Conversations(t,
		"aloud-dice", "arbiter", "choices", "comings", "forget", "free-words-en", "learn-drop", "praise", "privacy",
		"tournament", "tournament-series")
}
