package draughts

import "math/bits"

// variant is a table of rules with the geometry that follows from it.
type variant struct {
	rules
	count   int    // squares on the board
	squares uint64 // all of them
	ends    uint64 // the first row and the last
	river   uint64 // the long diagonal [2.1.4]
	around  [4]int // the steps to the four neighbours

	bit    [51]uint64 // by square number, 1 up
	number [64]int    // by index of the bit; 0: not a square
	cell   [51]int    // index in View.Cells, by square number
	at     [100]int   // square number by index in View.Cells; 0: a light square
}

// lay works out the geometry of a table of rules.
func lay(r rules) *variant {
	half := r.width / 2
	v := &variant{rules: r, count: half * r.width, around: [4]int{half, half + 1, -half, -half - 1}}
	for i := range v.count {
		n, row, column := i+1, i/half, i%half*2
		if (row%2 == 0) != r.corner {
			column++
		}
		skipped := row / 2
		if r.corner {
			skipped = (row + 1) / 2
		}
		cell := row*r.width + r.width - 1 - column
		if !r.countFirst {
			cell = r.width*r.width - 1 - cell
		}
		v.number[i+skipped] = n
		v.bit[n] = 1 << (i + skipped)
		v.cell[n] = cell
		v.at[cell] = n
		v.squares |= v.bit[n]
		if row == 0 || row == r.width-1 {
			v.ends |= v.bit[n]
		}
		if row == column {
			v.river |= v.bit[n]
		}
	}
	return v
}

// row is the row of squares, counted from the first number, on which square n stands.
func (v *variant) row(n int) int { return (n - 1) / (v.width / 2) }

// square is the number of a set of one.
func (v *variant) square(set uint64) int { return v.number[bits.TrailingZeros64(set)&63] }
