package show_test

import (
	"flag"
	"testing"

	"tabuleiro/bot/desktest"
)

func TestConversations(t *testing.T) {
	desktest.Conversations(t,
		"aloud", "arbiter", "backgammon-match", "backgammon-standard", "board-file", "cage", "cage-letters",
		"challenges", "chilean", "completions", "counts", "draw-again", "files", "free-words-en", "games-room",
		"hints", "history", "house", "huffing", "keyboard", "languages", "level", "log", "looks-back", "mistakes",
		"next", "no-accidents", "praise", "resign", "restart", "rolls", "rules", "rules-words", "series", "sight",
		"sights", "talk-pt", "touch", "tournament", "try-alone", "two-dice", "two-matches", "typed", "week", "whole-game",
		"wishes")
}

var update = flag.Bool("update", false, "write the dialogues of testdata anew")

// TestDialogues plays the dialogues of testdata, in which people ask for what does not exist, and compares the outcome
// of each line.
func TestDialogues(t *testing.T) { desktest.Dialogues(t, *update) }
