// Package train finds out from games of self-play what positions are worth.
//
// A Model says which features a board has; the value of a board is the sum of their weights. The weights are fitted by
// logistic regression: a value of Unit means that the odds of the expected score are e to 1. Training goes by
// generations: the weights so far play games with few nodes a move, the new weights are fitted to the boards of the
// latest games and to how these ended. Everything follows from the seed: there is one goroutine, and products of
// floating-point numbers are rounded before they are added, so that no machine fuses the two.
package train

import (
	"context"
	"fmt"

	"tabuleiro/engine/search"
)

// Feature is something about a board that has a weight.
type Feature struct {
	Index  int32
	Amount float32 // how much of it there is, for the side on turn
}

// Model is what is to be learned.
type Model[B, M any] struct {
	Weights  int                                      // how many there are
	Prior    func(weights []float64)                  // fills in what to begin with, in units of value
	Start    func() B                                 // the board at the beginning
	Rules    func(weights []int16) search.Rules[B, M] // how to play with these weights, in Fine parts
	Features func(b *B, list []Feature) []Feature     // appends those of a quiet board
	Keep     func(b *B) int                           // one of so many quiet boards like b is learned from
	Tuning   search.Tuning
}

// Trainer makes what a brain has learned. Its files are the ones that the game's package embeds, by name. The same seed
// and scale give the same bytes; scale 1 is the full length, a fiftieth of it ends within a minute or so. Progress is
// told in sentences for the one who runs it.
type Trainer func(ctx context.Context, seed uint64, scale float64, progress func(string)) (files map[string][]byte,
	err error)

// Plan is how long to train.
type Plan struct {
	Games   int // in all
	Nodes   int // a move, but in the last two generations, which have deep
	Longest int // plies after which a game is a draw
	Repeat  int // a board seen this often makes a draw; 0: it does not matter
	Seed    uint64
}

// The settings of all trainings.
const (
	most    = 6    // generations
	deep    = 1200 // nodes a move in the last two of them
	opening = 10   // at most so many plies at the beginning of a game are drawn at random
	trusted = 0.7  // share of the search's own value in what a board is taken to be worth, from the second generation on
)

// scaled is the number of games and generations there are at another length: with few games there are few generations,
// so
// that each learns from enough of them.
func (p Plan) scaled(scale float64) (games, generations int) {
	games = max(1, int(float64(p.Games)*scale))
	switch {
	case scale < 0.05:
		return games, 2
	case scale < 0.3:
		return games, 4
	}
	return games, most
}

// lesson is a board and what it is worth.
type lesson[B any] struct {
	board  B
	value  int16 // that the search found
	result int8  // of the game, for the side on turn: 0, 1 or 2
}

// Train returns the packed weights in Fine parts of a unit of value. Scale 1 is the full length.
func Train[B, M any](ctx context.Context, m Model[B, M], p Plan, scale float64, progress func(string)) ([]byte, error) {
	weights := make([]float64, m.Weights)
	m.Prior(weights)
	t := &trainer[B, M]{Model: m, Plan: p, random: search.NewRandom(p.Seed)}
	var kept [][]lesson[B] // the latest generations
	all, generations := p.scaled(scale)
	total := generations * (generations + 1) / 2
	for g := 1; g <= generations; g++ {
		games := max(1, all*g/total)
		if g > generations-2 {
			t.Nodes = deep
		}
		lessons, err := t.play(ctx, rounded(weights), games)
		if err != nil {
			return nil, err
		}
		if kept = append(kept, lessons); len(kept) > 3 {
			kept = kept[1:]
		}
		trust := trusted
		if g == 1 {
			trust = 0
		}
		loss := t.fit(weights, kept, trust)
		progress(fmt.Sprintf("generation %d of %d: %d games, %d boards, loss %.4f", g, generations, games, len(lessons),
			loss))
	}
	return Pack(rounded(weights)), nil
}

type trainer[B, M any] struct {
	Model[B, M]
	Plan
	random   *search.Random
	searcher search.Searcher[B, M]
}

// play plays games against itself.
func (t *trainer[B, M]) play(ctx context.Context, weights []int16, games int) ([]lesson[B], error) {
	rules := t.Rules(weights)
	var all []lesson[B]
	for range games {
		lessons, err := t.game(ctx, rules)
		if err != nil {
			return nil, err
		}
		all = append(all, lessons...)
	}
	return all, nil
}

// game plays a game, and returns the lessons of its boards.
func (t *trainer[B, M]) game(ctx context.Context, rules search.Rules[B, M]) ([]lesson[B], error) {
	var lessons []lesson[B]
	var signs []int // of First, who counts as the side on turn at the start
	again, _ := rules.(search.Extender[B])
	board, sign, opening := t.Start(), 1, t.random.Intn(opening+1)
	strength := search.Strength{Nodes: t.Nodes, Best: 1, EvalNoise: 6, Seed: t.random.Uint64()}
	root := search.Root[B]{}
	var moves []M
	outcome := 0
	for ply := 0; ply < t.Longest; ply++ {
		look := rules.Classify(&board)
		if look.Over {
			outcome = sign * clamp(int(look.Value))
			break
		}
		if t.Repeat > 0 && seen(root.Past, rules.Hash(&board)) >= t.Repeat-1 {
			break
		}
		moves = rules.Moves(&board, moves[:0])
		root.Board, root.Choices = board, root.Choices[:0]
		for i := range moves {
			var c search.Choice[B]
			rules.Play(&board, &moves[i], &c.Board)
			root.Choices = append(root.Choices, c)
		}
		chosen := 0
		switch {
		case ply < opening:
			chosen = t.random.Intn(len(moves))
		case len(moves) > 1:
			r, err := t.searcher.Search(ctx, rules, t.Tuning, root, strength)
			if err != nil {
				return nil, err
			}
			chosen = r.Weighed[0].Choice
			value := r.Weighed[0].Value
			if (look.Noise == search.Quiet || look.Noise == search.Eager) && t.random.Intn(t.Keep(&board)) == 0 {
				lessons = append(lessons, lesson[B]{board: board, value: int16(value)})
				signs = append(signs, sign)
			}
			if value >= search.Sure || value <= -search.Sure {
				outcome = sign * clamp(value)
				ply = t.Longest
			}
		}
		root.Past = append(root.Past, rules.Hash(&board))
		next := root.Choices[chosen].Board
		if again == nil || !again.KeepsTurn(&board, &next) {
			sign = -sign
		}
		board = next
	}
	for i := range lessons {
		lessons[i].result = int8(1 + outcome*signs[i])
	}
	return lessons, nil
}

// clamp is the sign of a value.
func clamp(value int) int { return max(-1, min(value, 1)) }

// seen is how often a hash is among those of the past.
func seen(past []uint64, hash uint64) (n int) {
	for _, h := range past {
		if h == hash {
			n++
		}
	}
	return n
}
