package find_test

import (
	"testing"

	"tabuleiro/bot/desktest"
)

func TestConversations(t *testing.T) {
	desktest.Conversations(t, "arbiter", "hints", "log", "mistakes", "two-games")
}
