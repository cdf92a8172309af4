package speech_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/fourtest"
	"tabuleiro/engine/table"
)

// Each game of the table has all its sentences in each language; the list names what is missing.
func TestGames(t *testing.T) {
	if missing := view.Missing(book(t), table.Games); missing != nil {
		t.Errorf("missing: %q", missing)
	}
}

// What a game needs is its names, what it is about, and its colours, codes and options.
func TestGames_Missing(t *testing.T) {
	four := *fourtest.Four
	four.Colours[1] = "yellow"
	four.Options = []engine.Option{{Name: "width", Values: []string{"7", "wide"}, Default: "7", Group: "shape"}}
	var want []string
	for _, lang := range speech.Languages {
		for _, key := range []string{"game.four", "game-typed.four", "gist.four", "colour.yellow", "word.yellow",
			"rule.disc-floats", "rule.four-in-line", "rule.board-full", "option.width", "option-help.width",
			"option-group.shape", "option-group-help.shape", "option-value.wide"} {
			want = append(want, lang+": "+key)
		}
	}
	if diff := cmp.Diff(want, view.Missing(book(t), slices.Concat(table.Games, []*engine.Game{&four}))); diff != "" {
		t.Error(diff)
	}
}
