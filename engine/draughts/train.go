package draughts

import (
	"context"

	"tabuleiro/engine"
	"tabuleiro/engine/learn"
	"tabuleiro/engine/search"
)

// train is the trainer of a game.
func train(name string, v *variant, plan learn.Plan) engine.Trainer {
	return func(ctx context.Context, seed uint64, scale float64, progress func(string)) (map[string][]byte, error) {
		plan := plan.Scaled(scale)
		plan.Seed = seed
		f := v.frame()
		files := make(map[string][]byte)
		var k *tables
		most := 0
		if v == classic {
			if most = mostPieces; scale < 0.2 {
				most-- // the last ones would take longer than all the rest
			}
			s, err := solve(ctx, most, progress)
			if err != nil {
				return nil, err
			}
			k = s.tables(most)
			files[name+".tables"] = k.file(most)
		}
		weights, err := learn.Train(ctx, learn.Model[node, move]{
			Weights: f.count(),
			Prior:   f.prior,
			Start:   func() node { return v.start().node() },
			Rules: func(weights []int16) search.Rules[node, move] {
				return &tree{variant: v, knowledge: newKnowledge(f, weights), tables: k, most: most}
			},
			Features: f.features,
			Tuning:   tuning,
		}, plan, progress)
		if err != nil {
			return nil, err
		}
		files[name+".weights"] = learn.Pack(weights)
		return files, nil
	}
}

// frame is that of boards of this size.
func (v *variant) frame() *frame {
	if v.width == 8 {
		return frame8
	}
	return frame10
}
