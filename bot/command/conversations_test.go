package command_test

import (
	"testing"

	"tabuleiro/bot/desktest"
)

func TestConversations(t *testing.T) {
	desktest.Conversations(t, "completions", "family", "languages", "menu", "mistakes", "series")
}
