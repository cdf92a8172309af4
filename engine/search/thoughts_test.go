package search_test

import (
	"math"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/cage"
	"tabuleiro/engine/draughts"
	"tabuleiro/engine/eximo"
	"tabuleiro/engine/search"
	"tabuleiro/engine/search/searchtest"
)

// The same root, task and rules give the same result everywhere.
func TestThoughts(t *testing.T) {
	levels := []int{0, 3, 5, 7, 9}
	searchtest.Thoughts(t,
		searchtest.Case{Game: draughts.Portuguese, Levels: levels},
		searchtest.Case{Game: draughts.Chilean, Options: engine.Options{"capture": "huff"}, Levels: levels},
		searchtest.Case{Game: draughts.Portuguese, Start: "W:WK1,K5,K14,9:BK32,K28,K19,24:H20", Levels: levels},
		searchtest.Case{Game: draughts.Chilean, Start: "W:WK31,K35,44:BK4,K8,17:H10", Levels: levels},
		searchtest.Case{Game: draughts.Portuguese, Start: "W:WK1,K2,K5:BK32,K31,K28:H39", Levels: []int{0, 5}}, // drawn by any move
		searchtest.Case{Game: eximo.Eximo, Levels: levels},
		searchtest.Case{Game: cage.Cage, Options: engine.Options{"size": "6"}, Levels: levels})
}

// Integer arithmetic agrees with floating point.
func TestLogistic(t *testing.T) {
	for _, scale := range []int{1, 7, 100, 110} {
		for x := range 30 * scale {
			want := math.Exp(-float64(x) / float64(scale))
			if got := float64(search.Decay(x, scale)) / search.One; math.Abs(got-want) > 1e-6 {
				t.Fatalf("the decay of %d/%d is %g, not %g", x, scale, got, want)
			}
			for _, x := range []int{x, -x} {
				want := engine.ProbScale / (1 + math.Exp(-float64(x)/float64(scale)))
				if got := search.Logistic(x, scale); math.Abs(float64(got)-want) > 1.01 {
					t.Fatalf("the logistic of %d/%d is %d, not %f", x, scale, got, want)
				}
			}
		}
	}
}
