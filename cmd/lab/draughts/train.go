// Package draughts trains the players of the draughts family, and works out their tables of endings.
package draughts

import (
	"context"

	"tabuleiro/cmd/lab/solve"
	"tabuleiro/cmd/lab/train"
	"tabuleiro/engine"
	"tabuleiro/engine/draughts/endings"
	"tabuleiro/engine/draughts/rules"
	"tabuleiro/engine/draughts/think"
	"tabuleiro/engine/search"
)

// rulesetsOf lists those of a game: one, but for each way in which kings capture in Chilean draughts.
func rulesetsOf(g *engine.Game) (list []*think.Ruleset) {
	if g.Name != rules.Chilean.Name {
		return append(list, think.RulesetOf(rules.VariantOf(g)))
	}
	for _, v := range []*rules.Variant{
		rules.ChileanBy(rules.Adjacent, rules.HuffingOff), rules.ChileanBy(rules.Flying, rules.HuffingOff),
		rules.ChileanBy(rules.Behind, rules.HuffingOff),
	} {
		list = append(list, think.RulesetOf(v))
	}
	return list
}

// Tables returns a trainer that makes the tables of endings of a game, which follow from its rules alone.
func Tables(g *engine.Game) train.Trainer {
	return func(ctx context.Context, _ uint64, _ float64, progress func(string)) (map[string][]byte, error) {
		files := make(map[string][]byte)
		for _, r := range rulesetsOf(g) {
			file, err := solve.Make(ctx, r.Variant, endings.MaxPieces, func(text string) { progress(r.Name + ": " + text) })
			if err != nil {
				return nil, err
			}
			files[r.Name+".tables"] = file
		}
		return files, nil
	}
}

// planOf is how long players by a variant are trained.
func planOf(v *rules.Variant, seed uint64) train.Plan {
	plan := train.Plan{Seed: seed, Games: 100_000, Nodes: 400, Longest: 160, Repeat: v.Repeat}
	switch {
	case v.Name == rules.Chilean.Name:
		plan.Games, plan.Longest = 16_000, 200
	case v.Width == 10:
		plan.Games, plan.Longest = 40_000, 200
	}
	return plan
}

// Trainer returns the train.Trainer of a game. Where kings capture in several ways, each is learned for itself.
func Trainer(g *engine.Game) train.Trainer {
	return func(ctx context.Context, seed uint64, scale float64, progress func(string)) (map[string][]byte, error) {
		files := make(map[string][]byte)
		for _, r := range rulesetsOf(g) {
			file, err := train.Train(ctx, modelOf(r), planOf(r.Variant, seed), scale,
				func(text string) { progress(r.Name + ": " + text) })
			if err != nil {
				return nil, err
			}
			files[r.Name+".weights"] = file
		}
		return files, nil
	}
}

// modelOf is what is learned of one set of rules.
func modelOf(r *think.Ruleset) train.Model[rules.Position, rules.Move] {
	return train.Model[rules.Position, rules.Move]{
		Weights: r.Frame.Count(),
		Prior:   func(weights []float64) { prior(r.Frame, weights) },
		Start:   func() rules.Position { return r.Variant.Start() },
		Rules: func(weights []int16) search.Rules[rules.Position, rules.Move] {
			return r.NewRules(weights, r.Tables())
		},
		Features: func(n *rules.Position, list []train.Feature) []train.Feature { return features(r.Frame, n, list) },
		Keep:     few,
		Tuning:   think.Portuguese.Tuning,
	}
}

// few is of how many boards one is learned from: with kings on both sides nothing much happens for a long time.
func few(n *rules.Position) int {
	if n.Own&n.Kings != 0 && n.Opp&n.Kings != 0 {
		return 6
	}
	return 1
}
