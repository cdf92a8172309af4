package pairing_test

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"strings"
	"testing"

	"tabuleiro/engine/goldentest"
	"tabuleiro/engine/pairing"
)

// Random Swiss rounds, first rounds of cups and whole Berger tables are those of testdata/rounds.txt. Berger tables are
// in the FIDE Handbook; another test checks that a Swiss round is the best one.
func TestRounds(t *testing.T) {
	var text strings.Builder
	for n := 2; n <= 9; n++ {
		random := rand.New(rand.NewPCG(uint64(n), 1))
		past := make([]pairing.Past, n)
		fmt.Fprintf(&text, "cup of %d: %v\n", n, pairing.Cup(n))
		for round := range pairing.Rounds(n) {
			fmt.Fprintf(&text, "berger %d/%d: %v\n", n, round+1, pairing.Berger(n, round))
		}
		for round := range 2 + n/2 {
			if n > 6 && round == 3 {
				past[random.IntN(n)].Out = true
			}
			pairs := pairing.Swiss(past)
			fmt.Fprintf(&text, "swiss %d/%d: %v", n, round+1, pairs)
			before := make([]int, n)
			for i := range past {
				before[i], past[i].Float = past[i].Score, 0
				past[i].Sides = append(past[i].Sides, pairing.None)
			}
			for _, p := range pairs {
				a := &past[p.First]
				if p.Second == pairing.Bye {
					a.Bye, a.Float, a.Score = true, 1, a.Score+2
					continue
				}
				b := &past[p.Second]
				a.Met, b.Met = append(a.Met, p.Second), append(b.Met, p.First)
				a.Sides[round], b.Sides[round] = pairing.FirstSide, pairing.SecondSide
				switch {
				case before[p.First] > before[p.Second]:
					a.Float, b.Float = 1, -1
				case before[p.First] < before[p.Second]:
					a.Float, b.Float = -1, 1
				}
				points := random.IntN(3)
				a.Score, b.Score = a.Score+points, b.Score+2-points
			}
			for _, p := range past {
				fmt.Fprint(&text, " ", p.Score)
			}
			text.WriteString("\n")
		}
	}
	// Rounds and standings of tournaments with random earlier sides, as with late entrants and adjudicated boards, as a
	// hash.
	sum, random := fnv.New64a(), rand.New(rand.NewPCG(6, 6))
	for n := range 400 {
		past := make([]pairing.Past, 2+n%9)
		for i := range past {
			for range 2 + n%4 {
				past[i].Sides = append(past[i].Sides, []pairing.Side{pairing.FirstSide, pairing.SecondSide, pairing.None}[random.IntN(3)])
			}
			past[i].Score, past[i].Float, past[i].Bye = random.IntN(4), int8(random.IntN(3)-1), random.IntN(4) == 0
			if i > 0 && random.IntN(2) == 0 {
				k := random.IntN(i)
				past[i].Met, past[k].Met = append(past[i].Met, k), append(past[k].Met, i)
			}
		}
		fmt.Fprintln(sum, pairing.Swiss(past))
		results := tournament(random, 2+n%9, 4, func(_ []pairing.Past, pairs []pairing.Pair) { fmt.Fprintln(sum, pairs) })
		fmt.Fprintln(sum, results)
	}
	fmt.Fprintf(&text, "others: %016x\n", sum.Sum64())
	const file = "testdata/rounds.txt"
	goldentest.Compare(t, file, text.String())
}
