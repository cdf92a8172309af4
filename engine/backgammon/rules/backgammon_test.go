package rules

import (
	"maps"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/enginetest"
	"tabuleiro/engine/longtest"
)

// chosen returns the game with fixed options, so that enginetest does not try all combinations.
func chosen(o engine.Options) *engine.Game {
	g := *Backgammon
	g.Options = nil
	for _, option := range Backgammon.Options {
		if value, ok := o[option.Name]; ok {
			option.Values, option.Default = []string{value}, value
		} else {
			option.Values = []string{option.Default}
		}
		g.Options = append(g.Options, option)
	}
	return &g
}

// positions are starts for random games, beyond the opening.
var positions = []string{
	"c7cPAADadhEATA:cAkKAAAAAAAE",      // on the bar
	"2MDMGAYAQAAAAA:MAESAAAAAAAE",      // 4-2, nothing to play
	"G2wzGAAAAAQAAA:cAlnABAACAAE",      // bearing off
	"jL/NAABsuwDCGA:UQkgAXAAQAAE",      // a match at 7-8 of 9, cube at 2
	"4HPwATDgc/ABMA:cAkAAAAAAAAA",      // Jacoby
	"4HPwATDgc/ABMA:cBEAAAAAAAAE",      // doubled
	"4HPwATDgc/ABMA:cAkAAAAAAAAE:roll", // will roll
}

func TestLaws(t *testing.T) {
	for _, o := range []engine.Options{
		nil,
		{"rules": "manual"},
		{"points": "0", "jacoby": "on"},
		{"points": "3"},
		{"points": "25", "opening": "black", "double": "turn", "cube-max": "4"},
		{"rules": "manual", "points": "2", "gammons": "on", "crawford": "on", "opening": "each"},
		{"dice": "any", "double": "turn"},
		{"bearoff": "any", "jacoby": "on"},
		{"throw": "self"},
		{"throw": "self", "rules": "manual", "points": "0"},
	} {
		enginetest.Laws(t, chosen(o), enginetest.Games(8), enginetest.Plies(longtest.Count(40, 80)), enginetest.Starts(positions...))
	}
}

func FuzzRead(f *testing.F) {
	enginetest.FuzzRead(f, chosen(nil), positions,
		"8/5 6/5", "17, 3 19, 3", "-1, 4", "12,", "17, 3 19,", "-1,", "0, 0", "100, 100", "bar/20", "6/off(2)", "13/7*/5*",
		"8/4(2)", "24/7", "1/1", "20/11/26", "31", "roll")
}

func FuzzParse(f *testing.F) {
	enginetest.FuzzParse(f, chosen(engine.Options{"rules": "manual", "points": "0"}), append(positions,
		"XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:0:10", "XGID=b-----D------------d-----B:1:-1:1:42:0:3:0:5:10",
		"AAAAAAUACAAAAA:cAoAAAAAAAAE", "AAAAAAUACAAAAA:cAQAAAAAAAAE")...)
}

// parse reads a position under options; "start" is the start.
func parse(t testing.TB, text string, o engine.Options) Position {
	t.Helper()
	full, err := Backgammon.Complete(maps.Clone(o))
	if err != nil {
		t.Fatal(err)
	}
	var p engine.Position
	if text == "start" {
		p, err = Backgammon.New(full)
	} else {
		p, err = Backgammon.Parse(text, full)
	}
	if err != nil {
		t.Fatal(err)
	}
	return p.(Position)
}
