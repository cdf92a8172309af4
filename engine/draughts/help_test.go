package draughts

import (
	"io/fs"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Every example in the rules for players can be played.
func TestHelpExamples(t *testing.T) {
	positions := map[string]string{
		"11-15":       start,
		"d3-c4":       start,
		"11 15":       start,
		"10x19":       "W:W10:B14",
		"32x14x21x30": "W:WK32:B5,9,13,18,23,26",
		"1x17":        "W:W1,12:B5,13,K15",
	}
	want := []string{"11-15", "d3-c4", "11 15", "10x19", "32x14x21x30", "1x17"}
	example := regexp.MustCompile("`([^`]*)`")
	for _, language := range []string{"en", "es", "pt"} {
		text, err := fs.ReadFile(Portuguese.Help, language+".md")
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, match := range example.FindAllSubmatch(text, -1) {
			got = append(got, string(match[1]))
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("examples of %s.md (-want +got):\n%s", language, d)
		}
	}
	for _, move := range want {
		if _, err := parse(t, positions[move]).Read(move); err != nil {
			t.Error(err)
		}
	}
}
