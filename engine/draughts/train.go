package draughts

import (
	"context"

	"tabuleiro/engine"
	"tabuleiro/engine/learn"
	"tabuleiro/engine/search"
)

// train is the trainer of a game, or of several that differ in their kings.
func train(name string, plan learn.Plan, variants ...*variant) engine.Trainer {
	return func(ctx context.Context, seed uint64, scale float64, progress func(string)) (map[string][]byte, error) {
		plan := plan.Scaled(scale)
		plan.Seed = seed
		f := variants[0].frame()
		files := make(map[string][]byte)
		var k *tables
		most := 0
		if variants[0] == classic {
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
		model := learn.Model[node, move]{Weights: f.count(), Prior: f.prior, Tuning: tuning}
		for _, v := range variants {
			model.Games = append(model.Games, learn.Game[node, move]{
				Start: func() node { return v.start().node() },
				Rules: func(weights []int16) search.Rules[node, move] {
					return &tree{variant: v, knowledge: newKnowledge(f, weights)[v.kind()], tables: k, most: most}
				},
				Features: f.features(v.kind()),
			})
		}
		weights, err := learn.Train(ctx, model, plan, progress)
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

// kind is the number of the weights of kings, among those of a frame.
func (v *variant) kind() int { return int(v.reach) % v.frame().kinds }
