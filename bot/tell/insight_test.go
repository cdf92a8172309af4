package tell_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/tell"
	"tabuleiro/engine"
	"tabuleiro/engine/analysis"
	"tabuleiro/engine/draughts"
	"tabuleiro/render"
)

// A report explains the dots that are on its curve and no others, and speaks of one moment if there is just one.
func TestReportOfOneMoment(t *testing.T) {
	m := playing(t, draughts.Portuguese, "W:W12,K1:B22,K32", "12-16", "22-18")
	r := analysis.Report{Moves: []analysis.Judged{
		{Side: engine.First, Move: "12-16", Best: engine.Weighed{Move: "1-5"}, Mark: analysis.Blunder},
		{Side: engine.Second, Move: "22-18"},
	}}
	for lang, want := range map[string]string{
		"en": "the better for Ana. Large dot: blunder (??).\nThe worst moment:",
		"es": "mejor para Ana. Punto grande: error grave (??).\nEl peor momento:",
		"pt": "melhor para Ana. Círculo grande: erro grave (??).\nO pior momento:",
	} {
		a := tell.Pages{Audience: tell.Audience{Voice: voice(t, lang, nil),
			Caps: chat.Caps{Pictures: true, Caption: 1000, Rows: 8}}}
		message := a.Insights().Report(m, r)
		if got := chat.Plain(message.Text); !strings.Contains(got, want) {
			t.Errorf("%q is missing in:\n%s", want, got)
		}
		if alt := message.Board.Alt; !strings.Contains(want, alt[strings.Index(alt, ". ")+2:]) {
			t.Errorf("the picture is described as %q", alt)
		}
	}
}

// A marked move is shown with what was better, the fact that tells both apart, how both go on and the chances, in every
// language; its picture has both moves, and the buttons lead to the others.
func TestMoment(t *testing.T) {
	m := playing(t, draughts.Portuguese, "W:W12,1:B22,30", "12-15", "22-18", "1-5", "18-13")
	r := analysis.Report{Moves: []analysis.Judged{
		{Side: engine.First, Move: "12-15", Best: engine.Weighed{Move: "12-16", Equity: 6000, Line: []engine.Move{"12-16", "22-18", "16-20"}},
			Loss: 3000, Mark: analysis.Blunder, Reply: []engine.Move{"22-18", "15x22"}},
		{Side: engine.Second, Move: "22-18", Best: engine.Weighed{Move: "30-27"}},
		{Side: engine.First, Move: "1-5", Best: engine.Weighed{Move: "1-6", Equity: 5000}, Loss: 600, Mark: analysis.Inaccuracy},
		{Side: engine.Second, Move: "18-13"},
	}}
	for lang, want := range map[string][]string{
		"en": {"12-15??: 12-16 was better.", "After 12-16: 22-18 16-20.", "Chances of Ana: 60 % before the move, 30 % after it.", "1 is the better move"},
		"es": {"12-15??: era mejor 12-16.", "Después de 12-16: 22-18 16-20.", "Probabilidades de Ana: 60 % antes de la jugada, 30 % después.", "1 es la mejor"},
		"pt": {"12-15??: era melhor 12-16.", "Depois de 12-16: 22-18 16-20.", "Probabilidades de Ana: 60 % antes do lance, 30 % depois.", "1 é o melhor"},
	} {
		var drawn render.Style
		a := tell.Pages{Audience: tell.Audience{Voice: voice(t, lang, nil), Caps: chat.Caps{Pictures: true, Caption: 1000, Rows: 8},
			Draw: func(v engine.View, s render.Style) []byte {
				drawn = s
				if len(v.Last.Path) > 0 {
					t.Error("the last move is on the picture")
				}
				return []byte{1}
			}}}
		message := a.Insights().Moment(m, r, 0)
		got := chat.Plain(message.Text)
		for _, sentence := range want {
			if !strings.Contains(got, sentence) {
				t.Errorf("%q is missing in:\n%s", sentence, got)
			}
		}
		if len(drawn.Arrows) != 2 || drawn.Arrows[0].Worse || !drawn.Arrows[1].Worse || message.Board == nil {
			t.Errorf("the picture has %+v", drawn.Arrows)
		}
		if !strings.HasSuffix(message.Buttons[0][0].Says, " #k7q2 m2+") || len(message.Buttons[0]) != 2 {
			t.Errorf("the buttons are %+v", message.Buttons)
		}
	}
}
