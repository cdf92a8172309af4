package think

import (
	"embed"
	"fmt"
	"sync"

	"tabuleiro/engine"
	"tabuleiro/engine/draughts/rules"
	"tabuleiro/engine/learn"
	"tabuleiro/engine/search"
)

// The houses of the two games know as much, but what a man is worth differs, and so does how wrong a level has to be.
var (
	Portuguese = newBrain([engine.Max + 1]search.Strength{
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
	Chilean = newBrain([engine.Max + 1]search.Strength{
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
func newBrain(levels [engine.Max + 1]search.Strength, ratings [engine.Max + 1]int) *search.Brain[node, rules.Move] {
	return &search.Brain[node, rules.Move]{
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
func open(l engine.Line, level int) (search.Rules[node, rules.Move], search.Root[node], error) {
	p := l.Position().(rules.Position)
	known := loreOf(p.Variant)
	if known == nil {
		return nil, search.Root[node]{}, fmt.Errorf("think: the house knows nothing of these rules of %s", p.Variant.Name)
	}
	t := &tree{variant: p.Variant}
	if level != 0 && level < learnedLevel {
		t.knowledge = known.beginner()
	} else {
		t.knowledge = known.learned()
	}
	root := search.Root[node]{Board: nodeOf(p), Choices: choices(p), Past: search.Past(l, p.Idling, func(p engine.Position) uint64 {
		n := nodeOf(p.(rules.Position))
		return t.Hash(&n)
	})}
	if known.endings != nil && (level == 0 || level >= tableLevel) {
		t.know(known.endings(), &root)
	}
	return t, root, nil
}

// choices lists what can be done in a position.
func choices(from engine.Position) []search.Choice[node] {
	p := from.(rules.Position)
	b := p.Board()
	var list []search.Choice[node]
	for _, m := range p.Legal() {
		next := p.After(m)
		list = append(list, search.Choice[node]{Move: p.Variant.Text(b, m), Next: next, Board: nodeOf(next)})
	}
	if p.Outcome().Decided() {
		return list
	}
	for _, m := range p.Answers() {
		next := p.After(m)
		list = append(list, search.Choice[node]{Move: p.AnswerText(m), Next: next, Board: nodeOf(next)})
	}
	return list
}

//go:embed learned/*
var learnedFiles embed.FS

// lore is what the house knows of one set of rules, whatever these let be done about a capture that was not made.
type lore struct {
	variant  *rules.Variant // from whose games it was learned
	name     string         // of its files
	frame    *frame
	learned  func() *knowledge
	beginner func() *knowledge // before anything was learned
	endings  func() *tables    // who wins with few pieces; nil: nobody has worked it out
}

var (
	portugueseLore = newLore(rules.Classic, "portuguese", 1, readEndings)
	chileanLores   = []*lore{
		newLore(rules.ChileanBy(rules.Adjacent, rules.HuffingOff), "chilean-adjacent", 2, nil),
		newLore(rules.ChileanBy(rules.Flying, rules.HuffingOff), "chilean-flying", 2, nil),
		newLore(rules.ChileanBy(rules.Behind, rules.HuffingOff), "chilean-behind", 2, nil),
	}
	lores = append(chileanLores, portugueseLore)
)

// newLore is that of a variant, which is read when it is asked for first. With two sets of windows kings are seen in detail.
func newLore(v *rules.Variant, name string, sets int, endings func() *tables) *lore {
	f := newFrame(v.Width, sets)
	l := &lore{variant: v, name: name, frame: f, beginner: sync.OnceValue(f.untaught)}
	l.learned = sync.OnceValue(func() *knowledge {
		return newKnowledge(f, learn.Embedded(learnedFiles, "learned/"+name+".weights", f.count()))
	})
	if endings != nil {
		l.endings = sync.OnceValue(endings)
	}
	return l
}

// loreOf is what is known of a variant; nil if nothing is.
func loreOf(v *rules.Variant) *lore {
	rules := v.Rules
	for _, l := range lores {
		if rules.Huffing = l.variant.Huffing; rules == l.variant.Rules {
			return l
		}
	}
	return nil
}

// learnedLevel is the lowest level that has learned anything. Those below count pieces.
const learnedLevel = 4

// tableLevel is the lowest level that knows the tables.
const tableLevel = 6

// readEndings reads the tables.
func readEndings() *tables {
	file, err := learnedFiles.ReadFile("learned/portuguese.tables")
	if err != nil {
		return nil
	}
	t, err := readTables(file)
	if err != nil {
		panic("draughts: " + err.Error()) // only a bad build can do it
	}
	return t
}
