package backgammon

import (
	"errors"
	"io/fs"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/engine"
)

// Every example in the rules for players can be said somewhere.
func TestHelpExamples(t *testing.T) {
	const (
		hit     = "XGID=-b----E-C---dE---c-e---aB-:0:0:1:31:0:0:0:0:10"
		bearing = "XGID=--A---A-------------a-----:0:0:1:61:0:0:0:0:10"
	)
	examples := []struct{ text, position string }{
		{"manual", ""}, {"8/5 6/5", red31}, {"24/20", red31}, {"8/7(2) 6/5(2)", red11}, {"bar/22", entering}, {"6/off", bearing}, {"24/23*", hit},
		{"17, 3 19, 1", black31}, {"8/5", red31}, {"roll", toDecide}, {"double", toDecide}, {"take", offered}, {"drop", offered},
	}
	var want []string
	for _, e := range examples {
		want = append(want, e.text)
		if e.position == "" {
			continue
		}
		_, err := parse(t, e.position, nil).Read(e.text)
		var wrong *engine.MoveError
		if errors.As(err, &wrong) && (wrong.Kind == engine.NotMove || wrong.Kind == engine.Illegal) {
			t.Error(err)
		}
	}
	example := regexp.MustCompile("`([^`]*)`")
	for _, language := range []string{"en", "es", "pt"} {
		text, err := fs.ReadFile(Backgammon.Help, language+".md")
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
