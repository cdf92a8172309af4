package notify_test

import (
	"flag"
	"path/filepath"
	"strings"
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
func TestDialogues(t *testing.T) {
	files, err := filepath.Glob("testdata/record/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no dialogues: %v", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			desktest.Record(t, "testdata", name, *update)
		})
	}
}
