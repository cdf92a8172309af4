package think

import (
	"math/bits"

	"tabuleiro/engine/backgammon/board"
)

// Bearoff is the race of one side alone from its home board, for all 54,264 placings of up to 15 checkers there. The
// side plays to bear off in the lowest mean number of rolls.
type Bearoff struct {
	Off   []Rolls // until all checkers are off
	First []Rolls // until the first checker is off; meaningful only if none is off yet
}

// Rolls holds the probabilities of being done after exactly 0, 1, 2, ... rolls, in parts of Certain.
type Rolls []uint32

// Certain is probability 1 in the units of Rolls.
const Certain = 1 << 31

// Bearoffs is the number of placings: 21 choose 6.
const Bearoffs = 54264

// below[p][n] is the number of placings of at most n checkers on the points up to p.
var below = func() (table [board.Home + 1][board.Checkers + 1]int) {
	for n := range table[0] {
		table[0][n] = 1
	}
	for p := 1; p <= board.Home; p++ {
		for n := range table[p] {
			for on := range n + 1 {
				table[p][n] += table[p-1][n-on]
			}
		}
	}
	return table
}()

// rankOf returns the number of a placing at home; every play leads to a lower number.
func rankOf(c board.Counts) int {
	n, left := 0, board.Checkers
	for place := board.Home; place >= 1; place-- {
		for range c.At(place) {
			n += below[place-1][left]
			left--
		}
	}
	return n
}

// unrank returns the placing with a number.
func unrank(n int) (c board.Counts) {
	left := board.Checkers
	for place := board.Home; place >= 1; place-- {
		for n >= below[place-1][left] {
			n -= below[place-1][left]
			c = c.Add(place, 1)
			left--
		}
	}
	return c.Add(board.Off, left)
}

// NewBearoff computes the tables under a law. At home each die can be played until all checkers are off, so the best
// play of a roll is composed of the best plays of its dice.
func NewBearoff(l board.Law) *Bearoff {
	t := &Bearoff{Off: make([]Rolls, Bearoffs), First: make([]Rolls, Bearoffs)}
	t.Off[0], t.First[0] = Rolls{Certain}, Rolls{Certain}
	best := make([][2][7][5]uint16, Bearoffs) // result of playing a die several times
	mean := [2][]uint64{make([]uint64, Bearoffs), make([]uint64, Bearoffs)}
	var next [7][]int // see ranksAfter
	for n := 1; n < Bearoffs; n++ {
		here := unrank(n)
		for die := 1; die <= 6; die++ {
			next[die] = ranksAfter(l, here, die, next[die][:0])
		}
		for k, table := range [][]Rolls{t.Off, t.First} {
			play := func(first, die, times int) uint16 {
				at := best[next[first][0]][k][die][times]
				for _, after := range next[first][1:] {
					if other := best[after][k][die][times]; mean[k][other] < mean[k][at] {
						at = other
					}
				}
				return at
			}
			for die := 1; die <= 6; die++ {
				best[n][k][die][0] = uint16(n)
				for times := range 4 {
					best[n][k][die][times+1] = play(die, die, times)
				}
			}
			if k == 1 && here.At(board.Off) > 0 {
				table[n] = Rolls{Certain}
				continue
			}
			var sum [64]uint64
			length := 0
			for _, r := range board.Rolls {
				at := best[n][k][r.High][4]
				if r.High != r.Low {
					at = play(r.High, r.Low, 1)
					if other := play(r.Low, r.High, 1); mean[k][other] < mean[k][at] {
						at = other
					}
				}
				length = max(length, len(table[at])+1)
				for i, x := range table[at] {
					sum[i+1] += uint64(r.Weight) * uint64(x)
				}
			}
			table[n] = make(Rolls, length)
			for i := range table[n] {
				table[n][i] = uint32((sum[i] + 18) / 36)
				mean[k][n] += uint64(i) * uint64(table[n][i])
			}
		}
	}
	return t
}

// ranksAfter appends the placings to which one die can lead.
func ranksAfter(l board.Law, own board.Counts, die int, list []int) []int {
	hand := l.Hand(board.Board{Own: own})
	begin := hand.Begin()
	for set := hand.Sources(begin.Occupied, die); set != 0; set &= set - 1 {
		made := hand.Make(begin, bits.TrailingZeros32(set), die)
		list = append(list, rankOf(made.Own))
	}
	return list
}

// rounded rounds the probabilities of the table to parts of unit, so that those of each placing add up to Certain.
func (t *Bearoff) rounded() *Bearoff {
	const unit = 1<<16 - 1
	for _, table := range [][]Rolls{t.Off, t.First} {
		for n, r := range table {
			sum, before, parts := uint64(0), uint64(0), uint64(0)
			for i := 0; parts < unit; i++ {
				sum += uint64(r[i])
				parts = (min(sum, Certain)*unit + Certain/2) / Certain
				r[i] = uint32(parts*Certain/unit - before)
				before += uint64(r[i])
				table[n] = r[:i+1]
			}
		}
	}
	return t
}

// raceChance returns the probability that the side on roll, with own, finishes before the other side, which rolls
// second; in parts of net.One.
func raceChance(own, opp Rolls) int64 {
	sum, left := uint64(0), uint64(Certain) // probability that the other side is not done yet
	for n, x := range own {
		sum += uint64(x) * left >> 11
		if n < len(opp) {
			left -= min(left, uint64(opp[n]))
		} else {
			left = 0
		}
	}
	return int64(sum >> 31)
}
