package eximo

import (
	"io/fs"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Every example in the rules for players can be played.
func TestHelpExamples(t *testing.T) {
	examples := []struct{ move, position string }{
		{"b3-b4", start},
		{"b1-d3-d5", chain},
		{"f1xd3xb5", five},
		{"b1-d5", chain},
		{"a7-a8*b1*c2", arrival},
		{"a7-a8 b1 c2", arrival},
		{"h7-g8", oneDrop},
	}
	var want []string
	for _, e := range examples {
		want = append(want, e.move)
		if _, err := parsed(t, e.position).Read(e.move); err != nil {
			t.Error(err)
		}
	}
	example := regexp.MustCompile("`([^`]*)`")
	for _, language := range []string{"en", "es", "pt"} {
		text, err := fs.ReadFile(Eximo.Help, language+".md")
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
}
