package club_test

import (
	"testing"

	"tabuleiro/bot/desktest"
)

func TestConversations(t *testing.T) {
	desktest.Conversations(t, "tournament", "tournament-series", "tournament-words", "ladder")
}
