package think

import (
	"context"
	"flag"
	"math/bits"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/draughts/rules"
	"tabuleiro/engine/duel"
	"tabuleiro/engine/enginetest"
	"tabuleiro/engine/search"
	"tabuleiro/engine/search/searchtest"
)

// brainOf is the brain of the game of a line.
func brainOf(l engine.Line) *search.Brain[node, rules.Move] {
	if l.Position().(rules.Position).Variant == rules.Classic {
		return Portuguese
	}
	return Chilean
}

// best is what a brain plays.
func best(t testing.TB, l engine.Line, task engine.Task) engine.Weighed {
	t.Helper()
	thought, err := brainOf(l).Think(context.Background(), l, task)
	if err != nil {
		t.Fatal(err)
	}
	return thought.Moves[0]
}

func lineOf(t testing.TB, g *engine.Game, text string, o engine.Options, moves ...engine.Move) engine.Line {
	t.Helper()
	o, err := g.Complete(o)
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Parse(text, o)
	if err != nil {
		t.Fatal(err)
	}
	l := g.NewLine(p)
	for _, m := range moves {
		if l, err = l.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	return l
}

// Shots: something is given and more is won. Level 7 has to find them, with whatever seed.
func TestTactics(t *testing.T) {
	for _, c := range []struct {
		position string
		move     engine.Move
	}{
		{"W:W6,7,8,9,11,12,14,15,17:B16,18,21,22,24,26,27,28,29", "14-19"},
		{"W:W3,4,5,6,9,14,16,18:B13,15,17,24,25,27,29,32", "14-19"},
		{"B:W17,K19:BK7,K11,26:H3", "7-4"},
	} {
		for seed := range uint64(4) {
			if w := best(t, lineOf(t, rules.Portuguese, c.position, nil), engine.Task{Level: 7, Seed: seed}); w.Move != c.move {
				t.Errorf("%s with seed %d: %s instead of %s", c.position, seed, w.Move, c.move)
			}
		}
	}
}

// The same question has the same answer, whatever was asked before, at every level.
func TestSame(t *testing.T) {
	a := lineOf(t, rules.Portuguese, "W:W3,4,6,7,10,11,12,14:B19,20,22,23,25,27,29,30", nil)
	b := lineOf(t, rules.Chilean, "W:W31-50:B1-20", nil)
	for level := range engine.Max + 1 {
		task := engine.Task{Level: level, Seed: 5, Nodes: 3000, Best: 2}
		first, err := Portuguese.Think(context.Background(), a, task)
		if err != nil {
			t.Fatal(err)
		}
		best(t, b, engine.Task{Nodes: 20_000})
		second, err := Portuguese.Think(context.Background(), a, task)
		if err != nil {
			t.Fatal(err)
		}
		for i := range first.Moves {
			x, y := first.Moves[i], second.Moves[i]
			if x.Move != y.Move || x.Equity != y.Equity || first.Nodes != second.Nodes {
				t.Errorf("level %d: %+v, then %+v", level, x, y)
			}
		}
	}
}

// The tables' verdicts hold against every answer: a search through the moves from boards with few pieces comes to the same
// result as the table does for the board.
func TestTables(t *testing.T) {
	k := portugueseLore.endings()
	tr := &tree{variant: rules.Classic, knowledge: portugueseLore.beginner(), tables: k}
	random := search.NewRandom(11)
	counts := make(map[result]int)
	for range 2000 {
		n := fewPieces(random, 2+random.Intn(3))
		if look := tr.Look(&n); look.Over || look.Noise == search.Forced {
			continue
		}
		r, _ := tr.ending(&n)
		want := lost
		for _, m := range tr.Moves(&n, nil) {
			var child node
			tr.Play(&n, &m, &child)
			child.quiet, child.forced = 0, 0 // tables know of no counters
			switch tr.verdict(&child) {
			case lost:
				want = won
			case drawn:
				want = max(want, drawn)
			}
		}
		if counts[r]++; r != want {
			t.Fatalf("%s: the table says %d, its moves %d", positionOf(rules.Classic, &n), r, want)
		}
	}
	if counts[won] < 200 || counts[drawn] < 200 || counts[lost] < 50 {
		t.Errorf("wins, draws and losses are badly mixed: %v", counts)
	}
}

// fewPieces has so many pieces at random.
func fewPieces(random *search.Random, pieces int) node {
	for {
		n := node{Board: rules.Board{Near: 4}}
		for range pieces {
			bit := rules.Classic.Bit[1+random.Intn(32)]
			if (n.Own|n.Opp)&bit != 0 {
				continue
			}
			row := rules.Classic.Row(rules.Classic.Square(bit))
			king := random.Intn(2) == 0
			if random.Intn(2) == 0 {
				n.Own |= bit
				king = king || row == 7
			} else {
				n.Opp |= bit
				king = king || row == 0
			}
			if king {
				n.Kings |= bit
			}
		}
		if n.Own != 0 && n.Opp != 0 && bits.OnesCount64(n.Own|n.Opp) == pieces {
			return n
		}
	}
}

// A position that is in the tables is never played wrongly: a win is kept until the game is won, and a draw is held. The
// other side plays at random, or as well as it can.
func TestEndings(t *testing.T) {
	random := search.NewRandom(12)
	games := 8
	if enginetest.AtLength() {
		games = 500
	}
	tr := &tree{variant: rules.Classic, knowledge: portugueseLore.beginner(), tables: portugueseLore.endings()}
	for range games {
		n := fewPieces(random, 3+random.Intn(2))
		if tr.Look(&n).Over {
			continue
		}
		r := tr.verdict(&n)
		start := positionOf(rules.Classic, &n)
		if r == lost || start.Check() != nil || start.Forced != int(n.forced) {
			continue
		}
		line := rules.Portuguese.NewLine(start)
		clever := random.Intn(2) == 0
		for line.Turn() != engine.Nobody {
			if line.Len()%2 == 0 || clever {
				line, _ = line.Play(best(t, line, engine.Task{Nodes: 15_000}).Move)
				continue
			}
			list := choices(line.Position())
			line, _ = line.Play(list[random.Intn(len(list))].Move)
		}
		o := line.Outcome()
		switch {
		case r == won && o.Winner != rules.SideOf(start.Mover):
			t.Errorf("%s is won, but ended in %+v after %d plies: %s", start, o, line.Len(), record(line))
		case o.Winner == rules.SideOf(start.Mover).Other():
			t.Errorf("%s is a draw, but was lost: %s", start, record(line))
		}
	}
}

func record(l engine.Line) (list []engine.Move) {
	for n := range l.Len() {
		list = append(list, l.Move(n))
	}
	return list
}

// A third repetition is a draw, and so is the end of a count: the side that is ahead does not play into it, and what is
// certain is said to be.
func TestDraws(t *testing.T) {
	// A count that ends with the next move without a capture or a man's move.
	l := lineOf(t, rules.Portuguese, "W:WK1,K3:BK30,29:H39", nil)
	thought, err := Portuguese.Think(context.Background(), l, engine.Task{Nodes: 20_000, Best: 50})
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range thought.Moves {
		next, err := l.Play(w.Move)
		if err != nil {
			t.Fatal(err)
		}
		if next.Outcome().Draw() && (w.Draw != engine.Whole || !w.Proven) {
			t.Errorf("%s ends the game in a draw, but is weighed %+v", w.Move, w)
		}
	}
}

// A third repetition is seen however long nothing has been captured: the side that is lost goes for it.
func TestRepetition(t *testing.T) {
	l := lineOf(t, rules.Chilean, "W:WK46,K47,K48,K49,35,45:BK5,6:H26", nil,
		"47-42", "5-14", "42-47", "14-5", "47-42", "5-14", "42-47")
	w := best(t, l, engine.Task{Nodes: 3000})
	next, err := l.Play(w.Move)
	if err != nil {
		t.Fatal(err)
	}
	if !next.Outcome().Draw() || w.Equity != engine.Whole/2 {
		t.Errorf("%s, weighed %d, instead of the move that makes a draw", w.Move, w.Equity)
	}
}

var (
	long      = flag.Bool("long", false, "run the long tests, too")
	longNodes = flag.Int("nodes", 5000, "nodes a move in the long duel with plain search")
)

// The house beats what anybody would write first, however kings capture. The long version's scores are in the package's comment.
func TestBaselines(t *testing.T) {
	games, nodes := 6, 2000
	if *long {
		games, nodes = 100, *longNodes
	}
	kings := func(reach string) engine.Options { return engine.Options{"king-capture": reach} }
	for _, c := range []struct {
		game    *engine.Game
		options engine.Options
		least   float64
	}{
		{rules.Portuguese, nil, 0.7},
		{rules.Chilean, kings("adjacent"), 0.6},
		{rules.Chilean, kings("behind"), 0.6},
		{rules.Chilean, kings("flying"), 0.6},
	} {
		t.Run(c.game.Name+" "+c.options["king-capture"], func(t *testing.T) {
			options, err := c.game.Complete(c.options)
			if err != nil {
				t.Fatal(err)
			}
			plain := func(l engine.Line) search.Rules[node, rules.Move] {
				v := l.Position().(rules.Position).Variant
				return &tree{variant: v, knowledge: loreOf(v).beginner()}
			}
			brain := map[*engine.Game]*search.Brain[node, rules.Move]{rules.Portuguese: Portuguese, rules.Chilean: Chilean}[c.game]
			rules := duel.Rules{Game: c.game, Options: options, Games: games, Seed: 1, Opening: duel.OpeningPlies}
			searchtest.Beats(t, "plain search", rules, duel.Of(brain, engine.Task{Nodes: nodes}), searchtest.Plain(brain, plain, nodes), c.least)
		})
	}
}
