package account_test

import (
	"flag"
	"testing"

	"tabuleiro/bot/desktest"
)

var update = flag.Bool("update", false, "write the dialogues of testdata anew")

func TestConversations(t *testing.T) {
	desktest.Conversations(t,
		"aloud-dice", "arbiter", "backgammon-standard", "choices", "dice-word", "forget", "house", "ladder",
		"languages", "mistakes", "people", "privacy", "puzzle", "settings", "status", "time", "week", "wishes",
		"with-moves", "words")
}

// TestDialogues plays the dialogue of testdata about settings, results and personal data, and compares the outcome of
// each line.
func TestDialogues(t *testing.T) { desktest.Dialogues(t, *update) }
