package club_test

import (
	"flag"
	"testing"

	"tabuleiro/bot/desktest"
)

var update = flag.Bool("update", false, "write the dialogues of testdata anew")

func TestConversations(t *testing.T) {
	desktest.Conversations(t,
		"aloud", "aloud-dice", "arbiter", "club-people", "comings", "forget", "ladder", "learn-drop", "tournament",
		"tournament-series", "tournament-words", "week")
}

// TestDialogues plays the dialogues of testdata, with unusual tournaments and ladders, and compares the outcome of each
// line.
func TestDialogues(t *testing.T) { desktest.Dialogues(t, *update) }

func TestScenes(t *testing.T) { desktest.Scenes(t, "testdata/words/*.txt") }
