package rules

import (
	"fmt"
	"math/bits"
	"strconv"

	"tabuleiro/engine"
	"tabuleiro/engine/grid"
)

// Variant is a table of rules with the geometry that follows from it.
type Variant struct {
	Rules
	Count   int    // squares on the board
	squares uint64 // all of them
	Ends    uint64 // the first row and the last
	River   uint64 // the long diagonal that begins at square 1 [FPD 2.1.4]
	around  [4]int // the steps to the four neighbours
	// the men of First go to higher numbers, those of Second to lower ones; or else the other way round
	FirstUp bool
	lands   bool // of the squares behind a victim, a king chooses those from where it can go on

	// By the way that the mover's men go: 0 to higher numbers, 1 to lower ones.
	last [2]uint64 // where they become kings
	gate [2]uint64 // what they take to get there in a capture, if that makes kings of them at once

	Bit    [51]uint64 // by square number, 1 up
	Number [64]int    // by index of the bit; 0: not a square
	cell   [51]int    // index in View.Cells, by square number
	at     [100]int   // square number by index in View.Cells; 0: a light square
	names  [51]string // by square number, as people write them
}

// lay works out the geometry of a table of rules.
func lay(r Rules) *Variant {
	half := r.Width / 2
	v := &Variant{Rules: r, Count: half * r.Width, around: [4]int{half, half + 1, -half, -half - 1}}
	v.FirstUp = r.Corner.Bottom() != r.Black
	v.lands = r.reach == Flying && !r.most
	for i := range v.Count {
		n, row, column := i+1, i/half, i%half*2
		if (row%2 == 0) != r.corner {
			column++
		}
		skipped := row / 2
		if r.corner {
			skipped = (row + 1) / 2
		}
		file, rank := column, row
		if !r.Corner.Left() {
			file = r.Width - 1 - column
		}
		if !r.Corner.Bottom() {
			rank = r.Width - 1 - row
		}
		cell := rank*r.Width + file
		v.Number[i+skipped] = n
		v.Bit[n] = 1 << (i + skipped)
		v.cell[n] = cell
		v.at[cell] = n
		v.squares |= v.Bit[n]
		v.names[n] = strconv.Itoa(n)
		if r.Letters {
			v.names[n] = grid.Name(file, rank)
		}
		for way, up := range [...]int{r.Width - 1 - row, row} {
			switch {
			case up == 0:
				v.last[way] |= v.Bit[n]
			case up == 1 && r.promotion == atOnce:
				v.gate[way] |= v.Bit[n]
			}
		}
		if row == column {
			v.River |= v.Bit[n]
		}
	}
	v.Ends = v.last[0] | v.last[1]
	return v
}

// Renumber is our number of the square that has the number n when it is counted from a corner, and the other way round.
// A number that is on no board stays.
func (v *Variant) Renumber(from Corner, n int) int {
	if n < 1 || n > v.Count {
		return n
	}
	half, to := v.Width/2, v.Corner
	row, file := (n-1)/half, (n-1)%half
	if from.Bottom() != to.Bottom() {
		row = v.Width - 1 - row
	}
	if from.Left() != to.Left() {
		file = half - 1 - file
	}
	return row*half + file + 1
}

// Typed is the corner from where numbers that people type are counted.
func (v *Variant) Typed() Corner {
	if v.Letters {
		return TopLeft
	}
	return v.Corner
}

// Sign is what stands between the squares of a capture.
func (v *Variant) Sign() string {
	if v.colon {
		return ":"
	}
	return "x"
}

// Row is the row of squares, counted from the first number, on which square n stands.
func (v *Variant) Row(n int) int { return (n - 1) / (v.Width / 2) }

// Square is the number of a set of one.
func (v *Variant) Square(set uint64) int { return v.Number[bits.TrailingZeros64(set)&63] }

// Label is what people call the square of a set of one.
func (v *Variant) Label(set uint64) string { return v.names[v.Square(set)] }

// Classic is Portuguese draughts. It is laid out once, as are the tables of Chilean draughts.
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
