package rules

import (
	"math/bits"
	"strconv"

	"tabuleiro/engine/grid"
)

// Variant is a table of rules with its geometry.
type Variant struct {
	Rules
	Count   int    // number of squares
	squares uint64 // set of all squares
	Ends    uint64 // first and last row
	River   uint64 // the long diagonal that begins at square 1 [FPD 2.1.4]
	Around  [4]int // steps to the four neighbours
	// the men of First move to higher numbers, and those of Second to lower ones; otherwise the reverse
	FirstUp bool
	lands   bool // behind a victim, a king must land where it can continue, if possible

	// By the direction of the mover's men: 0 to higher numbers, 1 to lower ones.
	last [2]uint64 // where they become kings
	gate [2]uint64 // pieces captured on the way there, if that crowns at once

	Bit    [51]uint64 // by square number, from 1
	Number [64]int    // by bit index; 0: not a square
	cell   [51]int    // index in View.Cells, by square number
	at     [100]int   // square number by index in View.Cells; 0: a light square
	names  [51]string // by square number, as people write them
}

// lay computes the geometry of a table of rules.
func lay(r Rules) *Variant {
	half := r.Width / 2
	v := &Variant{Rules: r, Count: half * r.Width, Around: [4]int{half, half + 1, -half, -half - 1}}
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

// Renumber converts a number n counted from a corner to our number, and back. A number that does not exist is
// returned unchanged.
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

// Typed returns the corner from which people count when they type numbers.
func (v *Variant) Typed() Corner {
	if v.Letters {
		return TopLeft
	}
	return v.Corner
}

// Sign returns the sign between the squares of a capture.
func (v *Variant) Sign() string {
	if v.colon {
		return ":"
	}
	return "x"
}

// Square returns the number of the only square of a set.
func (v *Variant) Square(set uint64) int { return v.Number[bits.TrailingZeros64(set)&63] }

// Label returns the name that people use for the only square of a set.
func (v *Variant) Label(set uint64) string { return v.names[v.Square(set)] }

// Classic is Portuguese draughts.
var Classic = lay(portuguese)

// Values of the options of Chilean draughts.
var (
	reaches  = map[string]reach{"adjacent": Adjacent, "behind": Behind, "flying": Flying}
	huffings = map[string]huffing{"compulsory": HuffingOff, "huff": HuffingOn}
)

// ChileanBy returns the variant of Chilean draughts for the values of its options.
func ChileanBy(r reach, h huffing) *Variant { return lay(chilean(r, h)) }
