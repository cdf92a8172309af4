package render

import (
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/width"
	"pgregory.net/rapid"

	"tabuleiro/engine"
)

func TestSymbolsGolden(t *testing.T) {
	for _, c := range []struct {
		name  string
		view  engine.View
		style Style
	}{
		{"middle", middle(), Style{Foot: []string{"Jogam as pretas."}}},
		{"plain-flipped", plain(), Style{Flip: true}},
		{"edges", func() engine.View { v := middle(); v.Edges = true; return v }(), Style{}},
		{"points-contact", contact(), Style{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.style.Unicode = true
			golden(t, "symbols-"+c.name+".txt", []byte(Text(c.view, c.style)+"\n"))
		})
	}
}

// A board in symbols has the same measures as one in letters, and in every column what that has there.
func TestSymbolsStandForLetters(t *testing.T) {
	stands := map[rune]string{
		'○': "O", '●': "X", '◎': "O", '◉': "X", '·': ".", '─': "-", '│': "|",
		'┌': "+", '┬': "+", '┐': "+", '└': "+", '┴': "+", '┘': "+",
	}
	rapid.Check(t, func(t *rapid.T) {
		v := views().Draw(t, "view")
		if rapid.Bool().Draw(t, "points") {
			v = pointsViews().Draw(t, "points view")
		}
		s := Style{Flip: rapid.Bool().Draw(t, "flip")}
		plain := strings.Split(Text(v, s), "\n")
		s.Unicode = true
		symbols := strings.Split(Text(v, s), "\n")
		if len(plain) != len(symbols) {
			t.Fatalf("%d lines, want %d", len(symbols), len(plain))
		}
		for y, l := range symbols {
			column := 0
			for _, r := range l {
				if k := width.LookupRune(r).Kind(); k == width.EastAsianWide || k == width.EastAsianFullwidth {
					t.Fatalf("%c is two columns wide", r)
				}
				want := string(r)
				if s, ok := stands[r]; ok {
					want = s
				} else if r >= utf8.RuneSelf {
					t.Fatalf("%c is not among the symbols", r)
				}
				got := plain[y][column : column+1]
				second := column > 0 && (plain[y][column-1:column+1] == "OO" || plain[y][column-1:column+1] == "XX") // of a king
				if got != want && !second {
					t.Fatalf("line %d, column %d: %c instead of %s\n%s\n%s", y, column, r, got, plain[y], l)
				}
				column++
			}
			if column != len(plain[y]) {
				t.Fatalf("line %d has %d columns, want %d", y, column, len(plain[y]))
			}
		}
	})
}
