package show_test

import (
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
