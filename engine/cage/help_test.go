package cage

import (
	"io/fs"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/engine"
)

// Every example in the rules for players can be played, or at least begun.
func TestHelpExamples(t *testing.T) {
	const corner = "8/8/8/3b4/2b5/2r5/8/8 r"
	examples := []struct {
		text, position string
		want           engine.Move // "" for a beginning
	}{
		{"a4-a3", figure3, "a4-a3"},
		{"a4 a3", figure3, "a4-a3"},
		{"c3xc5xe5", corner, "c3xc5xe5"},
		{"c3xe5", corner, "c3xc5xe5"},
		{"b2xa2*", "8/8/8/8/8/8/br6/8 r", "b2xa2*"},
		{"d5xb5xa5*", leaving, "d5xb5xa5*"},
		{"c3", corner, ""},
		{"pass", blocked, "pass"},
	}
	var want []string
	for _, x := range examples {
		want = append(want, x.text)
		got, err := parseText(t, x.position).Read(x.text)
		if got != x.want {
			t.Errorf("%s is read as %s, %v", x.text, got, err)
		}
		if e, ok := err.(*engine.MoveError); x.want == "" && (!ok || len(e.Choices) == 0) {
			t.Errorf("%s begins nothing: %v", x.text, err)
		}
	}
	example := regexp.MustCompile("`([^`]*)`")
	for _, language := range []string{"en", "es", "pt"} {
		text, err := fs.ReadFile(Cage.Help, language+".md")
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
