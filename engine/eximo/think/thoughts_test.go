package think

import (
	"testing"

	"tabuleiro/engine/eximo/rules"
	"tabuleiro/engine/search/searchtest"
)

// Each level's search results are those stored.
func TestThoughts(t *testing.T) {
	searchtest.Thoughts(t,
		searchtest.Case{Game: rules.Eximo.WithBrain(Brain), Levels: []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}})
}

// Each level's search sees what it saw when its strength was measured.
func TestLevels(t *testing.T) {
	searchtest.Levels(t, searchtest.Table{Name: "eximo", Levels: Brain.Levels})
}
