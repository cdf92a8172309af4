package guide_test

import (
	"testing"

	"tabuleiro/bot/desktest"
)

func TestConversations(t *testing.T) {
	desktest.Conversations(t,
		"asking", "bare", "board-file", "challenges", "choices", "completing", "completions", "counts", "family", "files",
		"first-minutes-es-CL", "first-minutes-pt-BR", "games-room", "gist", "history", "keyboard", "languages", "level",
		"manual", "menu", "mistakes", "people", "rules", "rules-words", "settings", "two-matches", "week", "wishes")
}

func TestScenes(t *testing.T) { desktest.Scenes(t, "testdata/words/*.txt") }
