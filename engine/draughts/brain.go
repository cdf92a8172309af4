package draughts

import (
	"embed"
	"sync"

	"tabuleiro/engine"
	"tabuleiro/engine/learn"
	"tabuleiro/engine/search"
)

// The houses of the two games know as much, but what a man is worth differs, and so does how wrong a level has to be.
var (
	portugueseBrain = newBrain([engine.Max + 1]search.Strength{
		0:          {Nodes: 1_000_000},
		1:          {Nodes: 200, Depth: 1, Noise: 200},
		2:          {Nodes: 200, Depth: 1, Noise: 60},
		3:          {Nodes: 500, Depth: 2, Noise: 20},
		4:          {Nodes: 500, Depth: 2, Noise: 94},
		5:          {Nodes: 1000, Depth: 2, Noise: 66},
		6:          {Nodes: 2000, Depth: 3, Noise: 105},
		7:          {Nodes: 3000, Noise: 140},
		8:          {Nodes: 9500, Noise: 150},
		engine.Max: {Nodes: 4_000_000},
	}, [engine.Max + 1]int{0, 600, 740, 925, 1105, 1250, 1365, 1530, 1705, 2005}) // the last one is an estimate
	chileanBrain = newBrain([engine.Max + 1]search.Strength{
		0:          {Nodes: 1_000_000},
		1:          {Nodes: 200, Depth: 1, Noise: 200},
		2:          {Nodes: 200, Depth: 1, Noise: 60},
		3:          {Nodes: 500, Depth: 2, Noise: 60},
		4:          {Nodes: 500, Depth: 2, Noise: 26},
		5:          {Nodes: 1000, Depth: 3, Noise: 37},
		6:          {Nodes: 2000, Depth: 4, Noise: 37},
		7:          {Nodes: 6000, Depth: 6, Noise: 40},
		8:          {Nodes: 14_000, Depth: 8, Noise: 38},
		engine.Max: {Nodes: 4_000_000},
	}, [engine.Max + 1]int{0, 600, 785, 930, 1070, 1245, 1420, 1580, 1730, 2365}) // the last one is an estimate
)

// newBrain is a brain with levels of its own.
func newBrain(levels [engine.Max + 1]search.Strength, ratings [engine.Max + 1]int) *search.Brain[node, move] {
	return &search.Brain[node, move]{
		Open:    open,
		Choices: choices,
		Tuning:  tuning,
		Levels:  levels,
		Ratings: ratings,
		Chance:  func(_ *node, value int) (win, draw int) { return search.Chances(value, 110, learn.Unit) },
	}
}

// tuning is how both games are searched.
var tuning = search.Tuning{Late: 3, Cut: 60, CutLess: 4, Extend: true, Threats: true, Hopeless: 150}

// open looks at a line.
func open(l engine.Line, level int) (search.Rules[node, move], search.Root[node], error) {
	p := l.Position().(position)
	t := &tree{variant: p.variant, knowledge: learned(p.variant)}
	if level != 0 && level < learnedLevel {
		t.knowledge = beginner(p.variant)
	}
	root := search.Root[node]{Board: p.node(), Choices: choices(p), Past: search.Past(l, p.quiet, func(p engine.Position) uint64 {
		n := p.(position).node()
		return t.Hash(&n)
	})}
	if p.variant == classic && (level == 0 || level >= tableLevel) {
		t.know(endings(), &root)
	}
	return t, root, nil
}

// choices lists what can be done in a position.
func choices(from engine.Position) []search.Choice[node] {
	p := from.(position)
	b := p.board()
	var list []search.Choice[node]
	for _, m := range p.legal() {
		next := p.play(m)
		list = append(list, search.Choice[node]{Move: p.variant.text(b, m), Next: next, Board: next.node()})
	}
	if p.Outcome().Decided() {
		return list
	}
	for _, m := range p.answers() {
		next := p.play(m)
		list = append(list, search.Choice[node]{Move: p.answerText(m), Next: next, Board: next.node()})
	}
	return list
}

//go:embed learned/*
var learnedFiles embed.FS

// learned is what is known about boards of a variant.
func learned(v *variant) *knowledge {
	if v.width == 8 {
		return learned8()
	}
	return learned10[v.reach]()
}

var (
	learned8  = learnedFrom(classic)
	learned10 = [...]func() *knowledge{
		flying:   learnedFrom(chileans[chilean(flying, huffingOff)]),
		behind:   learnedFrom(chileans[chilean(behind, huffingOff)]),
		adjacent: learnedFrom(chileans[chilean(adjacent, huffingOff)]),
	}
)

// learnedFrom reads the weights of a variant when they are asked for first.
func learnedFrom(v *variant) func() *knowledge {
	return sync.OnceValue(func() *knowledge {
		f := v.frame()
		return newKnowledge(f, learn.Embedded(learnedFiles, "learned/"+v.taught()+".weights", f.count()))
	})
}

// learnedLevel is the lowest level that has learned anything. Those below count pieces.
const learnedLevel = 4

// beginner is what is known without having learned anything.
func beginner(v *variant) *knowledge {
	if v.width == 8 {
		return beginner8()
	}
	return beginner10()
}

var (
	beginner8  = sync.OnceValue(func() *knowledge { return frame8.untaught() })
	beginner10 = sync.OnceValue(func() *knowledge { return frame10.untaught() })
)

// tableLevel is the lowest level that knows the tables.
const tableLevel = 6

// endings are the tables.
var endings = sync.OnceValue(func() *tables {
	file, err := learnedFiles.ReadFile("learned/portuguese.tables")
	if err != nil {
		return nil
	}
	t, err := readTables(file)
	if err != nil {
		panic("draughts: " + err.Error()) // only a bad build can do it
	}
	return t
})
