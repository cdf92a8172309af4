package view_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/analysis"
	"tabuleiro/engine/backgammon"
	"tabuleiro/engine/cage"
	"tabuleiro/engine/draughts"
	"tabuleiro/engine/eximo"
	"tabuleiro/engine/match"
	"tabuleiro/engine/table"
)

// playing returns a running match of Ana against Rui at a position.
func playing(t *testing.T, g *engine.Game, position string, moves ...string) *match.Match {
	t.Helper()
	options, err := g.Complete(nil)
	if err != nil {
		t.Fatal(err)
	}
	start, err := g.Parse(position, options)
	if err != nil {
		t.Fatal(err)
	}
	line := g.NewLine(start)
	for _, move := range moves {
		if line, err = line.Play(engine.Move(move)); err != nil {
			t.Fatal(err)
		}
	}
	ana, rui := match.Player{ID: "a:1", Name: "Ana"}, match.Player{ID: "a:2", Name: "Rui"}
	return &match.Match{ID: "k7q2", Game: g, Line: line, Status: match.Playing, Challenger: ana, Opponent: rui, First: ana}
}

// rowsOf returns the labels of buttons, a line for each row.
func rowsOf(buttons [][]chat.Button) (rows []string) {
	for _, row := range buttons {
		var labels []string
		for _, b := range row {
			labels = append(labels, b.Label)
		}
		rows = append(rows, strings.Join(labels, " | "))
	}
	return rows
}

// The board has the choices as buttons: moves if they are few, else their beginnings, and then how they go on.
func TestButtons_Control(t *testing.T) {
	few, many := chat.Caps{Rows: 10, Choices: 8, Says: 64, Talk: true}, chat.Caps{Rows: 5, Choices: 20, Says: 100,
		Talk: true}
	deaf := chat.Caps{Rows: 5, Choices: 20, Says: 100, Asks: true}
	thinking := playing(t, draughts.Portuguese, "B:W1,10:B32")
	thinking.Opponent = match.Player{ID: "house:3", Name: "House"}
	for _, c := range []struct {
		name  string
		caps  chat.Caps
		match *match.Match
		typed string
		want  []string
	}{
		{"few moves", few, playing(t, draughts.Portuguese, "W:W1,10:B32"), "", []string{"1-5 | 10-13 | 10-14", "⋯"}},
		{"the only move", few, playing(t, draughts.Portuguese, "W:W11:B14,32"), "", []string{"11x18", "⋯"}},
		{"the moves of the house, which nobody makes for it", few, thinking, "", []string{"⋯"}},
		{"what moves", few, playing(t, draughts.Chilean, "W:W30,K22:B5"), "", []string{"22 | 30", "⋯"}},
		{"the only piece", few, playing(t, draughts.Chilean, "W:WK50:B5"), "", []string{
			"50-6 | 50-11 | 50-17 | 50-22", "50-28 | 50-33 | 50-39 | 50-44", "50-45", "⋯"}},
		{"the same with more room", many, playing(t, draughts.Chilean, "W:W30,K22:B5"), "", []string{
			"22-4 | 22-6 | 22-9 | 22-11", "22-13 | 22-17 | 22-18 | 22-27", "22-28 | 22-31 | 22-33 | 22-36",
			"22-39 | 22-44 | 22-50 | 30-24", "30-25", "⋯"}},
		{"where it goes", few, playing(t, draughts.Chilean, "W:W30,K22:B5"), "30", []string{"30-24 | 30-25", "←"}},
		{"drops", few, playing(t, eximo.Eximo, "8/w7/7b/8/8/2w5/8/3w4 w"), "", []string{"d1 | c3 | a7", "⋯"}},
		{"where they may be dropped", few, playing(t, eximo.Eximo, "8/w7/7b/8/8/2w5/8/3w4 w"), "a7-a8", []string{
			"a7-a8*b1 | a7-a8*c1 | a7-a8*e1", "a7-a8*f1 | a7-a8*g1 | a7-a8*b2", "a7-a8*c2 | a7-a8*d2 | a7-a8*e2",
			"a7-a8*f2 | a7-a8*g2", "←"}},
		{"a piece that has to capture", few, playing(t, cage.Cage, "8/8/8/2r1r3/3b4/3r4/8/8 r"), "",
			[]string{"c5-c4 | e5-e4", "⋯"}},
		{"dice that are thrown by themselves", few, playing(t, backgammon.Backgammon,
			"XGID=--AB--B-------------b-c---:1:-1:1:00:2:0:0:5:10"), "", []string{"⋯"}},
		{"to roll or to double", few, playing(t, backgammon.Backgammon,
			"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:5:10"), "", []string{"Roll | Double", "⋯"}},
		{"a play", few, playing(t, backgammon.Backgammon, "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10"), "",
			[]string{"24/21 | 24/23 | 13/10 | 8/7", "8/5 | 6/5 | 6/3", "⋯"}},
		{"a play with many parts", few, playing(t, backgammon.Backgammon,
			"XGID=-bAAA-BAC-A-eAA-Ac---A--A-:0:0:1:31:0:0:0:5:10"), "", []string{"24 | 21 | 16 | 14", "13 | 10 | 8 | 7",
			"6 | 4 | 3", "⋯"}},
		{"its second part", few, playing(t, backgammon.Backgammon, "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10"),
			"8/5", []string{"24/23 8/5 | 8/5 8/7 | 8/5 6/5", "8/5/4", "←"}},
		{"a double", few, playing(t, backgammon.Backgammon, "XGID=-b----E-C---eE---c-e----B-:0:0:1:66:0:0:0:5:10"), "",
			[]string{"24/18 | 13/7 | 8/2", "⋯"}},
		{"the rest of a double", few, playing(t, backgammon.Backgammon,
			"XGID=-b----E-C---eE---c-e----B-:0:0:1:66:0:0:0:5:10"), "24/18", []string{
			"24/18 24/18 13/7 13/7", "24/18 24/18 13/7 8/2", "24/18 24/18 8/2 8/2", "24/18 13/7 13/7 13/7",
			"24/18 13/7 13/7 8/2", "24/18 13/7 8/2 8/2",
			"24/18 8/2 8/2 8/2", "←"}},
		{"what has to be played first", few, playing(t, backgammon.Backgammon,
			"XGID=-b----E-C---eE---c-e---A-A:0:0:1:11:0:0:0:5:10"), "", []string{
			"bar/24/23 | bar/24 23/22", "bar/24 8/7 | bar/24 6/5", "⋯"}},
		{"a bot that hears no talk asks", deaf, playing(t, draughts.Portuguese, "W:W11:B14,32"), "",
			[]string{"11x18", "⋯ | Type"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := view.Audience{Voice: voice(t, "en", nil), Caps: c.caps}
			got := rowsOf(a.Control(c.match, c.typed).Buttons)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// If edits of a message are expensive there is room for every button, and for those that lead on below them, in any
// position and at any stage of a move.
func TestControls_Stand(t *testing.T) {
	caps := chat.Caps{Rows: 13, Columns: 4, Choices: 16, Says: 64, Label: 64, Text: 4096, Talk: true, Turns: true,
		Dear: true}
	a := view.Audience{Voice: voice(t, "en", nil), Caps: caps}
	random := rand.New(rand.NewPCG(5, 5))
	for _, g := range table.Games {
		options, err := g.Complete(nil)
		if err != nil {
			t.Fatal(err)
		}
		start, err := g.New(options)
		if err != nil {
			t.Fatal(err)
		}
		m := playing(t, g, start.String())
		for range 50 {
			p := m.Line.Position()
			var moves []engine.Move
			for move := range p.Moves() {
				if text := string(move); text != "double" {
					moves = append(moves, move)
				}
			}
			if len(moves) == 0 {
				break
			}
			typed := ""
			for range 4 {
				buttons := a.Control(m, typed).Buttons
				if len(buttons) > caps.Rows {
					t.Fatalf("%s: %s, %q: %d rows: %q", g.Name, p, typed, len(buttons), rowsOf(buttons))
				}
				var on []string
				for _, row := range buttons {
					for _, b := range row {
						_, text, ok := strings.Cut(strings.TrimPrefix(b.Says, "/move "), " ")
						var half *engine.MoveError
						if _, err := p.Read(text); ok && errors.As(err, &half) {
							on = append(on, text)
						}
					}
				}
				if len(on) == 0 {
					break
				}
				typed = on[random.IntN(len(on))]
			}
			if m.Line, err = m.Line.Play(moves[random.IntN(len(moves))]); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// afterRoll returns a match where a double may follow the roll, at a position with dice.
func afterRoll(t *testing.T, xgid string, moves ...engine.Move) *match.Match {
	t.Helper()
	g := backgammon.Backgammon
	options, err := g.Complete(map[string]string{"double": "turn"})
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Parse(xgid, options)
	if err != nil {
		t.Fatal(err)
	}
	m := playing(t, g, p.String())
	m.Line = g.NewLine(p)
	for _, move := range moves {
		if m.Line, err = m.Line.Play(move); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

// A double after the roll is offered to a side that can gain by it, and not to one that needs no more than the stake.
func TestDouble_Idle(t *testing.T) {
	for score, offered := range map[string]bool{"0:2": true, "2:0": false} {
		m := afterRoll(t, "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:"+score+":0:3:10")
		a := view.Audience{Voice: voice(t, "en", nil),
			Caps: chat.Caps{Rows: 10, Choices: 8, Says: 64, Talk: true}}
		got := strings.Join(rowsOf(a.Control(m, "").Buttons), "\n")
		if strings.Contains(got, "Double") != offered {
			t.Errorf("at %s the buttons are:\n%s", score, got)
		}
	}
}

// A hint about a double after the roll begins with the winning chance, too.
func TestHint_AboutADoubleAfterTheRoll(t *testing.T) {
	m := afterRoll(t, "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10", "double")
	advice, err := analysis.Advise(t.Context(), m.Game.Brain, m.Line, engine.Limits{Level: 7})
	if err != nil {
		t.Fatal(err)
	}
	for i, sentence := range []string{"From here you win about ", "My advice: take."} {
		got := chat.PlainText(view.Audience{Voice: voice(t, "en", nil)}.Hint(m, advice, i+1, 1).Text)
		if !strings.Contains(got, sentence) {
			t.Errorf("step %d: %q is missing in:\n%s", i+1, sentence, got)
		}
	}
}

// If no whole moves are offered, an only legal word is.
func TestOnlyAWord(t *testing.T) {
	options, err := backgammon.Backgammon.Complete(engine.Options{"throw": "self"})
	if err != nil {
		t.Fatal(err)
	}
	p, err := backgammon.Backgammon.New(options)
	if err != nil {
		t.Fatal(err)
	}
	m := playing(t, draughts.Portuguese, "W:W11:B14,32")
	m.Game, m.Line = backgammon.Backgammon, backgammon.Backgammon.NewLine(p)
	to := view.Audience{Voice: voice(t, "en", nil), Caps: chat.Caps{Rows: 10, Says: 64, Talk: true}}
	if got := rowsOf(to.Present(m).Buttons); !slices.Equal(got, []string{"Roll", "⋯"}) {
		t.Errorf("the buttons are %q", got)
	}
}

// A move that is a word is shown in the reader's language, as it can be typed.
func TestMove_ThatIsAWord(t *testing.T) {
	const xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:5:10"
	own := playing(t, backgammon.Backgammon, xgid).Line.Position()
	doubled := playing(t, backgammon.Backgammon, xgid, "double").Line.Position()
	shut := playing(t, backgammon.Backgammon, "XGID=------H-F---c------bbbbbbA:0:0:1:31:0:0:0:5:10").Line.Position()
	for lang, want := range map[string][]string{
		"en": {"roll", "double", "take", "drop", "pass"},
		"es": {"tirar", "doblar", "aceptar", "rechazar", "pasar"},
		"pt": {"lançar", "dobrar", "aceitar", "recusar", "passar"},
	} {
		v := voice(t, lang, nil)
		got := []string{v.Move(own, "roll"), v.Move(own, "double"), v.Move(doubled, "take"), v.Move(doubled, "drop"),
			v.Move(shut, "pass")}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", lang, diff)
		}
	}
}

// A notation's numbers for a word are understood.
func TestNumbers_ForAWord(t *testing.T) {
	shut := playing(t, backgammon.Backgammon, "XGID=------H-F---c------bbbbbbA:0:0:1:31:0:0:0:5:10").Line.Position()
	if got := voice(t, "pt", view.Preferences{"plays": {Value: "manual"}}).Move(shut, "pass"); got != "100, 100" {
		t.Errorf("a pass is written %q", got)
	}
}

// Moves are found by their notation too, and if there are many the example of a beginning is one.
func TestMoves_ThatBegin(t *testing.T) {
	pt := view.Audience{Voice: voice(t, "pt", nil)}
	entering := playing(t, backgammon.Backgammon, "XGID=-b----E-C---dE---b-e-b--AA:0:0:1:43:0:0:0:0:10")
	for begin, want := range map[string]bool{"barra/22": true, "bar/22": true, "barra/21": false} {
		if _, ok := pt.Moves(entering, begin, true); ok != want {
			t.Errorf("a move that begins with %s: %v", begin, ok)
		}
	}
	opening := playing(t, backgammon.Backgammon, "XGID=-b----E-C---eE---c-e----B-:0:0:1:63:0:0:0:5:10")
	for begin, want := range map[string]string{"8": "6 jogadas", "24": "7 jogadas", "13": "7 jogadas", "4": "",
		"": "14 jogadas"} {
		got, ok := pt.Moves(opening, begin, true)
		if text := chat.PlainText(got.Text); ok != (want != "") || !strings.Contains(text, want) {
			t.Errorf("plays with a part that begins with %q: %q", begin, text)
		}
	}
	many, _ := pt.Moves(playing(t, backgammon.Backgammon, "4HPwATDgc/ABMA:cIkEAAAAAAAE"), "", true)
	if got, want := chat.PlainText(many.Text), "por exemplo 24."; !strings.HasSuffix(got, want) {
		t.Errorf("%q does not end with %q", got, want)
	}
}

// An equity that rounds to zero has no minus.
func TestEquity_Small(t *testing.T) {
	m := playing(t, backgammon.Backgammon, "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10")
	best := []engine.ScoredMove{{Move: "8/5 6/5", Equity: 1234}, {Move: "24/23 13/10", Equity: -49},
		{Move: "13/9", Equity: -50}}
	hint := analysis.Hint{Piece: "8", Move: best[0], Reason: analysis.Equal, Best: best}
	got := chat.PlainText(view.Audience{Voice: voice(t, "pt", nil)}.Hint(m, hint, view.HintSteps, 1).Text)
	if want := "+0,12  8/5 6/5\n+0,00  24/23 13/10\n-0,01  13/9\n"; !strings.Contains(got, want) {
		t.Errorf("%q is missing in:\n%s", want, got)
	}
}

// A checker on the bar is not on a point.
func TestHint_OfTheBar(t *testing.T) {
	m := playing(t, backgammon.Backgammon, "XGID=-b----E-C---eD---c-e----BA:0:0:1:31:0:0:0:5:10")
	for lang, want := range map[string]string{
		"en": "Look at the checker on the bar.", "pt": "Repare na peça da barra.", "es": "Fíjate en la ficha de la barra.",
	} {
		got := chat.PlainText(view.Audience{Voice: voice(t, lang, nil)}.Hint(m, analysis.Hint{Piece: "bar"}, 1,
			1).Text)
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in:\n%s", want, got)
		}
	}
}

// A hint about a double begins with the winning chance, followed by the equity of each answer for the reader.
func TestHint_AboutADouble(t *testing.T) {
	const xgid = "XGID=-A---------------------b--:0:0:-1:00:0:0:0:5:10" // 26 of 36 throws bear off both checkers
	for says, want := range map[string][3]string{
		"": {"From here you win about 72 % of the games.", "My advice: double.",
			"Not doubled +0.44, doubled and taken +0.88, doubled and dropped +1.00."},
		"double": {"From here you win about 28 % of the games.", "My advice: take.",
			"Not doubled -0.44, doubled and taken -0.88, doubled and dropped -1.00."},
	} {
		m := playing(t, backgammon.Backgammon, xgid)
		if says != "" {
			m = playing(t, backgammon.Backgammon, xgid, says)
		}
		advice, err := analysis.Advise(t.Context(), m.Game.Brain, m.Line, engine.Limits{Level: 8})
		if err != nil {
			t.Fatal(err)
		}
		for i, sentence := range want {
			got := chat.PlainText(view.Audience{Voice: voice(t, "en", nil)}.Hint(m, advice, i+1, 1).Text)
			if !strings.Contains(got, sentence) {
				t.Errorf("after %q step %d: %q is missing in:\n%s", says, i+1, sentence, got)
			}
		}
	}
}
