package think

import (
	"embed"
	"sync"

	"tabuleiro/engine"
	"tabuleiro/engine/eximo/rules"
	"tabuleiro/engine/learn"
	"tabuleiro/engine/search"
)

// Brain plays Eximo.
var Brain = &search.Brain[Node, rules.Change]{
	Rules: func(engine.Position, *search.Root[Node], int) (search.Rules[Node, rules.Change], error) {
		return &tree{knowledge: learned()}, nil
	},
	Node: func(p engine.Position, _ engine.Move) Node { return NodeOf(p.(rules.Position)) },
	Each: func(from engine.Position, do func(engine.Move, engine.Position)) {
		p := from.(rules.Position)
		for m := range p.Each {
			do(p.Text(m), p.PlayMove(m))
		}
	},
	Tuning: search.Tuning{Piece: 100, LMRAfter: 3, ProbCutMargin: 60, ProbCutReduction: 4, Extend: true, Threats: true, FutilityMargin: 150},
	Levels: [engine.Max + 1]search.Strength{
		0:          {Nodes: 500_000},
		1:          {Nodes: 200, Depth: 1, OverlookPermille: 262, MaterialPercent: 100, EvalNoise: 45},
		2:          {Nodes: 500, Depth: 1, OverlookPermille: 165, MaterialPercent: 100, EvalNoise: 45},
		3:          {Nodes: 500, Depth: 1, OverlookPermille: 105, MaterialPercent: 96, EvalNoise: 40},
		4:          {Nodes: 500, Depth: 1, OverlookPermille: 70, MaterialPercent: 90, EvalNoise: 32},
		5:          {Nodes: 500, Depth: 1, OverlookPermille: 46, MaterialPercent: 82, EvalNoise: 24},
		6:          {Nodes: 1000, Depth: 2, OverlookPermille: 4, MaterialPercent: 92, EvalNoise: 20, BlunderGuardPercent: 60},
		7:          {Nodes: 2000, Depth: 2, OverlookPermille: 2, MaterialPercent: 83, EvalNoise: 16, BlunderGuardPercent: 55},
		8:          {Nodes: 4000, Depth: 3, OverlookPermille: 1, MaterialPercent: 86, EvalNoise: 12, BlunderGuardPercent: 80},
		9:          {Nodes: 60_000, Depth: 4, MaterialPercent: 68, EvalNoise: 8},
		10:         {Nodes: 600_000, Depth: 6, MaterialPercent: 45},
		engine.Max: {Nodes: 1_500_000},
	},
	Chance: func(_ *Node, value int) (win, draw int) { return search.Chances(value, 5, 100) },
}

// NodeOf converts a position for a search.
func NodeOf(p rules.Position) Node { return Node{p.Board, p.Second} }

// NewRules returns the game for package search, with weights in units of 1/learn.Fine.
func NewRules(weights []int16) search.Rules[Node, rules.Change] {
	return &tree{knowledge: newKnowledge(weights)}
}

//go:embed learned/*
var learnedFiles embed.FS

// learned returns the learned knowledge.
var learned = sync.OnceValue(func() *knowledge {
	return newKnowledge(learn.Embedded(learnedFiles, "learned/eximo.weights", Weights))
})
