package render

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tabuleiro/engine"
)

// The legend explains everything on the board, and nothing else.
func TestLegend(t *testing.T) {
	for n, g := range everyGame {
		for _, v := range played(t, g, rand.New(rand.NewPCG(uint64(n), 12)), 40) {
			s := Style{}
			text := Text(v, s)
			signs := map[Meaning]string{}
			for _, sign := range Legend(v, s) {
				signs[sign.Means] = sign.Text
				for _, part := range strings.Fields(sign.Text) {
					if sign.Means != OfKing && !strings.Contains(text, part) {
						t.Fatalf("%s: %q (%s) is not on the board\n%s", g.Name, part, sign.Means, text)
					}
				}
			}
			body := text[strings.Index(text, "\n"):]
			for sign, means := range map[string]Meaning{":": WasLeft, "*": WasHit, "?": Offered, "> ": OnTurn} {
				if got := strings.Contains(text, sign); got != (signs[means] != "") {
					t.Fatalf("%s: %q is there: %v, and explained as %q\n%s", g.Name, sign, got, signs[means], text)
				}
			}
			if v.Points == nil && strings.Contains(body, "[") != (signs[HasArrived] != "") {
				t.Fatalf("%s: brackets are explained as %q\n%s", g.Name, signs[HasArrived], text)
			}
		}
	}
	if signs := Legend(middle(), Style{}); !slices.Contains(signs, Sign{"OO XX", OfKing}) ||
		!slices.Contains(signs, Sign{"-", WasTaken}) {
		t.Errorf("kings and captures: %v", signs)
	}
	if signs := Legend(engine.View{}, Style{}); len(signs) != 2 {
		t.Errorf("of nothing: %v", signs)
	}
}
