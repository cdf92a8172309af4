package speech_test

import (
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/fourtest"
	"tabuleiro/engine/table"
)

// Each game of the table has all its sentences in each language; the error lists what is missing.
func TestGames(t *testing.T) {
	if list := missing(book(t), table.Games); list != nil {
		t.Errorf("missing: %q", list)
	}
}

// A game needs its names, its summary, and its colours and options.
func TestGames_Missing(t *testing.T) {
	four := *fourtest.Four
	four.Colours[1] = "yellow"
	four.Options = []engine.Option{{Name: "width", Values: []string{"7", "wide"}, Default: "7", Group: "shape"}}
	var want []string
	for _, lang := range speech.Languages {
		for _, key := range []string{"game.four", "game-typed.four", "gist.four", "colour.yellow", "word.yellow",
			"option.width", "option-help.width",
			"option-group.shape", "option-group-help.shape", "option-value.wide"} {
			want = append(want, lang+": "+key)
		}
	}
	if diff := cmp.Diff(want, missing(book(t), slices.Concat(table.Games, []*engine.Game{&four}))); diff != "" {
		t.Error(diff)
	}
}

// missing lists the sentences that games need and a language lacks: "en: game.four".
func missing(book *speech.Book, games []*engine.Game) (list []string) {
	for _, lang := range speech.Languages {
		v, _ := book.In(lang)
		for _, g := range games {
			for _, key := range keys(v, g) {
				if text := lang + ": " + key; !v.Has(key) && !slices.Contains(list, text) {
					list = append(list, text)
				}
			}
		}
	}
	return list
}

// keys returns the keys of the sentences that a game needs. One with two possible keys is listed under the existing
// one, else under the last.
func keys(v speech.Voice, g *engine.Game) []string {
	list := []string{"game." + g.Name, "game-typed." + g.Name, "gist." + g.Name}
	either := func(first, last string) {
		if v.Has(first) {
			last = first
		}
		list = append(list, last)
	}
	for _, c := range g.Colours {
		list = append(list, "colour."+c, "word."+c)
	}
	for _, o := range g.Options {
		list = append(list, "option."+o.Name, "option-help."+o.Name)
		if o.Group != "" {
			list = append(list, "option-group."+o.Group, "option-group-help."+o.Group)
		}
		for _, value := range o.Values {
			if _, err := strconv.Atoi(value); err != nil {
				either("option-value."+o.Name+"-"+value, "option-value."+value)
			}
		}
	}
	return list
}
