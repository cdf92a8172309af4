package think

import (
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/draughts/rules"
	"tabuleiro/engine/search/searchtest"
)

// Each level's search results are those stored.
func TestThoughts(t *testing.T) {
	all, some := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, []int{0, 4}
	portuguese, chilean := rules.Portuguese.WithBrain(Portuguese), rules.Chilean.WithBrain(Chilean)
	cases := []searchtest.Case{{Game: portuguese, Levels: all}, {Game: chilean, Levels: all},
		{Game: portuguese, Start: "W:WK1,K5,K14,9:BK32,K28,K19,24:H20", Levels: all},
		{Game: portuguese, Start: "W:WK1,K5,K14:BK28", Levels: some},
		{Game: portuguese, Start: "W:WK17,K27,K22,8:BK28,K12,15,11", Levels: some},
		{Game: portuguese, Start: "B:WK20,K25,K6,23:BK8,K9,16,5", Levels: some},
		{Game: portuguese, Start: "B:WK7,K12,K16,28:BK20,K17,23,10", Levels: some},
		{Game: chilean, Start: "W:WK31,K35,44:BK4,K8,17:H10", Levels: all},
		{Game: chilean, Start: "B:W31,32,33,34:B1,2,3,4", Levels: some},
		{Game: chilean, Options: engine.Options{"capture": "huff"}, Levels: some},
		{Game: chilean, Options: engine.Options{"capture": "huff", "king-capture": "flying"}, Levels: some},
		{Game: chilean, Options: engine.Options{"king-capture": "behind"}, Levels: some}}
	for _, g := range []*engine.Game{rules.Brazilian, rules.English, rules.International, rules.Russian, rules.Italian,
		rules.Spanish} {
		cases = append(cases, searchtest.Case{Game: g.WithBrain(other), Levels: some})
	}
	searchtest.Thoughts(t, cases...)
}

// Each level's search sees what it saw when its strength was measured.
func TestLevels(t *testing.T) {
	searchtest.Levels(t, searchtest.Table{Name: "portuguese", Levels: Portuguese.Levels},
		searchtest.Table{Name: "chilean", Levels: Chilean.Levels})
}
