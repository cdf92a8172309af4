package search_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"tabuleiro/engine/search"
)

// side is the width and height of the field, a power of two.
const side = 16

// field is a board of a game in which two sides push one piece around. It wraps around at its edges.
type field struct {
	x, y   int8
	second bool // the second side is on turn
	count  int8 // moves since the piece was last pushed far
	ply    int8 // moves since the root
}

// step is a push of the piece.
type step struct{ x, y int8 }

// steps are the steps that a board may allow; the first four are reversible.
var steps = []step{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 2}, {2, 1}, {3, 1}, {1, 3}, {2, 3}, {3, 2}, {4, 1}, {1, 4}}

// walk has the rules of a field: the seed determines the values of squares, the final ones and the legal steps.
type walk struct {
	seed   uint64
	counts bool // the game is drawn when the piece was not pushed far for so long
	apart  bool // boards of different plies are not the same
}

func (w walk) drawn(b *field, what uint64) uint64 {
	return search.Mix(w.seed<<8|what, uint64(b.x)<<8|uint64(b.y)) >> 16
}

// longest is the number of moves after which a counted game is drawn.
const longest = 8

func (w walk) Classify(b *field) search.NodeInfo {
	info := search.NodeInfo{Noise: [8]search.Noise{1: search.Forced, 2: search.Threatened}[w.drawn(b, 1)%8]}
	switch {
	case w.counts && b.count == longest:
		info.Over = true
	case w.drawn(b, 2)%61 == 0:
		info.Over, info.Value = true, -search.Won
	case w.counts:
		info.Back = int16(b.count)
		if b.count > longest/2 {
			info.Count = int16(b.count)
		}
	}
	return info
}

func (w walk) Moves(b *field, list []step) []step {
	allowed := w.drawn(b, 3)
	for i, s := range steps {
		if allowed>>i&1 == 1 {
			list = append(list, s)
		}
	}
	if len(list) == 0 {
		list = append(list, steps[allowed%4])
	}
	if w.Classify(b).Noise == search.Forced {
		list = list[:1] // captures are few
	}
	return list
}

func (w walk) Play(b *field, m *step, child *field) {
	*child = field{(b.x + m.x) & (side - 1), (b.y + m.y) & (side - 1), !b.second, b.count + 1, b.ply + 1}
	if m.x+m.y > 1 || !w.counts {
		child.count = 0
	}
}

func (w walk) Hash(b *field) uint64 {
	turn := uint64(0)
	if b.second {
		turn = 1
	}
	if w.apart {
		turn += uint64(b.ply) * 2
	}
	return search.Mix(turn+5, uint64(b.x)<<8|uint64(b.y))
}

func (walk) HistoryIndex(b *field, m *step) int {
	return (int(b.x+m.x)&(side-1)*side + int(b.y+m.y)&(side-1)) * 8
}

func (w walk) Evaluate(b *field) int {
	v := int(w.drawn(b, 4)%200) + 40*int(b.x) - 30*int(b.y) - 150
	if b.second {
		return -v
	}
	return v
}

func (w walk) Pieces(b *field) int {
	if b.second {
		return -int(b.x) / 4
	}
	return int(b.x) / 4
}

func (w walk) Veiled(b *field, m *step) bool { return m.x > 2 }

// greedy is a walk in which long pushes are optional captures.
type greedy struct{ walk }

func (g greedy) Classify(b *field) search.NodeInfo {
	info := g.walk.Classify(b)
	if info.Noise == search.Quiet && g.drawn(b, 5)%3 == 0 {
		info.Noise = search.Eager
	}
	return info
}

func (g greedy) Captures(b *field, list []step) []step {
	return slices.DeleteFunc(g.Moves(b, list), func(s step) bool { return s.x+s.y < 4 })
}

// double is a walk in which a push to some squares keeps the turn.
type double struct{ walk }

func (d double) Play(b *field, m *step, child *field) {
	d.walk.Play(b, m, child)
	if d.drawn(child, 6)%4 == 0 {
		child.second = b.second
	}
}

func (double) KeepsTurn(b, child *field) bool { return b.second == child.second }

// rootOf returns the root of a walk.
func rootOf(rules search.Rules[field, step], b field) (root search.Root[field]) {
	root.Board = b
	for _, m := range rules.Moves(&b, nil) {
		var child field
		rules.Play(&b, &m, &child)
		root.Choices = append(root.Choices, search.Choice[field]{Board: child})
	}
	return root
}

// minimax returns the value of a board for the side on turn by plain search: it ends at quiet boards beyond a depth.
func minimax(rules search.Rules[field, step], b *field, ply, depth int) int {
	look := rules.Classify(b)
	switch {
	case look.Over && look.Value != 0:
		return int(look.Value) + ply
	case look.Over:
		return 0
	case depth <= 0 && look.Noise != search.Forced || ply > 40:
		return rules.Evaluate(b)
	}
	best := -search.Won
	for _, m := range rules.Moves(b, nil) {
		var child field
		rules.Play(b, &m, &child)
		v := 0
		if again, ok := rules.(search.Extender[field]); ok && again.KeepsTurn(b, &child) {
			v = minimax(rules, &child, ply+1, max(0, depth-1))
		} else {
			v = -minimax(rules, &child, ply+1, max(0, depth-1))
		}
		best = max(best, v)
	}
	return best
}

// A search without pruning, with all moves valued, equals exhaustive search.
func TestExact(t *testing.T) {
	for seed := range uint64(12) {
		for _, rules := range []search.Rules[field, step]{walk{seed: seed, apart: true}, double{walk{seed: seed, apart: true}}} {
			for depth := 1; depth <= 4; depth++ {
				b := field{x: int8(seed), y: 7}
				root := rootOf(rules, b)
				var s search.Searcher[field, step]
				r, err := s.Search(t.Context(), rules, search.Tuning{}, root, search.Strength{Nodes: 1e8, Depth: depth, Best: 100})
				if err != nil {
					t.Fatal(err)
				}
				last := search.Won
				for _, v := range r.Weighed {
					c := root.Choices[v.Choice].Board
					want := minimax(rules, &c, 1, r.Depth-1)
					if again, ok := rules.(search.Extender[field]); !ok || !again.KeepsTurn(&b, &c) {
						want = -want
					}
					if v.Value != want || v.Value > last {
						t.Errorf("%T %d, depth %d: choice %d is worth %d behind %d, not %d", rules, seed, depth, v.Choice, v.Value, last,
							want)
					}
					last = v.Value
				}
			}
		}
	}
}

var updateWalks = flag.Bool("update-walks", false, "write testdata/walks.txt anew")

// Full searches visit as many boards as in testdata/walks.txt, with the same results: each line has the depth, the
// boards, and the moves with their values and line lengths.
func TestWalks(t *testing.T) {
	var text strings.Builder
	tunings := []search.Tuning{
		{},
		{LMRAfter: 2, Extend: true, Threats: true, Grabs: 3},
		{FutilityMargin: 150, Grabs: 1, LMRAfter: 3},
		{ProbCutMargin: 90, ProbCutReduction: 3, Piece: 100},
		{ProbCutMargin: 40, ProbCutReduction: 2, LMRAfter: 2, FutilityMargin: 80, Extend: true, Threats: true, Grabs: 6, Piece: 60},
	}
	strengths := []search.Strength{
		{Nodes: 1e8, Depth: 10, Best: 1},
		{Nodes: 1e8, Depth: 6, Best: 3},
		{Nodes: 1e8, Depth: 6, Best: 1, OverlookPermille: 60, MaterialPercent: 30, EvalNoise: 40, Seed: 5},
		{Nodes: 10_000, Best: 1},
		{Nodes: 10_000, Best: 2},
	}
	for i, rules := range []search.Rules[field, step]{walk{seed: 1}, walk{seed: 2, counts: true}, greedy{walk{seed: 3}}, double{walk{seed: 4}},
		greedy{walk{seed: 5, counts: true}}} {
		for _, tuning := range tunings {
			for _, strength := range strengths {
				b := field{x: 3, y: int8(i)}
				root := rootOf(rules, b)
				for n := range min(4, len(root.Choices)) {
					c := root.Choices[n].Board
					c.second = !c.second
					root.Past = append(root.Past, rules.Hash(&c))
				}
				var s search.Searcher[field, step]
				r, err := s.Search(t.Context(), rules, tuning, root, strength)
				if err != nil {
					t.Fatal(err)
				}
				fmt.Fprintf(&text, "%T %d: %d %d", rules, i, r.Depth, r.Nodes)
				for _, v := range r.Weighed {
					fmt.Fprintf(&text, ", %d %d %d", v.Choice, v.Value, len(v.Line))
				}
				text.WriteString("\n")
			}
		}
	}
	const file = "testdata/walks.txt"
	if *updateWalks {
		if err := os.WriteFile(file, []byte(text.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if d := gocmp.Diff(strings.Split(string(want), "\n"), strings.Split(text.String(), "\n")); d != "" {
		t.Error(d)
	}
}
