package exercise_test

import (
	"testing"

	"tabuleiro/bot/desktest"
)

func TestConversations(t *testing.T) {
	desktest.Conversations(t,
		"aloud", "aloud-dice", "arbiter", "choices", "comings", "completions", "exercises", "forget", "free-words-en", "gist",
		"gist-pt", "hints", "keyboard", "learn", "learn-drop", "mistakes", "next", "puzzle", "puzzle-day",
		"talk-es", "time", "tournament-series", "try", "wishes")
}

func TestScenes(t *testing.T) { desktest.Scenes(t, "testdata/words/*.txt") }
