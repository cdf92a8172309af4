package notify_test

import (
	"flag"
	"testing"

	"tabuleiro/bot/desktest"
)

func TestConversations(t *testing.T) {
	desktest.Conversations(t,
		"aloud", "aloud-dice", "arbiter", "bank", "challenges", "comings", "games-room", "huffing", "keyboard",
		"roll-for-me", "status", "throw", "time", "two-dice", "two-games", "week", "wishes", "words")
}

var update = flag.Bool("update", false, "write the dialogues of testdata anew")

// TestDialogues plays the dialogues of testdata, with closed rooms, called people and different services, and compares
// the outcome of each line.
func TestDialogues(t *testing.T) { desktest.Dialogues(t, *update) }
