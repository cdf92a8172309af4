package view_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/backgammon"
	"tabuleiro/engine/cage"
	"tabuleiro/engine/draughts"
	"tabuleiro/engine/eximo"
	"tabuleiro/engine/match"
	"tabuleiro/render"
)

// voice returns a voice of a language, with the notations chosen.
func voice(t *testing.T, lang string, chosen view.Preferences) view.Voice {
	t.Helper()
	book, err := speech.Load()
	if err != nil {
		t.Fatal(err)
	}
	v, ok := book.In(lang)
	if !ok {
		t.Fatalf("%s is not spoken", lang)
	}
	return view.Voice{Voice: v, Preferences: chosen}
}

// scene returns the board after some moves from a position.
func scene(t *testing.T, g *engine.Game, position string, moves ...string) view.Scene {
	t.Helper()
	return optional(t, g, nil, position, moves...)
}

// optional is scene with options.
func optional(t *testing.T, g *engine.Game, chosen engine.Options, position string, moves ...string) view.Scene {
	t.Helper()
	options, err := g.Complete(chosen)
	if err != nil {
		t.Fatal(err)
	}
	start, err := g.New(options)
	if position != "" {
		start, err = g.Parse(position, options)
	}
	if err != nil {
		t.Fatal(err)
	}
	line := g.NewLine(start)
	for _, text := range moves {
		move, err := engine.ReadMove(line.Position(), text)
		if err != nil {
			t.Fatal(err)
		}
		if line, err = line.Play(move); err != nil {
			t.Fatal(err)
		}
	}
	return view.Scene{Game: g, Position: line.Position(), View: line.View()}
}

func TestWords(t *testing.T) {
	for _, c := range []struct {
		name, lang string
		chosen     view.Preferences
		scene      view.Scene
		want       []string
	}{
		{"the start", "en", nil, scene(t, draughts.Portuguese, ""), []string{
			"White to move.", "White: 12 men on 1 to 12.", "Black: 12 men on 21 to 32."}},
		{"letters", "pt", view.Preferences{"squares": {Value: "letters"}}, scene(t, draughts.Portuguese, "W:W1,K5:B28"),
			[]string{
				"Jogam as brancas.", "A captura é obrigatória: g2xa8.", "Brancas: 1 peão na casa h1; 1 dama na casa g2.",
				"Pretas: 1 peão na casa b7."}},
		{"a capture that goes on", "es", nil, scene(t, draughts.Portuguese, "W:W11:B15,23,22,32", "11x20x27"), []string{
			"Juegan las negras.", "Última jugada: de 11 a 27, por 20. Capturó en 15, 23.",
			"Negras: 2 peones en las casillas 22, 32.", "Blancas: 1 peón en la casilla 27."}},
		{"what must be captured", "en", nil, scene(t, draughts.Portuguese, "W:W11:B14,32"), []string{
			"White to move.", "Capture is compulsory: 11x18.", "White: 1 man on 11.", "Black: 2 men on 14, 32."}},
		{"rank by rank", "en", nil, scene(t, eximo.Eximo, ""), []string{
			"White to move.", "White: 16 men on b1 to g1, b2 to g2, b3, c3, f3, g3.",
			"Black: 16 men on b6, c6, f6, g6, b7 to g7, b8 to g8."}},
		{"drops", "en", nil, scene(t, eximo.Eximo, "8/w7/7b/8/8/2w5/8/3w4 w", "a7-a8*b1*c2"), []string{
			"Black to move.", "Last move: from a7 to a8. Dropped on b1, c2.", "Black: 1 man on h6.",
			"White: 4 men on b1, d1, c2, c3."}},
		{"words of the game", "pt", nil, scene(t, cage.Cage, "8/8/8/2r1r3/3b4/3r4/8/8 r"), []string{
			"Jogam as vermelhas.", "Vermelhas: 3 damas nas casas d3, c5, e5.", "Azuis: 1 dama na casa d4."}},
		{"out of the board", "en", nil, scene(t, cage.Cage, "8/8/8/b1br4/8/8/8/r7 r", "d5xb5xa5*"), []string{
			"Last move: from d5 through b5 off the board, over a5. It captured on c5, a5.", "Red: 1 checker on a1.",
			"Blue: nothing."}},
		{"what may be answered", "pt", nil, optional(t, draughts.Chilean, engine.Options{"capture": "huff"},
			"W:W37,38,50:B1,32", "50-44"), []string{
			"Jogam as pretas.", "As brancas deviam ter capturado. Antes de jogar: exigir, soprar 37 ou soprar 38; quem joga deixa passar.",
			"Último lance: de 50 para 44.",
			"Pretas: 2 peões nas casas 1, 32.", "Brancas: 3 peões nas casas 37, 38, 44."}},
		{"backgammon before the throw", "pt", nil, scene(t, backgammon.Backgammon, ""), []string{
			"Lançam-se os dados.", "Casas que faltam: pretas 167, vermelhas 167.", "As casas têm os números das pretas.",
			"Pretas: 5 na 6, 3 na 8, 5 na 13, 2 na 24.", "Vermelhas: 2 na 1, 5 na 12, 3 na 17, 5 na 19."}},
		{"one numbering", "en", nil, scene(t, backgammon.Backgammon, "", "31", "8/5 6/5"), []string{
			"Red to roll or double.", "Last play: from 8 to 5; from 6 to 5.", "Pips to go: Black 163, Red 167.",
			"Points are numbered for Red.",
			"Red: 5 on 6, 3 on 8, 5 on 13, 2 on 24.", "Black: 2 on 1, 5 on 12, 2 on 17, 4 on 19, 2 on 20."}},
		{"the throw", "es", nil, scene(t, backgammon.Backgammon, "", "31"), []string{
			"Juegan las negras, con 3 y 1.", "Casillas que faltan: negras 167, rojas 167.",
			"Las casillas llevan los números de las negras.",
			"Negras: 5 en la 6, 3 en la 8, 5 en la 13, 2 en la 24.", "Rojas: 2 en la 1, 5 en la 12, 3 en la 17, 5 en la 19."}},
		{"numbers of the manual", "en", view.Preferences{"plays": {Value: "manual"}},
			scene(t, backgammon.Backgammon, "", "31"), []string{
				"Black to play 3 and 1.", "Pips to go: Black 167, Red 167.", "Points are numbered for Red.",
				"Black: 2 on 1, 5 on 12, 3 on 17, 5 on 19.", "Red: 5 on 6, 3 on 8, 5 on 13, 2 on 24."}},
		{"hit", "pt", nil, scene(t, backgammon.Backgammon, "", "31", "8/5 6/5", "roll", "61", "24/18 8/7", "roll", "61",
			"13/7* 8/7"), []string{
			"As vermelhas lançam ou dobram.", "Última jogada: 13 para 7, batendo; 8 para 7.",
			"Casas que faltam: pretas 156, vermelhas 167.",
			"As casas têm os números das vermelhas.", "Vermelhas: 5 na 6, 1 na 7, 2 na 8, 5 na 13, 1 na 24, 1 na barra.",
			"Pretas: 2 na 1, 4 na 12, 1 na 17, 2 na 18, 4 na 19, 2 na 20."}},
		{"off and cube", "pt", nil, scene(t, backgammon.Backgammon, "XGID=--AB--B-------------b-c---:1:-1:1:64:2:0:0:5:10",
			"6/off 6/2"), []string{
			"As pretas lançam ou dobram.", "Última jogada: 6 para fora; 6 para 2.", "Marcador: pretas 0, vermelhas 2, até 5.",
			"O cubo está em 2 e é das pretas.", "Casas que faltam: pretas 19, vermelhas 10.",
			"As casas têm os números das pretas.",
			"Pretas: 3 na 3, 2 na 5, 10 fora.", "Vermelhas: 2 na 22, 2 na 23, 11 fora."}},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.scene.Voice = voice(t, c.lang, c.chosen)
			got := c.scene.Words()
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestSince(t *testing.T) {
	const position = "W:W11,6:B18,32"
	before, after := scene(t, draughts.Portuguese, position), scene(t, draughts.Portuguese, position, "6-10")
	for _, c := range []struct {
		lang       string
		now, since view.Scene
		want       []string
	}{
		{"pt", before, before, []string{"Jogam as brancas."}},
		{"pt", after, before, []string{"Jogam as pretas.", "Brancas: já não em 6; agora em 10."}},
		{"en", scene(t, draughts.Portuguese, "W:W11:B15,23,22,32", "11x20x27"),
			scene(t, draughts.Portuguese, "W:W11:B15,23,22,32"),
			[]string{"Black to move.", "White: no longer on 11; now on 27.", "Black: no longer on 15, 23."}},
		{"es", scene(t, draughts.Portuguese, "W:W26:B5", "26-29"), scene(t, draughts.Portuguese, "W:W26:B5"),
			[]string{"Juegan las negras.", "Blancas: ya no en 26; ahora dama en 29."}},
		{"en", scene(t, backgammon.Backgammon, "", "31", "8/5 6/5"), scene(t, backgammon.Backgammon, "", "31"),
			[]string{"Red to roll or double.", "Black: now 2 on 17, 4 on 19, 2 on 20."}},
	} {
		c.now.Voice = voice(t, c.lang, nil)
		if diff := cmp.Diff(c.want, c.now.Since(c.since)); diff != "" {
			t.Error(diff)
		}
	}
}

// Only the last picture of a match has the result; a name that the typeface lacks is replaced by the handle.
func TestPictures_OfTheEnd(t *testing.T) {
	options, err := draughts.Portuguese.Complete(nil)
	if err != nil {
		t.Fatal(err)
	}
	start, err := draughts.Portuguese.New(options)
	if err != nil {
		t.Fatal(err)
	}
	var drawn []render.Style
	a := view.Audience{Voice: voice(t, "pt", nil), Caps: chat.Caps{Pictures: true, Rows: 2},
		Draw: func(_ engine.View, s render.Style) []byte {
			drawn = append(drawn, s)
			return []byte("png")
		}}
	line, err := draughts.Portuguese.NewLine(start).Play("11-15")
	if err != nil {
		t.Fatal(err)
	}
	kanji, lukasz := match.Player{ID: "a:1", Name: "漢字", Handle: "kanji"}, match.Player{ID: "a:2", Name: "Łukasz"}
	m := &match.Match{ID: "k7q2", Game: draughts.Portuguese, Line: line, Status: match.Playing, Challenger: kanji,
		Opponent: lukasz, First: kanji}
	a.Present(m)
	m.Status, m.Outcome = match.Over, engine.Outcome{Winner: engine.First, Reason: engine.NoMoves, Points: 1}
	a.Present(m)
	a.Step(m, view.Stops(m), 0)
	a.Step(m, view.Stops(m), 1)
	if len(drawn) != 4 || drawn[0].Banner+drawn[2].Banner != "" || !strings.Contains(drawn[1].Banner, "kanji") ||
		drawn[3].Banner != drawn[1].Banner {
		t.Fatalf("%+v", drawn)
	}
	if drawn[0].First != "kanji" || drawn[0].Second != "Łukasz" {
		t.Errorf("the players are called %s and %s", drawn[0].First, drawn[0].Second)
	}
}
