package think

import (
	"math"
	"testing"

	"tabuleiro/engine/backgammon/board"
	"tabuleiro/engine/backgammon/think/net"
	"tabuleiro/engine/longtest"
)

// exact is the one-sided race by plain recursion: the least mean number of rolls, and the distribution of rolls of that
// strategy.
type exact map[board.Counts][]float64

func meanOf(chances []float64) (mean float64) {
	for n, p := range chances {
		mean += float64(n) * p
	}
	return mean
}

func (e exact) rolls(l board.Law, c board.Counts) []float64 {
	if found, ok := e[c]; ok {
		return found
	}
	sum := make([]float64, 40)
	if c.OnBoard() == 0 {
		sum[0] = 1
		return sum
	}
	for a := 1; a <= 6; a++ {
		for b := 1; b <= 6; b++ {
			var best []float64
			for _, p := range l.Plays(board.Board{Own: c}, a, b, nil) {
				if next := e.rolls(l, p.Own); best == nil || meanOf(next) < meanOf(best)-1e-9 {
					best = next
				}
			}
			for n, p := range best[:39] {
				sum[n+1] += p / 36
			}
		}
	}
	e[c] = sum
	return sum
}

// standing returns a side with checkers on its points 1, 2, ..., and the rest off.
func standing(on ...int) board.Counts {
	c, left := board.Counts{}, board.Checkers
	for i, n := range on {
		c, left = c.Add(i+1, n), left-n
	}
	return c.Add(board.Off, left)
}

func TestBearoff(t *testing.T) {
	for n := range Bearoffs {
		if got := rankOf(unrank(n)); got != n {
			t.Fatalf("number %d stands for number %d", n, got)
		}
	}
	for law, l := range []board.Law{{}, {AnyOff: true, AnyDice: true}} {
		table, e := bearoffTables[l.AnyOff](), exact{}
		for n := range longtest.Count(8, 60) {
			c := unrank(n * 907)
			for c.OnBoard() > 4 {
				c = unrank(rankOf(c) / 2)
			}
			want, got := e.rolls(l, c), table.Off[rankOf(c)]
			mean := 0.0
			for i, x := range got {
				mean += float64(i) * float64(x) / Certain
			}
			if math.Abs(mean-meanOf(want)) > [2]float64{1e-3, 1e-7}[law] { // standard rules are rounded
				t.Fatalf("%v: %.6f rolls in the mean, want %.6f", c, mean, meanOf(want))
			}
		}
	}
}

// The chances of each entry of the table add up to one.
func TestBearoff_Certain(t *testing.T) {
	read := bearoffTables[false]()
	for n := range Bearoffs {
		for _, r := range []Rolls{read.Off[n], read.First[n]} {
			sum := uint64(0)
			for _, x := range r {
				sum += uint64(x)
			}
			if sum != Certain {
				t.Fatalf("%v: %d of %d in all", unrank(n), sum, uint64(Certain))
			}
		}
	}
}

// Chances that can be counted by hand.
func TestBearoff_Odds(t *testing.T) {
	m := NewEvaluator(board.Law{})
	for _, c := range []struct {
		own, opp    board.Counts
		win, gammon float64 // throws of 36
	}{
		{standing(1), standing(1), 36, 0},
		{standing(0, 0, 0, 0, 0, 1), standing(1), 27, 0},
		{standing(1, 0, 0, 0, 0, 1), standing(1), 15, 0},
		{standing(0, 0, 0, 0, 2), standing(1), 6, 0},
		{standing(0, 0, 2), standing(1), 17, 0},
		{standing(2), standing(15), 36, 36},
		// The loser has a roll, after which a checker is off with 17 of 36, unless the winner rolls a double.
		{standing(3), standing(0, 0, 0, 0, 0, 15), 36, 6 + 30*19./36},
	} {
		o := m.Estimate(board.Board{Own: c.own, Opp: c.opp})
		for k, want := range []float64{Winning: c.win, WinningGammon: c.gammon} {
			if got := float64(o[k]) * 36 / net.One; math.Abs(got-want) > 0.001 {
				t.Errorf("%v against %v: output %d is %.4f of 36, want %.4f", c.own, c.opp, k, got, want)
			}
		}
	}
}
