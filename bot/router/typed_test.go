package router_test

import (
	"cmp"
	"strings"
	"testing"

	"tabuleiro/bot/command"
	. "tabuleiro/bot/desktest"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine/longtest"
)

// A command with an argument of its kind is the same without the slash.
func TestWords_WithoutSlash(t *testing.T) {
	book, err := speech.Load()
	if err != nil {
		t.Fatal(err)
	}
	examples := map[string]string{"match": "#2gj5", "opponent": "@eva", "user": "@rui", "time": "3d", "game": "cage", "play.game": "cage @eva", "move.move": "11-15",
		"why.move": "11-15", "if.text": "11-15 21-18", "try.text": "11-15", "tournament.text": "cage", "ladder.text": "cage",
		"from": "11", "section": "2", "times": "1", "pace": "2s", "throw": "1", "code": "123456", "word": "abc", "format": "pdn",
		"page": "2", "step": "3", "options": "time=3d"}
	InTime(t, func(t *testing.T) {
		languages := []string{"pt", "en", "es"}
		if !longtest.All() {
			languages = languages[:1]
		}
		for _, lang := range languages {
			own, _ := book.In(lang)
			v := view.Voice{Voice: own}
			for _, c := range command.Public() {
				if !longtest.All() && c.Group != command.Time {
					continue
				}
				texts := []string{""}
				for _, a := range c.Args {
					if said := cmp.Or(examples[c.Name+"."+a.Name], examples[a.Name]); said != "" && !strings.HasPrefix(said, a.Prefix) {
						texts = append(texts, a.Prefix+said)
					} else if said != "" {
						texts = append(texts, said)
					}
					for _, word := range a.Words() {
						texts = append(texts, v.Typed(word))
					}
				}
				for _, text := range texts {
					var told [2]string
					for i, slash := range []string{"", "/"} {
						types := Together(t, lang)
						types(Ana, "/play damas @rui time=3d")
						types(Rui, "/accept")
						told[i] = types(Ana, strings.TrimSpace(slash+strings.TrimPrefix(v.Typed(c.Name), "/")+" "+text))
					}
					if told[0] != told[1] {
						t.Errorf("%s: %s %s: told %q, with a slash %q", lang, v.Typed(c.Name), text, firstLine(told[0]), firstLine(told[1]))
					}
				}
			}
		}
	})
}
