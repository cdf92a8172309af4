package bot_test

import (
	"strings"
	"testing"
)

// After a match against a person another game is asked for with that person offered, also where its name is typed.
func TestAnotherGameAgainstWhom(t *testing.T) {
	for lang, c := range map[string]struct{ says, whom string }{
		"en": {"another game|/play|new game", "against whom"}, "es": {"otro juego|quiero otro juego", "contra quién"},
		"pt": {"/jogar|nova partida", "contra quem"},
	} {
		for text := range strings.SplitSeq(c.says, "|") {
			types := together(t, lang)
			types(ana, "/play damas colour=white @rui")
			types(rui, "/accept")
			types(ana, "/resign yes")
			if got := types(ana, text); !strings.Contains(got, "Rui") || strings.Contains(got, "#") {
				t.Errorf("%s: %q is answered with %q", lang, text, got)
			}
			got := types(ana, "gamao")
			if !strings.Contains(got, c.whom) || !strings.Contains(got, "[Rui: ") {
				t.Errorf("%s: the game is answered with %q", lang, got)
			}
		}
		types := together(t, lang)
		types(ana, "/play damas house level=1")
		types(ana, "/resign yes")
		types(ana, "/play")
		if got := types(ana, "gamao"); !strings.Contains(got, "#") {
			t.Errorf("%s: after a match against the bot the game is answered with %q", lang, got)
		}
	}
}
