package think

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"strings"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/draughts/endings"
	"tabuleiro/engine/draughts/rules"
	"tabuleiro/engine/goldentest"
	"tabuleiro/engine/search"
)

// randomEnding returns a random position of a number of pieces, at times with counters that are nearly full.
func randomEnding(v *rules.Variant, pieces int, random *rand.Rand) rules.Position {
	for {
		p, mover := rules.Position{Variant: v}, random.IntN(2)
		var sides [2]uint64
		for placed := 0; placed < pieces; {
			bit := v.Bit[1+random.IntN(v.Count)]
			if (sides[0]|sides[1])&bit != 0 {
				continue
			}
			sides[placed%2] |= bit
			placed++
			if bit&v.Ends != 0 || random.IntN(2) == 0 {
				p.Kings |= bit
			}
		}
		p.Board = boardOf(v, sides, p.Kings, mover)
		if v.QuietPlies > 0 && random.IntN(3) == 0 {
			p.Idling = v.QuietPlies - 1 - random.IntN(30)
		}
		if p.Check() == nil && p.Turn() != engine.Nobody {
			return p
		}
	}
}

// The tables' values of positions of few pieces and of all their successors, with counters and answers to omitted
// captures, are those of testdata/verdicts.txt: the numbers of wins, draws and losses, and a hash.
func TestVerdicts(t *testing.T) {
	var text strings.Builder
	random := rand.New(rand.NewPCG(2, 3))
	variants := []*rules.Variant{rules.ChileanBy(rules.Adjacent, rules.HuffingOn), rules.ChileanBy(rules.Flying, rules.HuffingOn)}
	for _, l := range Rulesets {
		variants = append(variants, l.Variant)
	}
	for _, v := range variants {
		known := RulesetOf(v)
		g := &tree{knowledge: known.learned(), tables: known.Tables(), most: endings.MaxPieces}
		if g.tables == nil {
			continue
		}
		counts, sum := map[int]int{}, fnv.New64a()
		for n := range 120 {
			p := randomEnding(v, 2+n%4, random)
			for range 6 {
				value, ok := g.verdict(&p)
				info := g.Classify(&p)
				fmt.Fprintln(sum, p, value, ok, info, g.left(&p), g.knowledge.value(&p), g.Hash(&p), g.Pieces(&p))
				switch {
				case !ok:
					counts[2]++
				case value > 0:
					counts[1]++
				case value < 0:
					counts[-1]++
				default:
					counts[0]++
				}
				all := p.All()
				if len(all) == 0 {
					break
				}
				for _, level := range []int{1, 4, 6} {
					root := search.Root[rules.Position]{Board: p, Choices: other.Choices(p)}
					if _, err := rulesOf(p, &root, level); err != nil {
						t.Fatal(err)
					}
					for _, c := range root.Choices {
						fmt.Fprint(sum, c.Verdict)
					}
				}
				for _, m := range all {
					if m.From != 0 {
						fmt.Fprint(sum, g.Veiled(&p, &m), g.HistoryIndex(&p, &m))
					}
				}
				if p = p.After(all[random.IntN(len(all))]); p.Turn() == engine.Nobody {
					break
				}
			}
		}
		fmt.Fprintf(&text, "%s %d: %d won, %d drawn, %d lost, %d unknown, sum %016x\n", known.Name, v.Huffing, counts[1], counts[0],
			counts[-1], counts[2], sum.Sum64())
	}
	goldentest.Compare(t, "testdata/verdicts.txt", text.String())
}

// boardOf returns the board of the pieces of First and Second.
func boardOf(v *rules.Variant, sides [2]uint64, kings uint64, mover int) rules.Board {
	b := rules.Board{Own: sides[mover], Opp: sides[1-mover], Kings: kings, Near: v.Width / 2}
	if (mover == 0) != v.FirstUp {
		b.Near = -b.Near
	}
	return b
}
