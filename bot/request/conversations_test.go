package request_test

import (
	"testing"

	"tabuleiro/bot/desktest"
)

func TestConversations(t *testing.T) {
	desktest.Conversations(t,
		"aloud-dice", "block", "completions", "mistakes", "sight", "two-games", "two-matches", "wishes")
}
