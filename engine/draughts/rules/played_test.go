package rules_test

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/draughts/rules"
	"tabuleiro/engine/goldentest"
)

// tellPosition writes the properties of a position besides its moves: counters, plies left, whether it is dead, the
// result on time, and its first moves in the other notation.
func tellPosition(text *strings.Builder, g *engine.Game, p rules.Position, moves []engine.Move) {
	fmt.Fprint(text, p)
	for _, c := range p.Counts() {
		fmt.Fprintf(text, " %s %d of %d,", c.Of, c.Number, c.Most)
	}
	if left := p.Left(); left < 1000 {
		fmt.Fprintf(text, " left %d,", left)
	}
	if p.IsDeadPosition() {
		text.WriteString(" dead,")
	}
	fmt.Fprintf(text, " time %s", engine.TimeoutOutcome(p, engine.First).Result())
	if u := p.Unclaimed().String(); u != p.String() {
		fmt.Fprintf(text, ", unclaimed %s", u)
	}
	if o := p.Outcome(); o.Decided() {
		fmt.Fprintf(text, ", %s %s", o.Result(), o.Reason)
	}
	other := p.NullMove().(rules.Position)
	fmt.Fprintf(text, ", other side %d moves;", len(slices.Collect(other.Moves())))
	for _, m := range moves[:min(len(moves), 4)] {
		fmt.Fprintf(text, " %s=%s", m, p.Format(string(m), g.Notations[1]))
		if word, at := p.Word(m); word != "" {
			fmt.Fprintf(text, "(%s %s)", word, at)
		}
	}
	text.WriteString("\n")
}

// sumOfGames returns a hash of the properties of positions of twelve random games.
func sumOfGames(t *testing.T, g *engine.Game, start engine.Position, random *rand.Rand) uint64 {
	t.Helper()
	sum := fnv.New64a()
	for range 12 {
		p := start
		for range 80 {
			moves := slices.Collect(p.Moves())
			var text strings.Builder
			tellPosition(&text, g, p.(rules.Position), moves)
			fmt.Fprint(sum, text.String(), p.View())
			if len(moves) == 0 {
				break
			}
			m := moves[random.IntN(len(moves))]
			fmt.Fprint(sum, m, p.Trace(m))
			next, err := p.Play(m)
			if err != nil {
				t.Fatal(err)
			}
			p = next
		}
	}
	return sum.Sum64()
}

// The properties of positions of random games are those of testdata/played.txt, mostly as a hash.
func TestPlayed(t *testing.T) {
	var text strings.Builder
	for n, c := range []struct {
		game    *engine.Game
		options string
		start   string // "": the usual one
	}{
		{rules.Portuguese, "", ""}, {rules.Portuguese, "", "W:WK1,K5,4:BK28,K32,29"}, {rules.Portuguese, "", "W:WK1,K2,K3:BK28"},
		{rules.Portuguese, "", "W:WK4:BK28"}, {rules.Portuguese, "", "W:WK1:BK32"},
		{rules.Chilean, "capture=huff", ""}, {rules.Chilean, "king-capture=flying", "W:WK31,K35:BK4,K8"},
		{rules.Chilean, "king-capture=behind", ""}, {rules.Brazilian, "", ""}, {rules.Brazilian, "", "W:Wa1,Kc1,Ke1:BKh8"},
		{rules.English, "", ""}, {rules.International, "", ""}, {rules.International, "", "W:WK46,K47,K48:BK5"},
		{rules.Russian, "", ""}, {rules.Russian, "", "W:WKa3,Kc1,Ke1:BKh8"}, {rules.Russian, "", "W:WKc3,Kc1,Kf8:BKa1"},
		{rules.Italian, "", ""}, {rules.Spanish, "", ""}, {rules.Spanish, "", "W:WK1,K2,K3:BK28"},
	} {
		options, err := c.game.Complete(engine.ParseOptions(c.options))
		if err != nil {
			t.Fatal(err)
		}
		p, err := c.game.New(options)
		if c.start != "" {
			p, err = c.game.Parse(c.start, options)
		}
		if err != nil {
			t.Errorf("%s %s: %v", c.game.Name, c.start, err)
			continue
		}
		fmt.Fprintln(&text, c.game.Name, c.options, c.start)
		random, start := rand.New(rand.NewPCG(uint64(n), 4)), p
		for ply := range 70 {
			moves := slices.Collect(p.Moves())
			if ply%4 == 0 || len(moves) == 0 || c.start != "" && ply < 12 {
				tellPosition(&text, c.game, p.(rules.Position), moves)
			}
			if len(moves) == 0 {
				break
			}
			if p, err = p.Play(moves[random.IntN(len(moves))]); err != nil {
				t.Fatal(err)
			}
		}
		fmt.Fprintf(&text, "others: %016x\n", sumOfGames(t, c.game, start, random))
	}
	const file = "testdata/played.txt"
	goldentest.Compare(t, file, text.String())
}
