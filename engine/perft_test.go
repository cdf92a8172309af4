package engine_test

import (
	"errors"
	"iter"
	"slices"
	"testing"
	"testing/fstest"

	"tabuleiro/engine"
	"tabuleiro/engine/fourtest"
)

// sequences are the numbers of move sequences in Connect Four: up to the sixth move all seven columns are open.
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

// counted is a position with its own count.
type counted struct{ engine.Position }

func (counted) Perft(depth int) uint64 { return uint64(100 + depth) }

// faulty is a position that lists a move it does not play.
type faulty struct{ engine.Position }

func (faulty) Moves() iter.Seq[engine.Move]              { return slices.Values([]engine.Move{"x"}) }
func (faulty) Play(engine.Move) (engine.Position, error) { return nil, errors.New("broken") }

// A position's own count is used first; an inconsistent position makes perft panic.
func TestPerft_OwnMeans(t *testing.T) {
	if got := engine.Perft(counted{}, 3); got != 103 {
		t.Errorf("it counts %d", got)
	}
	for name, f := range map[string]func(){
		"a faulty position": func() { engine.Perft(faulty{}, 1) },
		"a folder outside":  func() { engine.Folder(fstest.MapFS{}, "..") },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s goes on", name)
				}
			}()
			f()
		}()
	}
}

func TestAdd(t *testing.T) {
	list := engine.Add(engine.Add(engine.Add(nil, "a"), "b"), "a")
	if !slices.Equal(list, []string{"a", "b"}) {
		t.Errorf("%v", list)
	}
}
