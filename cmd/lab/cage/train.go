// Package cage trains the player of Cage.
package cage

import (
	"context"
	"fmt"

	"tabuleiro/cmd/lab/train"
	"tabuleiro/engine/cage/rules"
	"tabuleiro/engine/cage/think"
	"tabuleiro/engine/search"
)

// Train is the game's train.Trainer: one size after the other.
func Train(ctx context.Context, seed uint64, scale float64, progress func(string)) (map[string][]byte, error) {
	files := make(map[string][]byte)
	for _, z := range rules.Sizes {
		begin := think.NodeOf(z.Start())
		file, err := train.Train(ctx, train.Model[think.Node, rules.Board]{
			Weights:  think.Weights,
			Prior:    prior,
			Start:    func() think.Node { return begin },
			Rules:    func(list []int16) search.Rules[think.Node, rules.Board] { return think.NewRules(z, list) },
			Features: features(z),
			Keep:     func(*think.Node) int { return 2 },
			Tuning:   think.Brain.Tuning,
		}, train.Plan{Seed: seed, Games: 600_000 / z.Width / z.Width, Nodes: 300, Longest: 400}, scale,
			func(text string) { progress(fmt.Sprintf("size %d: %s", z.Width, text)) })
		if err != nil {
			return nil, err
		}
		files[think.FileOf(z)] = file
	}
	return files, nil
}

// features returns what appends the features of a board of a size.
func features(z *rules.Size) func(n *think.Node, list []train.Feature) []train.Feature {
	k := think.NewKnowledge(z, nil)
	return func(n *think.Node, list []train.Feature) []train.Feature {
		sum, knot, above, span := k.Sum(n)
		part := float32(above) / float32(span)
		for i, amount := range sum {
			if amount != 0 {
				list = append(list,
					train.Feature{Index: int32(knot*think.Features + i), Amount: float32(amount) * (1 - part)},
					train.Feature{Index: int32((knot+1)*think.Features + i), Amount: float32(amount) * part})
			}
		}
		return list
	}
}

// prior fills in what is known before anything was learned: what a checker is worth.
func prior(weights []float64) {
	for knot := range think.Knots {
		for i := range think.Zones * think.Contacts {
			weights[knot*think.Features+i] = 30
		}
	}
}
