package think

import (
	"context"
	"embed"
	"sync"

	"tabuleiro/engine"
	"tabuleiro/engine/eximo/rules"
	"tabuleiro/engine/learn"
	"tabuleiro/engine/search"
)

var Brain = &search.Brain[node, change]{
	Open:    open,
	Choices: choices,
	Tuning:  search.Tuning{Late: 3, Cut: 60, CutLess: 4, Extend: true, Threats: true, Hopeless: 150},
	Levels: [engine.Max + 1]search.Strength{
		0:          {Nodes: 500_000},
		1:          {Nodes: 200, Depth: 1, Noise: 200},
		2:          {Nodes: 500, Depth: 1, Noise: 130},
		3:          {Nodes: 500, Depth: 1, Noise: 83},
		4:          {Nodes: 1500, Depth: 2, Noise: 87},
		5:          {Nodes: 1500, Depth: 2, Noise: 61},
		6:          {Nodes: 3000, Depth: 3, Noise: 78},
		7:          {Nodes: 8000, Depth: 4, Noise: 99},
		8:          {Nodes: 14_000, Depth: 5, Noise: 92},
		engine.Max: {Nodes: 3_000_000},
	},
	Ratings: [engine.Max + 1]int{0, 600, 770, 930, 1110, 1285, 1465, 1645, 1810, 2445}, // the last one is an estimate
	Chance:  func(_ *node, value int) (win, draw int) { return search.Chances(value, 5, 100) },
}

// nodeOf is a position for a search.
func nodeOf(p rules.Position) node { return node{p.Board, p.Second} }

// open looks at a line.
func open(l engine.Line, _ int) (search.Rules[node, change], search.Root[node], error) {
	p := l.Position().(rules.Position)
	t := &tree{knowledge: learned()}
	past := search.Past(l, longestLine, func(p engine.Position) uint64 {
		n := nodeOf(p.(rules.Position))
		return t.Hash(&n)
	})
	return t, search.Root[node]{Board: nodeOf(p), Choices: choices(p), Past: past}, nil
}

// choices lists what can be done in a position.
func choices(from engine.Position) []search.Choice[node] {
	p := from.(rules.Position)
	var list []search.Choice[node]
	p.Each(func(m rules.Move) bool {
		next := p.PlayMove(m)
		list = append(list, search.Choice[node]{Move: p.Text(m), Next: next, Board: nodeOf(next)})
		return true
	})
	return list
}

//go:embed learned/*
var learnedFiles embed.FS

// learned is what has been learned.
var learned = sync.OnceValue(func() *knowledge {
	return newKnowledge(learn.Embedded(learnedFiles, "learned/eximo.weights", weights))
})

// Train is the game's learn.Trainer.
func Train(ctx context.Context, seed uint64, scale float64, progress func(string)) (map[string][]byte, error) {
	file, err := learn.Train(ctx, learn.Model[node, change]{
		Weights:  weights,
		Prior:    prior,
		Start:    func() node { return nodeOf(rules.Start) },
		Rules:    func(list []int16) search.Rules[node, change] { return &tree{knowledge: newKnowledge(list)} },
		Features: features,
		Keep:     func(*node) int { return 1 },
		Tuning:   Brain.Tuning,
	}, learn.Plan{Seed: seed, Games: 60_000, Nodes: 400, Longest: 300, Repeat: 3}, scale, progress)
	return map[string][]byte{"eximo.weights": file}, err
}
