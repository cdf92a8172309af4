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
	// Their ratings: 600, 705, 925, 1030, 1140, 1340, 1500, 1750, 2050, 2300, 2450;
	// 400 more mean ten to one, and the last three are estimates.
	Levels: [engine.Max + 1]search.Strength{
		0:          {Nodes: 500_000},
		1:          {Nodes: 200, Depth: 1, Blind: 262, Plain: 100, Noise: 45},
		2:          {Nodes: 500, Depth: 1, Blind: 165, Plain: 100, Noise: 45},
		3:          {Nodes: 500, Depth: 1, Blind: 105, Plain: 96, Noise: 40},
		4:          {Nodes: 500, Depth: 1, Blind: 70, Plain: 90, Noise: 32},
		5:          {Nodes: 500, Depth: 1, Blind: 46, Plain: 82, Noise: 24},
		6:          {Nodes: 1000, Depth: 2, Blind: 4, Plain: 92, Noise: 20, Care: 60},
		7:          {Nodes: 2000, Depth: 2, Blind: 2, Plain: 83, Noise: 16, Care: 55},
		8:          {Nodes: 4000, Depth: 3, Blind: 1, Plain: 86, Noise: 12, Care: 80},
		9:          {Nodes: 60_000, Depth: 4, Plain: 68, Noise: 8},
		10:         {Nodes: 600_000, Depth: 6, Plain: 45},
		engine.Max: {Nodes: 1_500_000},
	},
	Pieces: pieces,
	Chance: func(_ *node, value int) (win, draw int) { return search.Chances(value, 5, 100) },
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
