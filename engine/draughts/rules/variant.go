package rules

import (
	"fmt"
	"math/bits"

	"tabuleiro/engine"
)

// Variant is a table of rules with the geometry that follows from it.
type Variant struct {
	Rules
	bulk    bool   // the counter knows the rules
	Count   int    // squares on the board
	squares uint64 // all of them
	Ends    uint64 // the first row and the last
	River   uint64 // the long diagonal [2.1.4]
	around  [4]int // the steps to the four neighbours

	Bit    [51]uint64 // by square number, 1 up
	Number [64]int    // by index of the bit; 0: not a square
	cell   [51]int    // index in View.Cells, by square number
	at     [100]int   // square number by index in View.Cells; 0: a light square
}

// lay works out the geometry of a table of rules.
func lay(r Rules) *Variant {
	half := r.Width / 2
	v := &Variant{Rules: r, bulk: r.known(), Count: half * r.Width, around: [4]int{half, half + 1, -half, -half - 1}}
	for i := range v.Count {
		n, row, column := i+1, i/half, i%half*2
		if (row%2 == 0) != r.corner {
			column++
		}
		skipped := row / 2
		if r.corner {
			skipped = (row + 1) / 2
		}
		cell := row*r.Width + r.Width - 1 - column
		if !r.CountFirst {
			cell = r.Width*r.Width - 1 - cell
		}
		v.Number[i+skipped] = n
		v.Bit[n] = 1 << (i + skipped)
		v.cell[n] = cell
		v.at[cell] = n
		v.squares |= v.Bit[n]
		if row == 0 || row == r.Width-1 {
			v.Ends |= v.Bit[n]
		}
		if row == column {
			v.River |= v.Bit[n]
		}
	}
	return v
}

// Row is the row of squares, counted from the first number, on which square n stands.
func (v *Variant) Row(n int) int { return (n - 1) / (v.Width / 2) }

// Square is the number of a set of one.
func (v *Variant) Square(set uint64) int { return v.Number[bits.TrailingZeros64(set)&63] }

var (
	Classic  = lay(portuguese)
	reaches  = map[string]reach{"adjacent": Adjacent, "behind": Behind, "flying": Flying}
	huffings = map[string]huffing{"compulsory": HuffingOff, "huff": HuffingOn}
	chileans = layAll()
)

// layAll works out the tables of Chilean draughts once, so that all positions of a game share one.
func layAll() map[Rules]*Variant {
	tables := make(map[Rules]*Variant)
	for _, r := range reaches {
		for _, h := range huffings {
			tables[chilean(r, h)] = lay(chilean(r, h))
		}
	}
	return tables
}

// ChileanBy is the table of Chilean draughts by what its options mean.
func ChileanBy(r reach, h huffing) *Variant { return chileans[chilean(r, h)] }

// chileanTable finds the table for complete options.
func chileanTable(o engine.Options) (*Variant, error) {
	r, known := reaches[o["king-capture"]]
	h, too := huffings[o["capture"]]
	if !known || !too {
		return nil, fmt.Errorf("chilean draughts cannot be played with the options %v", o)
	}
	return ChileanBy(r, h), nil
}
