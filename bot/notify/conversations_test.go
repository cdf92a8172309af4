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

// TestDialogues holds the dialogues of testdata, in which rooms take nothing, people are called and services differ, and
// compares what comes of each line.
func TestDialogues(t *testing.T) { desktest.Dialogues(t, *update) }
