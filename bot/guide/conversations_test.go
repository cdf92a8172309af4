package guide_test

import (
	"testing"

	"tabuleiro/bot/desktest"
)

func TestConversations(t *testing.T) {
	desktest.Conversations(t,
		"asking", "completions", "mistakes", "people", "rules", "settings", "two-matches", "wishes")
}
