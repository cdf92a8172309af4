package tell_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/tell"
	"tabuleiro/engine"
	"tabuleiro/engine/analysis"
	"tabuleiro/engine/draughts"
)

// A report explains the dots that are on its curve and no others, and speaks of one moment if there is just one.
func TestReportOfOneMoment(t *testing.T) {
	m := playing(t, draughts.Portuguese, "W:W12,K1:B22,K32", "12-16", "22-18")
	r := analysis.Report{Moves: []analysis.Judged{
		{Side: engine.First, Move: "12-16", Best: engine.Weighed{Move: "1-5"}, Mark: analysis.Blunder},
		{Side: engine.Second, Move: "22-18"},
	}}
	for lang, want := range map[string]string{
		"en": "for the side that began. Large dot: blunder (??).\nThe worst moment:",
		"es": "para quien empezó. Punto grande: error grave (??).\nEl peor momento:",
		"pt": "para quem começou. Círculo grande: erro grave (??).\nO pior momento:",
	} {
		a := tell.Pages{Audience: tell.Audience{Voice: voice(t, lang, nil),
			Caps: chat.Caps{Pictures: true, Caption: 1000, Rows: 8}}}
		message := a.Report(m, r)
		if got := chat.Plain(message.Text); !strings.Contains(got, want) {
			t.Errorf("%q is missing in:\n%s", want, got)
		}
		if alt := message.Board.Alt; !strings.Contains(want, alt[strings.Index(alt, ". ")+2:]) {
			t.Errorf("the picture is described as %q", alt)
		}
	}
}
