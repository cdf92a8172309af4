package search_test

import (
	"slices"
	"testing"

	"tabuleiro/engine/search"
)

// tree is an artificial game from a board on: the static value for the side on turn, and the next boards, none at its
// end.
type tree struct {
	value int
	noise search.Noise
	next  []*tree
}

// forest has the rules of all trees.
type forest struct{ hashes map[*tree]uint64 }

func (forest) Classify(b **tree) search.NodeInfo {
	return search.NodeInfo{Over: len((*b).next) == 0, Noise: (*b).noise, Value: int32((*b).value)}
}

func (forest) Moves(b **tree, list []int) []int {
	for i := range (*b).next {
		list = append(list, i)
	}
	return list
}

func (f forest) Captures(b **tree, list []int) []int { return f.Moves(b, list) }
func (forest) Play(b **tree, m *int, child **tree)   { *child = (*b).next[*m] }
func (forest) HistoryIndex(_ **tree, m *int) int     { return *m }
func (forest) Evaluate(b **tree) int                 { return (*b).value }
func (forest) Pieces(**tree) int                     { return 0 }
func (forest) Veiled(**tree, *int) bool              { return false }

func (f forest) Hash(b **tree) uint64 {
	if f.hashes[*b] == 0 {
		f.hashes[*b] = search.Mix(7, uint64(len(f.hashes)+1))
	}
	return f.hashes[*b]
}

// over returns a finished board with its value for the side on turn.
func over(value int) *tree { return &tree{value: value} }

// seems returns a board whose static value is misleading.
func seems(value int, next ...*tree) *tree { return &tree{value: value, next: next} }

// noisy returns a tree whose first board is not quiet.
func noisy(n search.Noise, b *tree) *tree { return &tree{b.value, n, b.next} }

// choose returns the board that a search to a depth prefers, and the number of nodes.
func choose(t *testing.T, tuning search.Tuning, depth int, boards ...*tree) (best, nodes int) {
	t.Helper()
	var root search.Root[*tree]
	root.Board = seems(0, boards...)
	for _, b := range boards {
		root.Choices = append(root.Choices, search.Choice[*tree]{Board: b})
	}
	var s search.Searcher[*tree, int]
	r, err := s.Search(t.Context(), forest{map[*tree]uint64{}}, tuning, root,
		search.Strength{Nodes: 1e6, Depth: depth, Best: 1})
	if err != nil {
		t.Fatal(err)
	}
	return r.Weighed[0].Choice, r.Nodes
}

// A quiet board with a hopeless static value is pruned one ply before the end, with a margin, and only in a null-window
// search; nowhere else.
func TestHopeless(t *testing.T) {
	margin := search.Tuning{FutilityMargin: 100}
	level := over(0) // the other choice
	// Each is better for us by 1000 than it seems, which shows a ply behind the pruned board.
	seen := func(hopeless *tree) *tree { return seems(10, hopeless) }
	later := seems(10, seems(-500, seems(500, over(1000))))
	both := seems(-500, over(-1000)) // which the other side can avoid behind the first choice alone
	for name, c := range map[string]struct {
		tuning search.Tuning
		depth  int
		boards []*tree
		best   int
	}{
		"left":              {margin, 3, []*tree{level, seen(seems(-500, over(-1000)))}, 0},
		"within the margin": {margin, 3, []*tree{level, seen(seems(-99, over(-1000)))}, 1},
		"not quiet": {margin, 3, []*tree{level, seen(noisy(search.Threatened, seems(-500, over(-1000))))},
			1},
		"able to capture":              {margin, 3, []*tree{level, seen(noisy(search.Eager, seems(-500, over(-1000))))}, 0},
		"two plies before the end":     {margin, 4, []*tree{level, later}, 1},
		"without a margin":             {search.Tuning{}, 3, []*tree{level, seen(seems(-500, over(-1000)))}, 1},
		"on the line that is expected": {margin, 3, []*tree{seems(0, both, over(0)), seems(10, both)}, 1},
	} {
		if best, _ := choose(t, c.tuning, c.depth, c.boards...); best != c.best {
			t.Errorf("%s: the search prefers %d", name, best)
		}
	}
}

// Late moves of a quiet board are searched with reduced depth, so that some of their results are missed; early ones,
// those of a noisy board, and all without this tuning are not reduced.
func TestLate(t *testing.T) {
	worse := over(10) // the other choice, ten worse for us than the first one seems
	// The other side's move in a place refutes the first choice, which shows in the last ply.
	refuted := func(place int) *tree {
		b := seems(0)
		for i := range 4 {
			next := over(0)
			if i == place {
				next = seems(50, over(1000))
			}
			b.next = append(b.next, next)
		}
		return b
	}
	for name, c := range map[string]struct {
		late  int
		board *tree
		best  int
	}{
		"late":            {2, refuted(2), 0},
		"later":           {2, refuted(3), 0},
		"early":           {2, refuted(1), 1},
		"nothing is late": {0, refuted(1), 1},
		"none of it":      {0, refuted(3), 1},
		"not quiet":       {1, noisy(search.Threatened, refuted(2)), 1},
		"able to capture": {2, noisy(search.Eager, refuted(2)), 0},
	} {
		if best, _ := choose(t, search.Tuning{LMRAfter: c.late}, 3, c.board, worse); best != c.best {
			t.Errorf("%s: the search prefers %d", name, best)
		}
	}
	// In the last ply nothing can be reduced, and a second search would be wasted.
	eager := func() *tree { return seems(0, over(0), noisy(search.Eager, seems(-5, over(-3)))) }
	_, usual := choose(t, search.Tuning{Grabs: 1}, 2, worse, eager())
	if _, nodes := choose(t, search.Tuning{Grabs: 1, LMRAfter: 1}, 2, worse, eager()); nodes != usual {
		t.Errorf("in the last ply %d boards are looked at, not %d", nodes, usual)
	}
}

// A missed reply refutes nothing: what seems best is chosen, always the same with one seed.
func TestBlind(t *testing.T) {
	lure, plain := noisy(search.Forced, seems(-5, over(-300))), seems(-1, over(-1))
	for blind, want := range map[int]int{0: 1, 1000: 0} {
		root := search.Root[*tree]{Board: seems(0, lure, plain),
			Choices: []search.Choice[*tree]{{Board: lure}, {Board: plain}}}
		for seed := range uint64(3) {
			var s search.Searcher[*tree, int]
			r, err := s.Search(t.Context(), forest{make(map[*tree]uint64)}, search.Tuning{}, root,
				search.Strength{Nodes: 100, Depth: 1, OverlookPermille: blind, Seed: seed, Best: 1})
			if err != nil {
				t.Fatal(err)
			}
			if got := r.Weighed[0].Choice; got != want {
				t.Errorf("of 1000 moves %d overlooked, seed %d: choice %d instead of %d", blind, seed, got, want)
			}
		}
	}
}

// Proven values precede searched ones: wins come first and losses last, and if a single move is wanted, only those of
// the best kind are searched.
func TestVerdicts(t *testing.T) {
	choice := func(value int, v search.Verdict) search.Choice[*tree] {
		return search.Choice[*tree]{Board: over(-value), Verdict: v}
	}
	root := search.Root[*tree]{Board: seems(0, over(0)), Choices: []search.Choice[*tree]{choice(900, search.Losing),
		choice(10, search.Unknown), choice(20, search.Drawing), choice(30, search.Unknown), choice(0, search.Winning),
		choice(-5, search.WinningSoonest)}}
	want := []search.Value{{Choice: 5, Value: search.Known}, {Choice: 4, Value: search.Known}, {Choice: 3, Value: 30},
		{Choice: 2, Value: 20}, {Choice: 1, Value: 10}, {Choice: 0, Value: -search.Known}}
	for best, nodes := range map[int]int{1: 1, 6: 6} {
		var s search.Searcher[*tree, int]
		r, err := s.Search(t.Context(), forest{map[*tree]uint64{}}, search.Tuning{}, root,
			search.Strength{Nodes: 100, Depth: 1, Best: best})
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Weighed) != best || r.Nodes != nodes {
			t.Fatalf("of the best %d are %d told, and %d boards looked at", best, len(r.Weighed), r.Nodes)
		}
		for i, v := range r.Weighed {
			if v.Choice != want[i].Choice || v.Value != want[i].Value {
				t.Errorf("of the best %d number %d is %d for %d, not %d for %d", best, i+1, v.Choice, v.Value, want[i].Choice,
					want[i].Value)
			}
		}
	}
}

// An unlimited search ends at depth 100 where nothing is decided, and endless captures end at ply 120.
func TestDeepest(t *testing.T) {
	endless := func(n search.Noise) *tree {
		b := over(0)
		for range 200 {
			b = noisy(n, seems(0, b))
		}
		return b
	}
	for noise, c := range map[search.Noise]struct{ limit, depth, nodes int }{
		search.Quiet: {0, 100, 100 * 101}, search.Forced: {1, 1, 2 * 120},
	} {
		root := search.Root[*tree]{Board: seems(0), Choices: []search.Choice[*tree]{{Board: endless(noise)}, {Board: endless(noise)}}}
		var s search.Searcher[*tree, int]
		r, err := s.Search(t.Context(), forest{make(map[*tree]uint64)}, search.Tuning{}, root,
			search.Strength{Nodes: 1e6, Depth: c.limit, Best: 2})
		if err != nil {
			t.Fatal(err)
		}
		if r.Depth != c.depth || r.Nodes != c.nodes {
			t.Errorf("noise %d: depth %d with %d boards, not %d with %d", noise, r.Depth, r.Nodes, c.depth, c.nodes)
		}
	}
}

// A game that ends within an exchange outweighs all pieces, if its winner is certain.
func TestExchange_Over(t *testing.T) {
	wins, loses := seems(0, over(-search.Sure)), seems(0, over(search.Sure)) // by its only move
	root := search.Root[*tree]{Board: seems(0)}
	for _, b := range []*tree{over(search.Sure), over(-search.Sure), over(search.Sure - 1), over(0), wins,
		noisy(search.Forced, wins), noisy(search.Eager, wins), noisy(search.Forced, loses), noisy(search.Eager, loses)} {
		root.Choices = append(root.Choices, search.Choice[*tree]{Board: b})
	}
	got := search.Gains(forest{make(map[*tree]uint64)}, &root, 3)
	if want := []int{-100, 100, 0, 0, 0, -100, -100, 100, 0}; !slices.Equal(got, want) {
		t.Errorf("gains of %v, not %v", got, want)
	}
}
