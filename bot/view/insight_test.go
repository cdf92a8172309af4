package view_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/analysis"
	"tabuleiro/engine/backgammon"
	"tabuleiro/engine/draughts"
	"tabuleiro/engine/match"
	"tabuleiro/engine/puzzle"
	"tabuleiro/render"
)

// A report explains the dots on its curve and no others, and uses the singular for one moment.
func TestReport_OfOneMoment(t *testing.T) {
	m := playing(t, draughts.Portuguese, "W:W12,K1:B22,K32", "12-16", "22-18")
	r := analysis.Report{Moves: []analysis.Judged{
		{Side: engine.First, Move: "12-16", Best: engine.ScoredMove{Move: "1-5"}, Mark: analysis.Blunder},
		{Side: engine.Second, Move: "22-18"},
	}}
	for lang, want := range map[string]string{
		"en": "the better for Ana. Large dot: blunder (??).\nThe worst moment:",
		"es": "mejor para Ana. Punto grande: error grave (??).\nEl peor momento:",
		"pt": "melhor para Ana. Círculo grande: erro grave (??).\nO pior momento:",
	} {
		a := view.Audience{Voice: voice(t, lang, nil),
			Caps: chat.Caps{Pictures: true, Caption: 1000, Rows: 8}}
		message := a.Report(m, r)
		if got := chat.PlainText(message.Text); !strings.Contains(got, want) {
			t.Errorf("%q is missing in:\n%s", want, got)
		}
		if alt := message.Board.Alt; !strings.Contains(want, alt[strings.Index(alt, ". ")+2:]) {
			t.Errorf("the picture is described as %q", alt)
		}
	}
}

// A marked move is shown with the better one, the fact that distinguishes them, both continuations and the chances, in
// every language; its picture has both moves, and the buttons lead to the others.
func TestMoment(t *testing.T) {
	m := playing(t, draughts.Portuguese, "W:W12,1:B22,30", "12-15", "22-18", "1-5", "18-13")
	r := analysis.Report{Moves: []analysis.Judged{
		{Side: engine.First, Move: "12-15", Best: engine.ScoredMove{Move: "12-16", Equity: 6000,
			Line: []engine.Move{"12-16", "22-18", "16-20"}},
			Loss: 3000, Mark: analysis.Blunder, Reply: []engine.Move{"22-18", "15x22"}},
		{Side: engine.Second, Move: "22-18", Best: engine.ScoredMove{Move: "30-27"}},
		{Side: engine.First, Move: "1-5", Best: engine.ScoredMove{Move: "1-6", Equity: 5000}, Loss: 600,
			Mark: analysis.Inaccuracy},
		{Side: engine.Second, Move: "18-13"},
	}}
	for lang, want := range map[string][]string{
		"en": {"12-15??: 12-16 was better.", "After 12-16: 22-18 16-20.",
			"Chances of Ana: 60 % before the move, 30 % after it.", "1 is the better move"},
		"es": {"12-15??: era mejor 12-16.", "Después de 12-16: 22-18 16-20.",
			"Probabilidades de Ana: 60 % antes de la jugada, 30 % después.", "1 es la mejor"},
		"pt": {"12-15??: era melhor 12-16.", "Depois de 12-16: 22-18 16-20.",
			"Hipóteses de Ana: 60 % antes do lance, 30 % depois.", "1 é o melhor"},
	} {
		var drawn render.Style
		a := view.Audience{Voice: voice(t, lang, nil),
			Caps: chat.Caps{Pictures: true, Caption: 1000, Rows: 8},
			Draw: func(v engine.View, s render.Style) []byte {
				drawn = s
				if len(v.Last.Path) > 0 {
					t.Error("the last move is on the picture")
				}
				return []byte{1}
			}}
		message := a.Moment(m, r, 0)
		got := chat.PlainText(message.Text)
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

// The right cube decision has its reason, in players' words.
func TestCube_HasItsReason(t *testing.T) {
	m := playing(t, backgammon.Backgammon, "4HPwCSDgc/ABMA:cAlgAAAAAAAE")
	doubled := playing(t, backgammon.Backgammon, "4HPwCSDgc/ABMA:cAlgAAAAAAAE", "double")
	for _, c := range []struct {
		m    *match.Match
		best engine.Move
		cube engine.Cube
		want map[string]string
	}{
		{m, "roll", engine.Cube{NoDouble: 1600, Take: -1200, Drop: 10000},
			map[string]string{"en": "It is too early to double.", "pt": "É cedo para dobrar.", "es": "Es pronto para doblar."}},
		{m, "roll", engine.Cube{NoDouble: -3500, Take: -9400, Drop: 10000},
			map[string]string{"en": "A double would only help the other side.", "pt": "Dobrar só ajudaria o adversário.",
				"es": "Doblar solo ayudaría al rival."}},
		{m, "roll", engine.Cube{NoDouble: 11000, Take: 13000, Drop: 10000},
			map[string]string{"en": "The position is too good to double: it is worth more than a dropped double wins.",
				"pt": "A posição é boa demais para dobrar: vale mais do que se ganha com uma dobra recusada.",
				"es": "La posición es demasiado buena para doblar: vale más de lo que se gana con un doble rechazado."}},
		{m, "double", engine.Cube{NoDouble: 6000, Take: 8000, Drop: 10000},
			map[string]string{"en": "It is time to double, and the other side does well to take.",
				"pt": "É altura de dobrar, e o adversário faz bem em aceitar.",
				"es": "Es hora de doblar, y el rival hace bien en aceptar."}},
		{m, "double", engine.Cube{NoDouble: 8000, Take: 12000, Drop: 10000},
			map[string]string{"en": "It is time to double: the other side loses less by dropping than by taking.",
				"pt": "É altura de dobrar: o adversário perde menos a recusar do que a aceitar.",
				"es": "Es hora de doblar: el rival pierde menos rechazando que aceptando."}},
		{doubled, "take", engine.Cube{NoDouble: 6000, Take: 8000, Drop: 10000},
			map[string]string{"en": "Taking is worth more than dropping.", "pt": "Aceitar vale mais do que recusar.",
				"es": "Aceptar vale más que rechazar."}},
		{doubled, "drop", engine.Cube{NoDouble: 9000, Take: 13000, Drop: 10000},
			map[string]string{"en": "Dropping loses less than taking.", "pt": "Recusar perde menos do que aceitar.",
				"es": "Rechazar pierde menos que aceptar."}},
	} {
		for lang, want := range c.want {
			a := view.Audience{Voice: voice(t, lang, nil), Caps: chat.Caps{Rows: 8}}
			best := engine.ScoredMove{Move: c.best, Line: []engine.Move{c.best}}
			hint := chat.PlainText(a.Hint(c.m,
				analysis.Hint{Move: best, Reason: analysis.Better, Best: []engine.ScoredMove{best, best}, Cube: &c.cube}, 3, 1).Text)
			if !strings.Contains(hint, want) || strings.Contains(hint, a.Voice.Text("hint-reason.better")) {
				t.Errorf("%s: the hint says %q, want %q", lang, hint, want)
			}
		}
	}
}

// A finished puzzle says how much better its move is than any other, in chances or in points.
func TestPuzzle_SaysItsWorth(t *testing.T) {
	for _, c := range []struct {
		game           *engine.Game
		position, move string
		value, gap     int
		want           map[string]string
	}{
		{draughts.Portuguese, "W:W1:B21", "1-5", 9800, 4700, map[string]string{
			"en": "Chances: 98 % with 1-5, at most 51 % with another move.",
			"pt": "Hipóteses: 98 % com 1-5, no máximo 51 % com outro lance.",
			"es": "Probabilidades: 98 % con 1-5, como mucho 51 % con otra jugada.",
		}},
		{backgammon.Backgammon, "4HPwATDgc/ABMA:MAEKAAAAAAAE", "8/4 6/4", 1700, 1500, map[string]string{
			"en": "The game is worth +0.17 points with 8/4 6/4, at most +0.02 with another move.",
			"pt": "A partida vale +0,17 pontos com 8/4 6/4, no máximo +0,02 com outro lance.",
			"es": "La partida vale +0,17 puntos con 8/4 6/4, como mucho +0,02 con otra jugada.",
		}},
	} {
		for lang, want := range c.want {
			a := view.Audience{Voice: voice(t, lang, nil), Caps: chat.Caps{Rows: 8}}
			m := playing(t, c.game, c.position, c.move)
			p := view.Puzzle{Number: 1, Game: c.game, Line: m.Line, Ended: true, Puzzle: puzzle.Puzzle{Value: c.value, Gap: c.gap}}
			if got := chat.PlainText(a.Puzzle(p, nil, "").Text); !strings.Contains(got, want) {
				t.Errorf("%s: %q, want %q", lang, got, want)
			}
		}
	}
}

// A wrong cube answer is explained.
func TestWrongAboutTheCube(t *testing.T) {
	for lang, want := range map[string]string{"en": "It is too early to double.", "pt": "É cedo para dobrar.",
		"es": "Es pronto para doblar."} {
		a := view.Audience{Voice: voice(t, lang, nil), Caps: chat.Caps{Rows: 8}}
		m := playing(t, backgammon.Backgammon, "4HPwCSDgc/ABMA:cAlgAAAAAAAE")
		p := view.Puzzle{Number: 1, Game: m.Game, Line: m.Line}
		p.Cube = &engine.Cube{NoDouble: 1600, Take: -1200, Drop: 10000}
		refutation := a.Refutation(p, [2][]engine.Move{{"double"}, {"double"}}, nil, []engine.Move{"roll"})
		if got := chat.PlainText(refutation.Text); !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", lang, got, want)
		}
	}
}

// A wrong try without a known fact is said to lose or to give the win away if that is certain; else its chances are
// shown. A draw is no loss if nothing more was possible.
func TestWrongTry(t *testing.T) {
	for _, c := range []struct {
		value int
		reply engine.ScoredMove
		want  map[string]string
	}{
		{engine.ProbScale, engine.ScoredMove{Win: engine.ProbScale, Equity: engine.ProbScale, Proven: true},
			map[string]string{"en": "22-8 loses the game.", "es": "22-8 pierde la partida.", "pt": "22-8 perde a partida."}},
		{engine.ProbScale, engine.ScoredMove{Draw: engine.ProbScale, Equity: engine.ProbScale / 2, Proven: true},
			map[string]string{"en": "22-8 lets the other side draw.", "es": "22-8 deja que el rival haga tablas.",
				"pt": "22-8 deixa o adversário empatar."}},
		{engine.ProbScale / 2, engine.ScoredMove{Draw: engine.ProbScale, Equity: engine.ProbScale / 2, Proven: true},
			map[string]string{"en": "Your chances: 50", "es": "Tus probabilidades: 50",
				"pt": "As suas hipóteses: 50"}},
		{engine.ProbScale, engine.ScoredMove{Win: 6900, Equity: 6900},
			map[string]string{"en": "Your chances: 31", "es": "Tus probabilidades: 31",
				"pt": "As suas hipóteses: 31"}},
	} {
		for lang, want := range c.want {
			a := view.Audience{Voice: voice(t, lang, nil), Caps: chat.Caps{Rows: 8}}
			m := playing(t, draughts.Portuguese, "W:WK22:B20,25,K30")
			p := view.Puzzle{Number: 1, Game: m.Game, Line: m.Line, Puzzle: puzzle.Puzzle{Value: c.value}}
			tried := []engine.Move{"22-8", "30-23"}
			refutation := a.Refutation(p, [2][]engine.Move{tried, tried}, &c.reply, []engine.Move{"22-19"})
			if got := chat.PlainText(refutation.Text); !strings.Contains(got, want) {
				t.Errorf("%s: %q, want %q", lang, got, want)
			}
		}
	}
}
