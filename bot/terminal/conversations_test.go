package terminal_test

import (
	"path/filepath"
	"testing"

	"tabuleiro/bot/desktest"
)

// Conversations at a terminal go as in testdata, with buttons pressed by letters.
func TestTranscripts(t *testing.T) {
	for _, name := range []string{"aloud", "backgammon-match", "board-file", "files", "keyboard", "languages", "log", "menu", "sight", "two-dice",
		"first-minutes-en", "first-minutes-es", "first-minutes-pt"} {
		t.Run(name, func(t *testing.T) {
			desktest.Transcript(t, filepath.Join("..", "testdata", name+".txt"), false)
		})
	}
}
