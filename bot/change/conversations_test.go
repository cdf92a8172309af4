package change_test

import (
	"flag"
	"testing"

	"tabuleiro/bot/desktest"
)

var update = flag.Bool("update", false, "write the dialogues of testdata anew")

// TestDialogues plays the dialogues of testdata, and compares the outcome of each line.
func TestDialogues(t *testing.T) {
	for _, name := range []string{"private"} {
		t.Run(name, func(t *testing.T) { desktest.Record(t, "testdata", name, *update) })
	}
}

func TestConversations(t *testing.T) {
	desktest.Conversations(t,
		"aloud-dice", "arbiter", "backgammon-manual", "backgammon-match", "backgammon-standard", "bank", "cage-passing", "comings",
		"dice-word", "forget", "games-room", "keyboard", "languages", "looks-back", "mistakes", "nobody-wins", "people", "roll-for-me", "rolls",
		"series", "throw", "try-alone", "two-dice", "two-matches", "typed", "week", "whole-game", "wishes", "words")
}
