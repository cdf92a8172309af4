package think

import (
	"embed"
	"fmt"
	"slices"
	"sync"

	"tabuleiro/engine"
	"tabuleiro/engine/cage/rules"
	"tabuleiro/engine/learn"
	"tabuleiro/engine/search"
)

// Brain plays Cage on boards of all sizes.
var Brain = &search.Brain[Node, rules.Board]{
	Rules: func(p engine.Position, _ *search.Root[Node], _ int) (search.Rules[Node, rules.Board], error) {
		z := p.(rules.Position).Size
		return newTree(z, learned(z)), nil
	},
	Node: func(p engine.Position, last engine.Move) Node {
		n := NodeOf(p.(rules.Position))
		n.passed = last == engine.Pass
		return n
	},
	Each: func(from engine.Position, do func(engine.Move, engine.Position)) {
		p := from.(rules.Position)
		for m := range p.Each {
			do(m.Text(), p.After(m))
		}
	},
	Tuning: search.Tuning{Piece: 30, LMRAfter: 4, ProbCutMargin: 60, ProbCutReduction: 4, Grabs: 1},
	Levels: [engine.Max + 1]search.Strength{
		0:          {Nodes: 500_000},
		1:          {Nodes: 200, Depth: 1, OverlookPermille: 88, MaterialPercent: 100, EvalNoise: 12},
		2:          {Nodes: 500, Depth: 1, OverlookPermille: 54, MaterialPercent: 99, EvalNoise: 12, BlunderGuardPercent: 12},
		3:          {Nodes: 500, Depth: 1, OverlookPermille: 36, MaterialPercent: 96, EvalNoise: 12, BlunderGuardPercent: 20},
		4:          {Nodes: 500, Depth: 1, OverlookPermille: 24, MaterialPercent: 91, EvalNoise: 11, BlunderGuardPercent: 28},
		5:          {Nodes: 500, Depth: 1, OverlookPermille: 15, MaterialPercent: 85, EvalNoise: 10, BlunderGuardPercent: 36},
		6:          {Nodes: 500, Depth: 1, OverlookPermille: 9, MaterialPercent: 78, EvalNoise: 9, BlunderGuardPercent: 45},
		7:          {Nodes: 500, Depth: 1, OverlookPermille: 5, MaterialPercent: 70, EvalNoise: 8, BlunderGuardPercent: 55},
		8:          {Nodes: 5000, Depth: 3, OverlookPermille: 1, MaterialPercent: 82, EvalNoise: 8, BlunderGuardPercent: 80},
		9:          {Nodes: 60_000, Depth: 4, MaterialPercent: 65, EvalNoise: 6},
		10:         {Nodes: 600_000, Depth: 6, MaterialPercent: 42},
		engine.Max: {Nodes: 1_000_000},
	},
	Chance: func(_ *Node, value int) (win, draw int) { return search.Logistic(value, learn.Unit), 0 },
}

// NodeOf converts a position for a search.
func NodeOf(p rules.Position) Node { return Node{Board: p.Board(), second: p.Mover == 1} }

func newTree(z *rules.Size, k *Knowledge) *tree {
	return &tree{counter: rules.Lister{Size: z, Limit: rules.MostSearched}, knowledge: k}
}

// NewRules returns the game of a size for package search, with weights in units of 1/learn.Fine.
func NewRules(z *rules.Size, weights []int16) search.Rules[Node, rules.Board] {
	return newTree(z, NewKnowledge(z, weights))
}

//go:embed learned/*
var learnedFiles embed.FS

// learned returns the learned knowledge of a size.
func learned(z *rules.Size) *Knowledge { return learnedAll()[slices.Index(rules.Sizes, z)] }

var learnedAll = sync.OnceValue(func() (list []*Knowledge) {
	for _, z := range rules.Sizes {
		list = append(list, NewKnowledge(z, learn.Embedded(learnedFiles, "learned/"+FileOf(z), Weights)))
	}
	return list
})

// FileOf returns the file name of the learned weights of a size.
func FileOf(z *rules.Size) string { return fmt.Sprintf("cage%d.weights", z.Width) }
