// Package eximo trains the player of Eximo.
package eximo

import (
	"context"
	"math/bits"

	"tabuleiro/cmd/lab/train"
	"tabuleiro/engine/eximo/rules"
	"tabuleiro/engine/eximo/think"
	"tabuleiro/engine/learn"
)

// Train is the game's train.Trainer.
func Train(ctx context.Context, seed uint64, scale float64, progress func(string)) (map[string][]byte, error) {
	file, err := train.Train(ctx, train.Model[think.Node, rules.Change]{
		Weights:  think.Weights,
		Prior:    prior,
		Start:    func() think.Node { return think.NodeOf(rules.Start) },
		Rules:    think.NewRules,
		Features: features,
		Keep:     func(*think.Node) int { return 1 },
		Tuning:   think.Brain.Tuning,
	}, train.Plan{Seed: seed, Games: 60_000, Nodes: 400, Longest: 300, Repeat: 3}, scale, progress)
	return map[string][]byte{"eximo.weights": file}, err
}

// eachWindow calls see with the pattern in every window.
func eachWindow(b rules.Board, see func(pair, row, pattern int)) {
	for file := range 7 {
		own, opp := think.Gather(b.Own, file), think.Gather(b.Opp, file)
		pair, table := file, &learn.Ternary
		if file >= think.Pairs {
			pair, table = 6-file, &think.Mirrored
		}
		for row := range think.Rows {
			see(pair, row, int(table[own&255]+2*table[opp&255]))
			own, opp = own>>2, opp>>2
		}
	}
}

// features appends what Evaluate sums up, for package learn.
func features(n *think.Node, list []train.Feature) []train.Feature {
	full := float32(min(bits.OnesCount64(n.Own|n.Opp), think.FullMen)) / think.FullMen
	add := func(index, amount int) {
		if amount != 0 {
			list = train.Tapered(list, index, think.Weights/2, float32(amount), full)
		}
	}
	eachWindow(n.Board, func(pair, row, pattern int) {
		if pattern != 0 {
			add(think.Weight(pair*think.Rows+row, pattern))
		}
	})
	for i, amount := range think.Amounts(n.Board) {
		add(think.Shared*learn.Patterns+i, amount)
	}
	return list
}

// prior fills in what is known before anything was learned: what a man is worth.
func prior(list []float64) {
	list[think.Shared*learn.Patterns+think.Balance] = 100
	list[think.Weights/2+think.Shared*learn.Patterns+think.Balance] = 100
}
