package rules

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/enginetest"
	"tabuleiro/engine/goldentest"
)

// drawn returns random boards of four to sixteen pieces, half of them with many kings.
func drawn(v *Variant) func(*rand.Rand) string {
	return func(random *rand.Rand) string {
		for {
			p, mover, seldom := Position{Variant: v}, random.IntN(2), 2+8*random.IntN(2)
			var sides [2]uint64
			for range 4 + random.IntN(13) {
				bit := v.Bit[1+random.IntN(v.Count)]
				if (sides[0]|sides[1])&bit != 0 {
					continue
				}
				sides[random.IntN(2)] |= bit
				if bit&v.Ends != 0 || random.IntN(seldom) == 0 {
					p.Kings |= bit
				}
			}
			p.Board = boardOf(v, sides, p.Kings, mover)
			if p.Check() == nil && p.Turn() != engine.Nobody {
				return p.String()
			}
		}
	}
}

// Near-miss texts in positions of random games, and on random boards, are answered as in testdata/answers.txt.
func TestRead_KeptAnswers(t *testing.T) {
	names := []string{"c3-d4", "a1", "dc3xe5", "1-0", "12/8", "c3-5"}
	cases := []enginetest.Asked{
		{Game: Portuguese, Texts: names},
		{Game: Portuguese, Start: "W:WK1,K5,4,9:BK28,K32,29,21", Texts: names},
		{Game: Chilean, Options: "capture=huff", Texts: append(names, "huff 23", "demand", "soplo")},
		{Game: Chilean, Options: "capture=huff", Start: "W:WK46,K50,33:B20,29,41,32,44", Texts: names},
		{Game: Chilean, Options: "king-capture=behind", Start: "W:WK31,K35,44:BK4,K8,20,21", Texts: names},
		{Game: International, Texts: names},
		{Game: Russian, Texts: []string{"3-8", "ce5", "fxd4", "c:e5"}},
	}
	for _, g := range []*engine.Game{Portuguese, Brazilian, Russian, International, Italian, English} {
		cases = append(cases, enginetest.Asked{Game: g, Draw: drawn(VariantOf(g)), Texts: []string{"ce5", "1-5"}})
	}
	for _, kings := range []string{"adjacent", "behind", "flying"} {
		for _, capture := range []string{"compulsory", "huff"} {
			cases = append(cases, enginetest.Asked{Game: Chilean, Options: "king-capture=" + kings + " capture=" + capture,
				Draw: drawn(VariantOf(Chilean)), Texts: []string{"huff 23", "demand"}})
		}
	}
	enginetest.Answers(t, 1500, cases...)
}

// Moves of records, with numbers from any corner, are read as hashed in testdata/whole.txt, which also has how many
// were illegal, unique or ambiguous.
func TestReadWhole_KeptAnswers(t *testing.T) {
	var text strings.Builder
	for _, g := range []*engine.Game{Portuguese, Brazilian, Russian, International, Italian, English} {
		random := rand.New(rand.NewPCG(4, 4))
		draw, counts, sum := drawn(VariantOf(g)), [3]int{}, fnv.New64a()
		for range 250 {
			p, err := VariantOf(g).Parse(draw(random))
			if err != nil {
				t.Fatal(err)
			}
			for m := range p.Moves() {
				squares := strings.FieldsFunc(string(m), func(r rune) bool { return strings.ContainsRune("-x:", r) })
				for len(squares) > 2 && random.IntN(2) == 0 {
					squares = slices.Delete(squares, 1+random.IntN(len(squares)-2), len(squares)-1)
				}
				if random.IntN(5) == 0 {
					squares = squares[:len(squares)-1]
				}
				from := VariantOf(g).Typed()
				if random.IntN(3) == 0 {
					from = Corner(random.IntN(4))
				}
				found, err := p.ReadWhole(strings.Join(squares, []string{"-", "x", " "}[random.IntN(3)]), from)
				if err != nil {
					found = nil
				}
				counts[min(len(found), 2)]++
				fmt.Fprintln(sum, p, m, squares, from, found, err)
			}
		}
		fmt.Fprintf(&text, "%s: %d none, %d one, %d several, sum %016x\n", g.Name, counts[0], counts[1], counts[2], sum.Sum64())
	}
	goldentest.Compare(t, "testdata/whole.txt", text.String())
}

// A position is a draw when it has occurred as often as the game's rules say, and not before: two kings move to and
// fro.
func TestRepetition(t *testing.T) {
	for g, times := range map[*engine.Game]int{Portuguese: 3, Spanish: 3, Chilean: 3, International: 3, Brazilian: 3, Russian: 3,
		Italian: 4, English: 3} {
		v := VariantOf(g)
		p := v.Start()
		p.Own, p.Opp = p.Own&v.Ends, p.Opp&v.Ends
		p.Kings = p.Own&-p.Own | p.Opp&-p.Opp
		line, seen := g.NewLine(p), 1
		var err error
		for n := 0; !line.Outcome().Decided() && n < 40; n++ {
			at := line.Position().(Position)
			var move engine.Move
			for _, m := range at.All() {
				if m.From&at.Kings == 0 || v.CanCapture(at.After(m).Board) {
					continue
				}
				if a, b, _ := strings.Cut(string(at.Text(m)), "-"); n < 2 || line.Move(n-2) == engine.Move(b+"-"+a) {
					move = at.Text(m)
				}
			}
			if line, err = line.Play(move); err != nil {
				t.Fatalf("%s: %s: %v", g.Name, at, err)
			}
			if n%4 == 3 {
				seen++
			}
		}
		if line.Outcome().Reason != engine.Repetition || seen != times {
			t.Errorf("%s: %+v after %d times", g.Name, line.Outcome(), seen)
		}
	}
}

// Words and moves are converted to the other notation of a game; text that is no square stays.
func TestFormat(t *testing.T) {
	for _, c := range []struct {
		game       *engine.Game
		text, want string
	}{
		{Portuguese, "11-15", "d3-c4"}, {Portuguese, "11x18", "d3xf5"}, {Portuguese, "11:15", "d3:c4"}, {Portuguese, "huff 5", "huff g2"},
		{Portuguese, "33-15", "33-15"}, {Portuguese, "0-15", "0-15"}, {Portuguese, "c3:e5", "c3:e5"}, {Portuguese, "demand", "demand"},
		{English, "11-15", "f6-e5"}, {English, "32-1", "g1-b8"}, {Russian, "c3:e5", "22x15"}, {Russian, "c3xe5", "22x15"},
		{Russian, "a1", "29"}, {Russian, "a2", "a2"}, {Russian, "11:15", "11:15"}, {Russian, "hello", "hello"},
	} {
		options, err := c.game.Complete(nil)
		if err != nil {
			t.Fatal(err)
		}
		p, err := c.game.New(options)
		if err != nil {
			t.Fatal(err)
		}
		n := p.(engine.Notator)
		if got := n.Format(c.text, c.game.Notations[1]); got != c.want {
			t.Errorf("%s: %s is written %s, not %s", c.game.Name, c.text, got, c.want)
		}
		if got := n.Format(c.text, c.game.Notations[0]); got != c.text {
			t.Errorf("%s: %s is written %s", c.game.Name, c.text, got)
		}
		said := ""
		if c.text == "huff 5" || c.text == "demand" {
			said = c.text
		}
		if word, at := n.Word(engine.Move(c.text)); strings.TrimSpace(word+" "+at) != said {
			t.Errorf("%s: %s has the word %q at %q", c.game.Name, c.text, word, at)
		}
	}
}

// A record's text with only the ends of several captures stands for all of them.
func TestReadWhole_Several(t *testing.T) {
	p, err := Portuguese.Parse("W:WK1:B7,9,11,13,14,15,20,30", nil)
	if err != nil {
		t.Fatal(err)
	}
	at := p.(Position)
	list, err := at.ReadWhole("1x17", at.Variant.Typed())
	if want := []engine.Move{"1x19x12x3x17", "1x23x16x3x17"}; err != nil || !slices.Equal(list, want) {
		t.Errorf("%v, %v; want %v", list, err, want)
	}
}
