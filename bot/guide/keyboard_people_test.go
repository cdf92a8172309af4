package guide_test

import (
	"strings"
	"testing"

	. "tabuleiro/bot/desktest"
)

// A person who asks at a shared keyboard who speaks is told, and how another person does; an example names the person
// challenged, and never presents the bot as somebody else.
func TestKeyboard_WhoSpeaks(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for lang, c := range map[string]struct{ texts, rui, ana string }{
			"en": {"who am I?|whoami|what's my name?|who is typing now?", "Here you are Rui.", "like  ana: hello"},
			"es": {"¿quién soy?|¿quién soy yo?|¿cómo me llamo?|¿quién escribe ahora?", "Aquí eres Rui.", "como  ana: hola"},
			"pt": {"quem sou eu?|quem sou?|como me chamo?|quem está ao teclado?", "Aqui o seu nome é Rui.", "como  ana: olá"},
		} {
			for text := range strings.SplitSeq(c.texts, "|") {
				types := Together(t, lang)
				if got := types(Rui, text); !strings.Contains(got, c.rui) || !strings.Contains(got, c.ana) {
					t.Errorf("%s: %q is answered with %q", lang, text, got)
				}
				if got := types(Ana, text); !strings.Contains(got, "Ana") || strings.Contains(got, " ana: ") ||
					!strings.Contains(got, " rui: ") {
					t.Errorf("%s: %q of Ana is answered with %q", lang, text, got)
				}
			}
			types := Together(t, lang)
			types(Rui, "/play damas friend")
			if got := types(Rui, "/accept"); !strings.Contains(got, "  ana: /") {
				t.Errorf("%s: Rui, who accepts his own challenge, is told %q", lang, got)
			}
			types = Together(t, lang)
			types(Ana, "/play cage @zeca")
			if got := types(Ana, "/accept"); !strings.Contains(got, "  zeca: /") {
				t.Errorf("%s: Ana, who has challenged Zeca, is told %q", lang, got)
			}
		}
	})
}
