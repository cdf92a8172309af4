package router_test

import (
	"strings"
	"testing"

	. "tabuleiro/bot/desktest"
)

// Suggestions to an author who was not understood are worded as people speak, and the bot understands them.
func TestWords_Suggested(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for lang, texts := range map[string]string{
			"en": "maybe an easy cage|do you play cage at times?|perhaps cage level 3|who of us then is the winner of these|list the moves pls",
			"es": "quizás un cage fácil|¿usted juega cage a veces?|tal vez cage nivel 3|cuántas piezas hace que ganó|las jugadas esas de la lista",
			"pt": "quero um cage fácil talvez|vc joga gamão?|talvez cage nível 3|quantas peças ganhou isso|a lista dos lances aí",
		} {
			suggested := 0
			for text := range strings.SplitSeq(texts, "|") {
				types := Together(t, lang)
				told := types(Ana, text)
				if !strings.Contains(told, map[string]string{"en": "Did you mean", "es": "Querías decir",
					"pt": "Queria dizer"}[lang]) {
					continue
				}
				_, buttons, _ := strings.Cut(told, "[")
				for entry := range strings.SplitSeq(strings.TrimSuffix(buttons, "]"), "][") {
					label, says, is := strings.Cut(entry, ": ")
					if !is || label == says {
						continue
					}
					suggested++
					if strings.ContainsAny(label, "/=") {
						t.Errorf("%s: for %q is suggested %q", lang, text, label)
					}
					if a, b := types(Ana, says), Together(t, lang)(Ana, label); firstLine(a) != firstLine(b) {
						t.Errorf("%s: %q is answered with %q, %q with %q", lang, says, a, label, b)
					}
				}
			}
			if suggested == 0 {
				t.Errorf("%s: nothing is suggested", lang)
			}
		}
	})
}

// firstLine returns the first line of a text, without match ids.
func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	line, _, _ = strings.Cut(line, "#")
	return line
}

// Suggestions contain no words that people only write in haste.
func TestWords_SuggestedPlainly(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for lang, texts := range map[string]string{"pt": "onde esta a minha dama|onde está a dama branca",
			"en": "maybe an easy cage", "es": "dónde está mi dama"} {
			for text := range strings.SplitSeq(texts, "|") {
				told := Together(t, lang)(Ana, text)
				for _, haste := range []string{" vc", " u ", " q ", " pls"} {
					if strings.Contains(strings.ToLower(told), haste) {
						t.Errorf("%s: %q is answered with %q", lang, text, told)
					}
				}
			}
		}
	})
}
