package matches_test

import (
	"flag"
	"testing"

	"tabuleiro/bot/desktest"
)

var update = flag.Bool("update", false, "write the dialogues of testdata anew")

func TestConversations(t *testing.T) { desktest.Conversations(t) }

// In a terminal two people share the keyboard, and files are read from the working directory.
func TestTranscripts(t *testing.T) {
	for _, name := range []string{"bare", "files", "keyboard", "offers", "two-matches"} {
		t.Run(name, func(t *testing.T) { desktest.Transcript(t, "../testdata/"+name+".txt", false) })
	}
}

// TestDialogues runs the dialogues of testdata, in which all kinds of input are wrong, and compares the answer to each
// line.
func TestDialogues(t *testing.T) { desktest.Dialogues(t, *update) }

func TestScenes(t *testing.T) { desktest.Scenes(t, "testdata/words/*.txt") }
