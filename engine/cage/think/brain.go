package think

import (
	"context"
	"embed"
	"fmt"
	"sync"

	"tabuleiro/engine"
	"tabuleiro/engine/cage/rules"
	"tabuleiro/engine/learn"
	"tabuleiro/engine/search"
)

var Brain = &search.Brain[node, rules.Board]{
	Open:    open,
	Choices: choices,
	Tuning:  search.Tuning{Late: 4, Cut: 60, CutLess: 4, Grabs: 1},
	// Their ratings: 600, 750, 900, 1080, 1250, 1420, 1580, 1900, 2200, 2450, 2600;
	// 400 more mean ten to one, and the last three are estimates.
	Levels: [engine.Max + 1]search.Strength{
		0:          {Nodes: 500_000},
		1:          {Nodes: 200, Depth: 1, Blind: 88, Plain: 100, Noise: 12},
		2:          {Nodes: 500, Depth: 1, Blind: 54, Plain: 99, Noise: 12, Care: 12},
		3:          {Nodes: 500, Depth: 1, Blind: 36, Plain: 96, Noise: 12, Care: 20},
		4:          {Nodes: 500, Depth: 1, Blind: 24, Plain: 91, Noise: 11, Care: 28},
		5:          {Nodes: 500, Depth: 1, Blind: 15, Plain: 85, Noise: 10, Care: 36},
		6:          {Nodes: 500, Depth: 1, Blind: 9, Plain: 78, Noise: 9, Care: 45},
		7:          {Nodes: 500, Depth: 1, Blind: 5, Plain: 70, Noise: 8, Care: 55},
		8:          {Nodes: 5000, Depth: 3, Blind: 1, Plain: 82, Noise: 8, Care: 80},
		9:          {Nodes: 60_000, Depth: 4, Plain: 65, Noise: 6},
		10:         {Nodes: 600_000, Depth: 6, Plain: 42},
		engine.Max: {Nodes: 1_000_000},
	},
	Pieces: pieces,
	Chance: func(_ *node, value int) (win, draw int) { return search.Logistic(value, learn.Unit), 0 },
}

// nodeOf is a position for a search.
func nodeOf(p rules.Position) node { return node{Board: p.Board(), second: p.Mover == 1} }

// open looks at a line.
func open(l engine.Line, _ int) (search.Rules[node, rules.Board], search.Root[node], error) {
	p := l.Position().(rules.Position)
	root := search.Root[node]{Board: nodeOf(p), Choices: choices(p)}
	return newTree(p.Size, learned(p.Size)), root, nil
}

func newTree(z *rules.Size, k *knowledge) *tree {
	return &tree{counter: rules.Lister{Size: z}, knowledge: k}
}

// choices lists what can be done in a position.
func choices(from engine.Position) []search.Choice[node] {
	p := from.(rules.Position)
	var list []search.Choice[node]
	p.Each(func(m rules.Move) bool {
		next := p.After(m)
		board := nodeOf(next)
		board.passed = m.Pass
		list = append(list, search.Choice[node]{Move: m.Text(), Next: next, Board: board})
		return true
	})
	return list
}

//go:embed learned/*
var learnedFiles embed.FS

// learned is what has been learned about a size.
func learned(z *rules.Size) *knowledge {
	for i, known := range rules.Sizes {
		if known == z {
			return learnedAll()[i]
		}
	}
	return nil
}

var learnedAll = sync.OnceValue(func() (list []*knowledge) {
	for _, z := range rules.Sizes {
		list = append(list, newKnowledge(z, learn.Embedded(learnedFiles, "learned/"+fileOf(z), weightCount)))
	}
	return list
})

// fileOf is the name of the file with what has been learned about a size.
func fileOf(z *rules.Size) string { return fmt.Sprintf("cage%d.weights", z.Width) }

// Train is the game's learn.Trainer: one size after the other.
func Train(ctx context.Context, seed uint64, scale float64, progress func(string)) (map[string][]byte, error) {
	files := make(map[string][]byte)
	for _, z := range rules.Sizes {
		begin := nodeOf(z.Start())
		file, err := learn.Train(ctx, learn.Model[node, rules.Board]{
			Weights:  weightCount,
			Prior:    prior,
			Start:    func() node { return begin },
			Rules:    func(list []int16) search.Rules[node, rules.Board] { return newTree(z, newKnowledge(z, list)) },
			Features: newKnowledge(z, nil).collect,
			Keep:     func(*node) int { return 2 },
			Tuning:   Brain.Tuning,
		}, learn.Plan{Seed: seed, Games: 600_000 / z.Width / z.Width, Nodes: 300, Longest: 400}, scale,
			func(text string) { progress(fmt.Sprintf("size %d: %s", z.Width, text)) })
		if err != nil {
			return nil, err
		}
		files[fileOf(z)] = file
	}
	return files, nil
}
