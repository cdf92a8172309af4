package bot_test

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	. "tabuleiro/bot/desktest"
)

var update = flag.Bool("update", false, "write the transcripts anew from what is answered; read the difference before accepting it")

// TestTranscripts plays the conversations of testdata. A line that begins with "> " is typed, with "# " it is a
// comment, "--- restart" ends the program and starts it again on the same store, "--- language pt" does so in another
// language; everything else is what the bot answers. In those of the folder letters buttons are
// pressed by letters.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	pressed, err2 := filepath.Glob("testdata/letters/*.txt")
	if err = errors.Join(err, err2); err != nil || len(files) == 0 || len(pressed) == 0 {
		t.Fatalf("no transcripts: %v", err)
	}
	for _, file := range append(files, pressed...) {
		letters := slices.Contains(pressed, file)
		file, err := filepath.Abs(file)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			t.Chdir(t.TempDir()) // where files are written
			got := Converse(t, string(want), letters)
			if *update {
				if err := os.WriteFile(file, got, 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(string(want), string(got)); diff != "" {
				t.Errorf("the conversation differs; go test ./bot -run %s -update writes it anew (-want +got):\n%s", t.Name(), diff)
			}
		})
	}
}
