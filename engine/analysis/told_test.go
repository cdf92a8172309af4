package analysis_test

import (
	"fmt"
	"hash/fnv"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/analysis"
	"tabuleiro/engine/backgammon"
	"tabuleiro/engine/cage"
	"tabuleiro/engine/draughts"
	"tabuleiro/engine/eximo"
	"tabuleiro/engine/goldentest"
	"tabuleiro/engine/search"
)

// compare compares a text with a file, line by line.
func compare(t *testing.T, name, text string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	goldentest.Compare(t, file, text)
}

// listed returns facts in short form: kind, count, count of the other move, place.
func listed(list []analysis.Fact) string {
	var b strings.Builder
	for i, f := range list {
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprint(&b, " ", f.Code)
		if f.Count != 0 || f.Other != 0 {
			fmt.Fprint(&b, " ", f.Count)
		}
		if f.Other != 0 {
			fmt.Fprint(&b, "/", f.Other)
		}
		if f.At != nil {
			fmt.Fprint(&b, " ", f.At)
		}
	}
	return b.String()
}

// The facts of each third position of testdata/facts are those of testdata/told: for and against the move, and those
// that distinguish a worse move from a better one. Package truth_test checks that they are true.
func TestFacts_Told(t *testing.T) {
	file, err := os.ReadFile(factsFile)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	n := 0
	for line := range strings.Lines(string(file)) {
		if n++; n%3 != 0 {
			continue
		}
		s := readSaid(t, strings.TrimSuffix(line, "\n"))
		fmt.Fprintf(&text, "%s %s %s:%s; against:%s", s.game.Name, s.line.Position(), s.better[0],
			listed(analysis.Why(s.line, s.better)), listed(analysis.Against(s.line, s.better)))
		if s.report {
			f, ofBetter, ok := analysis.Agreed(s.line, s.earlier, [2][]engine.Move{s.second, s.better})
			fmt.Fprintf(&text, "; not %s: %t %t%s", s.second[0], ok, ofBetter, listed([]analysis.Fact{f}))
		}
		text.WriteString("\n")
	}
	compare(t, "told", text.String())
}

// someMoves returns random moves from a line on, up to a number; a roll ends them.
func someMoves(t *testing.T, l engine.Line, most int, random *search.Random) (moves []engine.Move) {
	t.Helper()
	for len(moves) < most && (l.Turn() == engine.First || l.Turn() == engine.Second) {
		all := slices.Collect(l.Position().Moves())
		m := all[random.Intn(len(all))]
		var err error
		if l, err = l.Play(m); err != nil {
			t.Fatal(err)
		}
		moves = append(moves, m)
	}
	return moves
}

// The facts of random moves with random continuations are those of testdata/facts-told: how often each occurred in a
// game, its last occurrence, and a hash of all.
func TestFacts_OfAnyMove(t *testing.T) {
	var text strings.Builder
	for _, c := range []struct {
		game    *engine.Game
		options engine.Options
		games   int
		every   int // so many plies
	}{
		{draughts.Portuguese, nil, 3, 2}, {draughts.Russian, nil, 3, 2}, {draughts.Chilean, engine.Options{"capture": "huff"}, 2, 4},
		{eximo.Eximo, nil, 1, 30}, {cage.Cage, engine.Options{"size": "6"}, 2, 2}, {backgammon.Backgammon, nil, 40, 2},
	} {

		o, err := c.game.Complete(c.options)
		if err != nil {
			t.Fatal(err)
		}
		random, sum := search.NewRandom(12), fnv.New64a()
		counts, last := map[engine.Code]int{}, map[engine.Code]string{}
		count := func(l engine.Line, moves []engine.Move, list ...analysis.Fact) {
			for _, f := range list {
				counts[f.Code]++
				last[f.Code] = fmt.Sprintf("%d %d %v of %s in %s", f.Count, f.Other, f.At, moves[0], l.Position())
			}
			fmt.Fprintln(sum, l.Position(), moves, list)
		}
		for range c.games {
			p, err := c.game.New(o)
			if err != nil {
				t.Fatal(err)
			}
			for l := c.game.NewLine(p); l.Turn() != engine.Nobody && l.Len() < 100; {
				if l.Turn() != engine.Chance && l.Len()%c.every == 0 {
					var moves [4][]engine.Move
					for i := range moves {
						moves[i] = someMoves(t, l, 1+random.Intn(7), random)
						count(l, moves[i], analysis.Why(l, moves[i])...)
						count(l, moves[i], analysis.Against(l, moves[i])...)
					}
					f, ofBetter, ok := analysis.Agreed(l, [2][]engine.Move{moves[0], moves[1]}, [2][]engine.Move{moves[2], moves[3]})
					fmt.Fprintln(sum, f, ofBetter, ok)
				}
				var m engine.Move
				if l.Turn() == engine.Chance {
					m, err = l.Position().(engine.DicePosition).Roll(1+random.Intn(6), 1+random.Intn(6))
				} else {
					all := slices.Collect(l.Position().Moves())
					m = all[random.Intn(len(all))]
				}
				if err != nil {
					t.Fatal(err)
				}
				if l, err = l.Play(m); err != nil {
					t.Fatal(err)
				}
			}
		}
		fmt.Fprintf(&text, "%s %s: sum %016x\n", c.game.Name, c.options, sum.Sum64())
		for _, code := range slices.Sorted(maps.Keys(counts)) {
			fmt.Fprintf(&text, "%6d %s: %s\n", counts[code], code, last[code])
		}
	}
	compare(t, "facts-told", text.String())
}

// The report on a random game is that of testdata/reports: for each move its side, its loss and its mark, for a roll
// its luck.
func TestReport_Told(t *testing.T) {
	var text strings.Builder
	for _, c := range []struct {
		game    *engine.Game
		options engine.Options
		plies   int
	}{
		{draughts.Portuguese, nil, 40}, {draughts.Chilean, engine.Options{"capture": "huff"}, 30}, {eximo.Eximo, nil, 20},
		{cage.Cage, engine.Options{"size": "6"}, 20}, {backgammon.Backgammon, engine.Options{"points": "3"}, 60},
		{backgammon.Backgammon, engine.Options{"points": "0"}, 60},
	} {
		o, err := c.game.Complete(c.options)
		if err != nil {
			t.Fatal(err)
		}
		p, err := c.game.New(o)
		if err != nil {
			t.Fatal(err)
		}
		l, random := c.game.NewLine(p), search.NewRandom(9)
		for l.Turn() != engine.Nobody && l.Len() < c.plies {
			l = goOn(t, c.game, l, 9, random)
		}
		r, err := analysis.Analyse(t.Context(), c.game.Brain, l, engine.Limits{Nodes: 200})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&text, "%s %s: accuracy %d, luck %d, loss %d, decided %d, rates %d %d, worst %v\n", c.game.Name, c.options,
			r.Accuracy, r.Luck, r.Loss, r.Decided, r.Rate(0), r.Rate(1), r.Worst(3))
		for _, j := range r.Moves {
			before, after := j.Equities()
			fmt.Fprintf(&text, "  %s %s%s best %s %d %d, value %d, loss %d, luck %d, forced %t, plain %t, cube %t, reply %v", j.Side,
				j.Move, j.Mark, j.Best.Move, before, after, j.Value, j.Loss, j.Luck, j.Forced, j.Plain, j.Cube != nil, j.Reply)
			if j.Played != nil {
				fmt.Fprintf(&text, ", played %s %d, seen %v", j.Played.Move, j.Played.Equity, j.Seen)
			}
			text.WriteString("\n")
		}
	}
	compare(t, "reports", text.String())
}
