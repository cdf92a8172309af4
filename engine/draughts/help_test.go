package draughts

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/engine"
)

// Every example in the rules for players can be played, or chosen.
func TestHelpExamples(t *testing.T) {
	const (
		huffed = "B:W37,38,44:B1,32:Q50-44"
		alone  = "B:W28,38:B1,32:Q33-28"
	)
	tests := []struct {
		game      *engine.Game
		examples  map[string][]string // by language
		positions map[string]string   // by example; the options are those of the examples
	}{
		{
			Portuguese,
			map[string][]string{
				"en": {"11-15", "d3-c4", "11 15", "10x19", "32x14x21x30", "1x17"},
				"es": {"11-15", "d3-c4", "11 15", "10x19", "32x14x21x30", "1x17"},
				"pt": {"11-15", "d3-c4", "11 15", "10x19", "32x14x21x30", "1x17"},
			},
			map[string]string{
				"11-15": start, "d3-c4": start, "11 15": start,
				"10x19":       "W:W10:B14",
				"32x14x21x30": "W:WK32:B5,9,13,18,23,26",
				"1x17":        "W:W1,12:B5,13,K15",
			},
		},
		{
			Chilean,
			map[string][]string{
				"en": {
					"king-capture=behind", "king-capture=flying", "capture=huff", "demand", "huff 37",
					"38-33", "e3-f4", "38 33", "38x27", "46x37x28", "46x28", "huff",
				},
				"es": {
					"king-capture=behind", "king-capture=flying", "capture=huff", "exigir", "soplar 37",
					"38-33", "e3-f4", "38 33", "38x27", "46x37x28", "46x28", "te soplo la 37", "soplo",
				},
				"pt": {
					"king-capture=behind", "king-capture=flying", "capture=huff", "exigir", "soprar 37",
					"38-33", "e3-f4", "38 33", "38x27", "46x37x28", "46x28", "sopro",
				},
			},
			map[string]string{
				"demand": huffed, "huff 37": huffed, "exigir": huffed, "soplar 37": huffed, "soprar 37": huffed, "te soplo la 37": huffed,
				"huff": alone, "soplo": alone, "sopro": alone,
				"38-33": "W:W36-50:B1-15", "e3-f4": "W:W36-50:B1-15", "38 33": "W:W36-50:B1-15",
				"38x27":    "W:W38:B32",
				"46x37x28": "W:WK46,K50:B32,41,44", "46x28": "W:WK46,K50:B32,41,44",
			},
		},
	}
	example := regexp.MustCompile("`([^`]*)`")
	for _, test := range tests {
		for language, want := range test.examples {
			text, err := fs.ReadFile(test.game.Help, language+".md")
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			chosen := make(engine.Options)
			for _, match := range example.FindAllSubmatch(text, -1) {
				got = append(got, string(match[1]))
				if name, value, ok := strings.Cut(string(match[1]), "="); ok {
					chosen[name] = value
				}
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("%s: examples of %s.md (-want +got):\n%s", test.game.Name, language, d)
			}
			options, err := test.game.Complete(chosen)
			if err != nil {
				t.Fatal(err)
			}
			delete(options, "king-capture") // the moves are those of the usual game
			if options, err = test.game.Complete(options); err != nil {
				t.Fatal(err)
			}
			for _, move := range want {
				if strings.Contains(move, "=") {
					continue
				}
				p, err := test.game.Parse(test.positions[move], options)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := p.Read(move); err != nil {
					t.Errorf("%s: %v", test.game.Name, err)
				}
			}
		}
	}
}
