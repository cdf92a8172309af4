package think

import (
	"context"
	"strings"

	"tabuleiro/engine"
	"tabuleiro/engine/draughts/endings"
	"tabuleiro/engine/draughts/rules"
	"tabuleiro/engine/learn"
	"tabuleiro/engine/search"
)

// TrainPortuguese is the learn.Trainer of Portuguese draughts.
func TrainPortuguese(ctx context.Context, seed uint64, scale float64,
	progress func(string)) (map[string][]byte, error) {
	files := make(map[string][]byte)
	plan := learn.Plan{Seed: seed, Games: 100_000, Nodes: 400, Longest: 160, Repeat: 3}
	return files, portugueseLore.train(ctx, plan, scale, files, progress)
}

// TrainChilean is that of Chilean draughts: each way in which kings capture is learned for itself, one after the other.
func TrainChilean(ctx context.Context, seed uint64, scale float64, progress func(string)) (map[string][]byte, error) {
	files := make(map[string][]byte)
	plan := learn.Plan{Seed: seed, Games: 16_000, Nodes: 400, Longest: 200, Repeat: 3}
	for _, l := range chileanLores {
		if err := l.train(ctx, plan, scale, files, progress); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// Tables makes the files with the tables of endings, for all rules whose names begin so.
func Tables(ctx context.Context, name string, progress func(string)) (map[string][]byte, error) {
	files := make(map[string][]byte)
	for _, l := range lores {
		if strings.HasPrefix(l.name, name) {
			file, err := endings.Make(ctx, l.variant, endings.Most, func(text string) { progress(l.name + ": " + text) })
			if err != nil {
				return nil, err
			}
			files[l.name+".tables"] = file
		}
	}
	return files, nil
}

// Trainer is the learn.Trainer of a game that has one set of rules.
func Trainer(g *engine.Game) learn.Trainer {
	return func(ctx context.Context, seed uint64, scale float64, progress func(string)) (map[string][]byte, error) {
		files, v := make(map[string][]byte), rules.VariantOf(g)
		plan := learn.Plan{Seed: seed, Games: 100_000, Nodes: 400, Longest: 160, Repeat: v.Repeat}
		if v.Width == 10 {
			plan.Games, plan.Longest = 40_000, 200
		}
		return files, loreOf(v).train(ctx, plan, scale, files, progress)
	}
}

// train makes the weights of one set of rules.
func (l *lore) train(ctx context.Context, plan learn.Plan, scale float64, files map[string][]byte,
	tell func(string)) error {
	progress := func(text string) { tell(l.name + ": " + text) }
	t := tree{variant: l.variant, tables: l.endings()}
	if t.tables != nil {
		t.most = endings.Most
	}
	model := learn.Model[node, rules.Move]{
		Weights: l.frame.count(),
		Prior:   l.frame.prior,
		Start:   func() node { return nodeOf(l.variant.Start()) },
		Rules: func(weights []int16) search.Rules[node, rules.Move] {
			t := t
			t.knowledge = newKnowledge(l.frame, weights)
			return &t
		},
		Features: l.frame.features,
		Keep:     few,
		Tuning:   tuning,
	}
	file, err := learn.Train(ctx, model, plan, scale, progress)
	if err == nil {
		files[l.name+".weights"] = file
	}
	return err
}

// few is of how many boards one is learned from: with kings on both sides nothing much happens for a long time.
func few(n *node) int {
	if n.Own&n.Kings != 0 && n.Opp&n.Kings != 0 {
		return 6
	}
	return 1
}
