package people_test

import (
	"flag"
	"testing"

	"tabuleiro/bot/desktest"
)

var update = flag.Bool("update", false, "write the dialogues of testdata anew")

func TestConversations(t *testing.T) {
	desktest.Conversations(t,
		"aloud-dice", "arbiter", "asking", "backgammon-standard", "bank", "block", "choices", "club-people",
		"comings", "forget", "games-room", "house", "keyboard", "ladder", "limits", "mistakes", "people", "privacy",
		"puzzle-day", "status", "wishes")
}

// TestDialogues plays the dialogue of testdata in which people block one another in unusual ways, and compares the
// outcome of each line.
func TestDialogues(t *testing.T) { desktest.Record(t, "testdata", "blocks-odd", *update) }
