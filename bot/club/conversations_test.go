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

// TestDialogues holds the dialogues of testdata, in which tournaments and ladders go on in odd ways, and compares what
// comes of each line.
func TestDialogues(t *testing.T) { desktest.Dialogues(t, *update) }

func TestScenes(t *testing.T) { desktest.Scenes(t, "testdata/words/*.txt") }
