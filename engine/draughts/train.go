package draughts

import (
	"context"
	"maps"

	"tabuleiro/engine"
	"tabuleiro/engine/learn"
	"tabuleiro/engine/search"
)

// train is the trainer of a game, or of several that differ in how kings capture: each learns for itself, one after the other.
func train(plan learn.Plan, variants ...*variant) engine.Trainer {
	return func(ctx context.Context, seed uint64, scale float64, progress func(string)) (map[string][]byte, error) {
		plan := plan.Scaled(scale)
		plan.Seed = seed
		files := make(map[string][]byte)
		for _, v := range variants {
			made, err := v.train(ctx, plan, scale, func(text string) { progress(v.taught() + ": " + text) })
			if err != nil {
				return nil, err
			}
			maps.Copy(files, made)
		}
		return files, nil
	}
}

// train makes the files of a variant.
func (v *variant) train(ctx context.Context, plan learn.Plan, scale float64, progress func(string)) (map[string][]byte, error) {
	f := v.frame()
	files := make(map[string][]byte)
	t := tree{variant: v}
	if v == classic {
		if t.most = mostPieces; scale < 0.2 {
			t.most-- // the last ones would take longer than all the rest
		}
		s, err := solve(ctx, t.most, progress)
		if err != nil {
			return nil, err
		}
		t.tables = s.tables(t.most)
		files[v.taught()+".tables"] = t.tables.file(t.most)
	}
	model := learn.Model[node, move]{
		Weights: f.count(),
		Prior:   f.prior,
		Start:   func() node { return v.start().node() },
		Rules: func(weights []int16) search.Rules[node, move] {
			t := t
			t.knowledge = newKnowledge(f, weights)
			return &t
		},
		Features: f.features,
		Keep:     few,
		Tuning:   tuning,
	}
	weights, err := learn.Train(ctx, model, plan, progress)
	if err != nil {
		return nil, err
	}
	files[v.taught()+".weights"] = learn.Pack(weights)
	return files, nil
}

// few is of how many boards one is learned from: with kings on both sides nothing much happens for a long time.
func few(n *node) int {
	if n.own&n.kings != 0 && n.opp&n.kings != 0 {
		return 6
	}
	return 1
}

// frame is that of boards of this size.
func (v *variant) frame() *frame {
	if v.width == 8 {
		return frame8
	}
	return frame10
}

// taught is the name of the files of what is known about boards of a variant.
func (v *variant) taught() string {
	if v.width == 8 {
		return v.name
	}
	return v.name + [...]string{flying: "-flying", behind: "-behind", adjacent: "-adjacent"}[v.reach]
}
