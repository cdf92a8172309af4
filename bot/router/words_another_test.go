package router_test

import (
	"strings"
	"testing"

	. "tabuleiro/bot/desktest"
)

// Another match is wished for where one has only begun: it is said that this one has, and how to go on; of one that is
// being played it is asked whether another one is to be begun beside it.
func TestWords_AnotherAtTheBeginning(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for lang, c := range map[string]struct{ says, begun, runs string }{
			"en": {"another|rematch", "at its beginning: it is Ana's turn. Write a move like 9-13.", "Another match beside it?"},
			"es": {"otra|revancha", "al principio: juega Ana. Escribe la jugada así: 9-13.", "¿Otra partida a la vez?"},
			"pt": {"outra|desforra", "no início: joga Ana. Escreva o lance assim: 9-13.", "Outra partida ao mesmo tempo?"},
		} {
			for text := range strings.SplitSeq(c.says, "|") {
				types := granting(t, lang)
				types(Ana, "/play damas colour=white level=1")
				if got := types(Ana, text); !strings.Contains(got, c.begun) {
					t.Errorf("%s: %q is answered with %q", lang, text, got)
				}
				if got := types(Ana, "yes"); strings.Contains(got, "⚪") {
					t.Errorf("%s: yes after %q is answered with %q", lang, text, got)
				}
				types(Ana, "11-15")
				if got := types(Ana, text); !strings.Contains(got, c.runs) {
					t.Errorf("%s: after a move %q is answered with %q", lang, text, got)
				}
			}
		}
	})
}
