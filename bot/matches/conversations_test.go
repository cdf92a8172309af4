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
