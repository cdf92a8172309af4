package think

import (
	"embed"
	"fmt"
	"sync"

	"tabuleiro/engine"
	"tabuleiro/engine/draughts/endings"
	"tabuleiro/engine/draughts/rules"
	"tabuleiro/engine/learn"
	"tabuleiro/engine/search"
)

// The levels differ in what they overlook, how much of the learned knowledge they use, and how deep they search: see
// package search.
var (
	Portuguese = newBrain([engine.Max + 1]search.Strength{
		0:          {Nodes: 1_000_000},
		1:          {Nodes: 200, Depth: 1, OverlookPermille: 160, MaterialPercent: 100, EvalNoise: 45},
		2:          {Nodes: 300, Depth: 1, OverlookPermille: 85, MaterialPercent: 100, EvalNoise: 45},
		3:          {Nodes: 500, Depth: 1, OverlookPermille: 66, MaterialPercent: 75, EvalNoise: 40},
		4:          {Nodes: 700, Depth: 1, OverlookPermille: 38, MaterialPercent: 60, EvalNoise: 30},
		5:          {Nodes: 1000, Depth: 1, OverlookPermille: 24, MaterialPercent: 40, EvalNoise: 20, BlunderGuardPercent: 30},
		6:          {Nodes: 2000, Depth: 3, OverlookPermille: 1, MaterialPercent: 97, EvalNoise: 30, BlunderGuardPercent: 60},
		7:          {Nodes: 4000, Depth: 4, OverlookPermille: 1, MaterialPercent: 94, EvalNoise: 26, BlunderGuardPercent: 65},
		8:          {Nodes: 10_000, Depth: 5, MaterialPercent: 86, EvalNoise: 18, BlunderGuardPercent: 75},
		9:          {Nodes: 60_000, MaterialPercent: 45, EvalNoise: 8},
		10:         {Nodes: 600_000, MaterialPercent: 20},
		engine.Max: {Nodes: 1_500_000},
	})
	Chilean = newBrain([engine.Max + 1]search.Strength{
		0:          {Nodes: 1_000_000},
		1:          {Nodes: 200, Depth: 1, OverlookPermille: 100, MaterialPercent: 100, EvalNoise: 45},
		2:          {Nodes: 300, Depth: 1, OverlookPermille: 58, MaterialPercent: 100, EvalNoise: 45},
		3:          {Nodes: 500, Depth: 1, OverlookPermille: 40, MaterialPercent: 75, EvalNoise: 40},
		4:          {Nodes: 700, Depth: 1, OverlookPermille: 22, MaterialPercent: 50, EvalNoise: 32},
		5:          {Nodes: 1000, Depth: 1, OverlookPermille: 8, MaterialPercent: 20, EvalNoise: 24, BlunderGuardPercent: 15},
		6:          {Nodes: 2000, Depth: 3, OverlookPermille: 1, MaterialPercent: 97, EvalNoise: 30, BlunderGuardPercent: 55},
		7:          {Nodes: 4000, Depth: 4, OverlookPermille: 1, MaterialPercent: 90, EvalNoise: 20, BlunderGuardPercent: 70},
		8:          {Nodes: 10_000, Depth: 5, MaterialPercent: 78, EvalNoise: 12, BlunderGuardPercent: 87},
		9:          {Nodes: 60_000, MaterialPercent: 50, EvalNoise: 8},
		10:         {Nodes: 600_000, MaterialPercent: 20},
		engine.Max: {Nodes: 1_500_000},
	})
)

// Other returns the computer player of a game whose levels were not tuned: it uses those of Portuguese draughts,
// whatever their strength in that game.
func Other() *search.Brain[rules.Position, rules.Move] { return newBrain(Portuguese.Levels) }

// newBrain returns a brain with its own levels.
func newBrain(levels [engine.Max + 1]search.Strength) *search.Brain[rules.Position, rules.Move] {
	return &search.Brain[rules.Position, rules.Move]{
		Rules: rulesOf,
		Node:  func(p engine.Position, _ engine.Move) rules.Position { return p.(rules.Position) },
		Each: func(from engine.Position, do func(engine.Move, engine.Position)) {
			p := from.(rules.Position)
			for _, m := range p.All() {
				do(p.Text(m), p.After(m))
			}
		},
		Tuning: tuning,
		Levels: levels,
		Chance: func(_ *rules.Position, value int) (win, draw int) { return search.Chances(value, 110, learn.Unit) },
	}
}

// tuning holds the search parameters of all games.
var tuning = search.Tuning{Piece: 100, LMRAfter: 3, ProbCutMargin: 60, ProbCutReduction: 4, Extend: true, Threats: true,
	FutilityMargin: 150}

// rulesOf returns the search rules of a position with the knowledge about it, and sets the verdicts of the root's
// choices, as the level knows them.
func rulesOf(p engine.Position, root *search.Root[rules.Position], level int) (search.Rules[rules.Position, rules.Move], error) {
	v := p.(rules.Position).Variant
	known := RulesetOf(v)
	if known == nil {
		return nil, fmt.Errorf("think: the house knows nothing of these rules of %s", v.Name)
	}
	t := &tree{knowledge: known.learned()}
	t.know(known.Tables(), root, level)
	return t, nil
}

//go:embed learned/*
var learnedFiles embed.FS

// Ruleset is the computer's knowledge of a set of rules, independent of huffing.
type Ruleset struct {
	Variant *rules.Variant // variant from whose games it was learned
	Name    string         // of its files
	Frame   *Frame
	learned func() *knowledge
	Tables  func() *endings.Tables // results with few pieces; nil: no tables exist
}

// Rulesets lists the rules that the computer knows.
var Rulesets = []*Ruleset{
	newRuleset(rules.ChileanBy(rules.Adjacent, rules.HuffingOff), "chilean-adjacent", 2),
	newRuleset(rules.ChileanBy(rules.Flying, rules.HuffingOff), "chilean-flying", 2),
	newRuleset(rules.ChileanBy(rules.Behind, rules.HuffingOff), "chilean-behind", 2),
	newRuleset(rules.Classic, "portuguese", 1),
	newRuleset(rules.VariantOf(rules.International), "international", 2),
	newRuleset(rules.VariantOf(rules.Brazilian), "brazilian", 1),
	newRuleset(rules.VariantOf(rules.Russian), "russian", 1),
	newRuleset(rules.VariantOf(rules.Spanish), "portuguese", 1), // the same game
	newRuleset(rules.VariantOf(rules.Italian), "italian", 1),
	newRuleset(rules.VariantOf(rules.English), "english", 1),
}

// NewRules returns a game of these rules for package search, with weights in units of 1/Fine. Without tables endings
// are searched.
func (l *Ruleset) NewRules(weights []int16, tables *endings.Tables) search.Rules[rules.Position, rules.Move] {
	t := &tree{knowledge: newKnowledge(l.Frame, weights), tables: tables}
	if tables != nil {
		t.most = endings.MaxPieces
	}
	return t
}

// newRuleset returns the knowledge of a variant, loaded on first use. With two sets of windows the kings are
// evaluated in detail.
func newRuleset(v *rules.Variant, name string, sets int) *Ruleset {
	l := &Ruleset{Variant: v, Name: name, Frame: newFrame(v, sets)}
	l.learned = sync.OnceValue(func() *knowledge {
		return newKnowledge(l.Frame, learn.Embedded(learnedFiles, "learned/"+name+".weights", l.Frame.Count()))
	})
	l.Tables = sync.OnceValue(l.readEndings)
	return l
}

// RulesetOf returns the knowledge of a variant; nil if there is none.
func RulesetOf(v *rules.Variant) *Ruleset {
	rules := v.Rules
	for _, l := range Rulesets {
		if rules.Huffing = l.Variant.Huffing; rules == l.Variant.Rules {
			return l
		}
	}
	return nil
}

// tableLevel is the lowest level that uses the tables, clubLevel the lowest that uses what club players know of them:
// boards with fewer pieces than the maximum, or with kings only.
const (
	tableLevel = 6
	clubLevel  = 3
)

// readEndings reads the tables; nil if there are none.
func (l *Ruleset) readEndings() *endings.Tables {
	file, err := learnedFiles.ReadFile("learned/" + l.Name + ".tables")
	if err != nil {
		return nil
	}
	t, err := endings.Read(l.Variant, file)
	if err != nil {
		panic("draughts: " + l.Name + ": " + err.Error()) // a fault of the build
	}
	return t
}
