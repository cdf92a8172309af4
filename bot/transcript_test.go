package bot_test

import (
	"path/filepath"
	"strings"
	"testing"

	. "tabuleiro/bot/desktest"
	"tabuleiro/engine/goldentest"
)

// update is -update, which writes the transcripts from the answers; review the difference before accepting it.
var update = goldentest.Update

// TestTranscripts plays the conversations of testdata. A line that begins with "> " is typed, one with "# " is a
// comment, "--- restart" restarts the program on the same store, "--- language pt" does so in another language;
// everything else is the bot's answer.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) { Transcript(t, file, *update) })
	}
}
