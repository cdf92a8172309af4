package engine_test

import (
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/fourtest"
)

// sequences are the numbers of sequences of moves in Connect Four: up to the sixth move all seven columns are open.
var sequences = []uint64{1, 7, 49, 343, 2401, 16807, 117649}

func TestPerft(t *testing.T) {
	start, err := fourtest.Four.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := start.(engine.Perfter); ok {
		t.Fatal("it counts by its own means")
	}
	moves := func(p engine.Position, list []engine.Move) []engine.Move {
		for m := range p.Moves() {
			list = append(list, m)
		}
		return list
	}
	after := func(p engine.Position, m engine.Move) engine.Position {
		next, err := p.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		return next
	}
	some := func(p engine.Position) (uint64, bool) { // of every other board
		n := uint64(len(moves(p, nil)))
		return n, len(p.String())%2 == 0
	}
	for depth, want := range sequences {
		if depth < 6 {
			if got := engine.Perft(start, depth); got != want {
				t.Errorf("perft %d: %d instead of %d", depth, got, want)
			}
		}
		for _, count := range []func(engine.Position) (uint64, bool){nil, some} {
			if count != nil && depth > 5 {
				continue // it is no faster here
			}
			if got := engine.CountSequences(start, depth, moves, after, count); got != want {
				t.Errorf("%d sequences of %d moves instead of %d", got, depth, want)
			}
		}
	}
}
