package think

import (
	"context"
	"math/bits"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/draughts/endings"
	"tabuleiro/engine/draughts/rules"
	"tabuleiro/engine/longtest"
	"tabuleiro/engine/search"
)

// brainOf returns the brain of a line's game.
func brainOf(l engine.Line) *search.Brain[rules.Position, rules.Move] {
	switch l.Position().(rules.Position).Variant.Name {
	case rules.Portuguese.Name:
		return Portuguese
	case rules.Chilean.Name:
		return Chilean
	}
	return other
}

var other = Other()

// best returns the best move of a brain.
func best(t testing.TB, l engine.Line, task engine.Limits) engine.ScoredMove {
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

// Shots: material is given for more. Level 9 must find them, with any seed.
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
			if w := best(t, lineOf(t, rules.Portuguese, c.position, nil), engine.Limits{Level: 9, Seed: seed}); w.Move != c.move {
				t.Errorf("%s with seed %d: %s instead of %s", c.position, seed, w.Move, c.move)
			}
		}
	}
}

// The same task gives the same result, whatever was searched before, at every level.
func TestSame(t *testing.T) {
	a := lineOf(t, rules.Portuguese, "W:W3,4,6,7,10,11,12,14:B19,20,22,23,25,27,29,30", nil)
	b := lineOf(t, rules.Chilean, "W:W36-50:B1-15", nil)
	for level := range engine.Max + 1 {
		task := engine.Limits{Level: level, Seed: 5, Nodes: 3000, Best: 2}
		first, err := Portuguese.Think(context.Background(), a, task)
		if err != nil {
			t.Fatal(err)
		}
		best(t, b, engine.Limits{Nodes: 20_000})
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

// A game with huffing leaves nothing in the transposition table that the next game would see.
func TestSame_AfterHuffing(t *testing.T) {
	random, v := search.NewRandom(3), rules.ChileanBy(rules.Flying, rules.HuffingOff)
	flying := engine.Options{"king-capture": "flying"}
	for range 40 {
		p := fewPieces(v, random, 9)
		if p.Check() != nil || p.Outcome().Decided() {
			continue
		}
		l := lineOf(t, rules.Chilean, p.String(), flying)
		first := best(t, l, engine.Limits{Nodes: 2000})
		best(t, lineOf(t, rules.Chilean, p.String(), engine.Options{"king-capture": "flying", "capture": "huff"}),
			engine.Limits{Nodes: 3000})
		if second := best(t, l, engine.Limits{Nodes: 2000}); first.Move != second.Move || first.Equity != second.Equity {
			t.Errorf("%s: %s (%d), after a game with huffing %s (%d)", p, first.Move, first.Equity, second.Move, second.Equity)
		}
	}
}

// fewPieces returns a random position of a number of pieces; the side on turn moves up.
func fewPieces(v *rules.Variant, random *search.Random, pieces int) rules.Position {
	for {
		n := rules.Position{Variant: v, Board: rules.Board{Near: v.Width / 2}}
		for range pieces {
			bit := v.Bit[1+random.Intn(v.Count)]
			if (n.Own|n.Opp)&bit != 0 {
				continue
			}
			king := random.Intn(2) == 0
			if random.Intn(2) == 0 {
				n.Own |= bit
				king = king || bit >= v.Bit[v.Count-v.Width/2+1]
			} else {
				n.Opp |= bit
				king = king || bit <= v.Bit[v.Width/2]
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

// variants are all playable rules, by the game's name and its options.
var variants = []struct {
	name    string
	game    *engine.Game
	options engine.Options
}{
	{"portuguese", rules.Portuguese, nil},
	{"chilean adjacent", rules.Chilean, engine.Options{"king-capture": "adjacent"}},
	{"chilean behind", rules.Chilean, engine.Options{"king-capture": "behind"}},
	{"chilean flying", rules.Chilean, engine.Options{"king-capture": "flying"}},
	{"chilean adjacent huff", rules.Chilean, engine.Options{"king-capture": "adjacent", "capture": "huff"}},
	{"chilean behind huff", rules.Chilean, engine.Options{"king-capture": "behind", "capture": "huff"}},
	{"chilean flying huff", rules.Chilean, engine.Options{"king-capture": "flying", "capture": "huff"}},
	{"brazilian", rules.Brazilian, nil},
	{"russian", rules.Russian, nil},
	{"spanish", rules.Spanish, nil},
	{"italian", rules.Italian, nil},
	{"english", rules.English, nil},
	{"international", rules.International, nil},
}

// Boards that the tables call won are won against the best defence to the end of the game: random boards of two to four
// pieces, in every game and with every option. Drawn boards are not lost.
func TestEndings(t *testing.T) {
	games := longtest.Count(20, 500)
	for _, c := range variants {
		t.Run(c.name, func(t *testing.T) {
			random := search.NewRandom(12)
			options, err := c.game.Complete(c.options)
			if err != nil {
				t.Fatal(err)
			}
			begin, err := c.game.New(options)
			if err != nil {
				t.Fatal(err)
			}
			v := begin.(rules.Position).Variant
			tr := &tree{tables: RulesetOf(v).Tables()}
			won, longest := 0, 0
			for found := 0; found < games; {
				start := fewPieces(v, random, 2+random.Intn(3))
				value, ok := tr.verdict(&start)
				if !ok {
					t.Fatalf("%s is not in the tables", start)
				}
				if value <= 0 || start.Check() != nil || start.Forced != 0 || start.Outcome().Decided() {
					continue
				}
				found++
				line := c.game.NewLine(start)
				for line.Turn() != engine.Nobody {
					var move engine.Move
					if line.Turn() == start.Mover() {
						move = best(t, line, engine.Limits{Level: tableLevel, Seed: uint64(found)}).Move
					} else {
						move = resist(tr, line, random)
					}
					if line, err = line.Play(move); err != nil {
						t.Fatal(err)
					}
				}
				longest = max(longest, line.Len())
				if o := line.Outcome(); o.Winner == start.Mover() {
					won++
				} else {
					t.Errorf("%s is won in %d, but ended in %+v after %d plies: %s", start, value.Plies(), o, line.Len(), record(line))
				}
			}
			t.Logf("%d of %d won, the longest in %d plies", won, games, longest)
		})
	}
}

// Three kings win against one within the table's number of plies to a capture or the end.
func TestPlies(t *testing.T) {
	v := rules.ChileanBy(rules.Adjacent, rules.HuffingOff)
	for text, want := range map[string]int{"W:WK11,K23,K30:BK40": 11, "W:WK8,K27,K33:BK11": 17,
		"W:WK14,K32,K44:BK35": 25} {
		p, err := v.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := RulesetOf(v).Tables().Value(p.Board); !ok || got <= 0 || got.Plies() > want {
			t.Errorf("%s takes %d plies, of %d", text, got, want)
		}
	}
}

// resist returns the move that delays a loss the most, or avoids it.
func resist(tr *tree, l engine.Line, random *search.Random) (move engine.Move) {
	var best endings.Value
	ties := 0
	from := l.Position().(rules.Position)
	for _, c := range Portuguese.Choices(l.Position()) {
		v, ok := tr.verdict(&c.Board)
		if !ok {
			continue
		}
		if !tr.KeepsTurn(&from, &c.Board) {
			v = v.Retrograde(c.Board.Idling == 0)
		}
		switch {
		case move == "" || v.Better(best):
			move, best, ties = c.Move, v, 1
		case v == best:
			if ties++; random.Intn(ties) == 0 {
				move = c.Move
			}
		}
	}
	return move
}

func record(l engine.Line) (list []engine.Move) {
	for n := range l.Len() {
		list = append(list, l.Move(n))
	}
	return list
}

// A third repetition is a draw, and so is the end of a count: the side that is ahead avoids both, and certain results
// are reported as such.
func TestDraws(t *testing.T) {
	// A count that ends with the next quiet move of a king.
	l := lineOf(t, rules.Portuguese, "W:WK1,K3:BK30,29:H39", nil)
	thought, err := Portuguese.Think(context.Background(), l, engine.Limits{Nodes: 20_000, Best: 50})
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range thought.Moves {
		next, err := l.Play(w.Move)
		if err != nil {
			t.Fatal(err)
		}
		if next.Outcome().Draw() && (w.Draw != engine.ProbScale || !w.Proven) {
			t.Errorf("%s ends the game in a draw, but is weighed %+v", w.Move, w)
		}
	}
}

// A third repetition is seen, however long nothing has been captured: the losing side plays for it.
func TestRepetition(t *testing.T) {
	l := lineOf(t, rules.Chilean, "W:WK46,K47,K48,K49,35,45:BK5,6:H26", nil,
		"47-42", "5-14", "42-47", "14-5", "47-42", "5-14", "42-47")
	w := best(t, l, engine.Limits{Nodes: 3000})
	next, err := l.Play(w.Move)
	if err != nil {
		t.Fatal(err)
	}
	if !next.Outcome().Draw() || w.Equity != engine.ProbScale/2 {
		t.Errorf("%s, weighed %d, instead of the move that makes a draw", w.Move, w.Equity)
	}
}
