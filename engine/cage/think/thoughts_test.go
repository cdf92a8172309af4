package think

import (
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/cage/rules"
	"tabuleiro/engine/search/searchtest"
)

// Each level's search results are those stored.
func TestThoughts(t *testing.T) {
	g := rules.Cage.WithBrain(Brain)
	searchtest.Thoughts(t,
		searchtest.Case{Game: g, Levels: []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}},
		searchtest.Case{Game: g, Options: engine.Options{"size": "8"}, Levels: []int{0, 5}},
		searchtest.Case{Game: g, Options: engine.Options{"size": "6"}, Levels: []int{0, 5}})
}

// Each level's search sees what it saw when its strength was measured.
func TestLevels(t *testing.T) {
	searchtest.Levels(t, searchtest.Table{Name: "cage", Levels: Brain.Levels})
}
