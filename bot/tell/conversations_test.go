package tell_test

import (
	"testing"

	"tabuleiro/bot/desktest"
)

func TestConversations(t *testing.T) {
	desktest.Conversations(t,
		"aloud", "arbiter", "backgammon-match", "comings", "gist", "history", "puzzle", "rules-words", "sight",
		"time", "wishes")
}
