package matches_test

import (
	"flag"
	"path/filepath"
	"strings"
	"testing"

	"tabuleiro/bot/desktest"
)

var update = flag.Bool("update", false, "write the dialogues of testdata anew")

func TestConversations(t *testing.T) { desktest.Conversations(t) }

// At a terminal two share the keyboard, and files are read from where the program runs.
func TestTranscripts(t *testing.T) {
	for _, name := range []string{"bare", "files", "keyboard", "offers", "two-matches"} {
		t.Run(name, func(t *testing.T) { desktest.Transcript(t, "../testdata/"+name+".txt", false) })
	}
}

// TestDialogues holds the dialogues of testdata, in which what is typed goes wrong in all ways, and compares what comes
// of each line.
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

func TestScenes(t *testing.T) { desktest.Scenes(t, "testdata/words/*.txt") }
