package rules

import (
	"fmt"
	"math"
	"strconv"

	"tabuleiro/engine"
	"tabuleiro/engine/grid"
)

// Size is the geometry of a board.
type Size struct {
	Width   int
	Squares Set
	edge    [4]Set // the squares beyond which, in each straight direction, the board ends
	nearer  [8]Set // the squares that a step in each direction around reaches nearer to the centre
}

// Sizes are the boards of 10, 8 and 6 squares a side, the usual one first.
var Sizes = []*Size{lay(10), lay(8), lay(6)}

// sizeOf is the size that was chosen.
func sizeOf(o engine.Options) (*Size, error) {
	for _, z := range Sizes {
		if strconv.Itoa(z.Width) == o[SizeOption] {
			return z, nil
		}
	}
	return nil, fmt.Errorf("option %s: there is no board of size %q", SizeOption, o[SizeOption])
}

func lay(width int) *Size {
	z := &Size{Width: width}
	for square := range width * stride {
		if square%stride < width {
			z.Squares = z.Squares.Or(SquareSet(square))
		}
	}
	for i, by := range Straight {
		z.edge[i] = z.Squares.Minus(z.Squares.Step(-by))
	}
	for to := range width * stride {
		for d, by := range Neighbours {
			if from := to - by; z.Squares.has(from) && z.Squares.has(to) && z.Distance(to) < z.Distance(from) {
				z.nearer[d] = z.nearer[d].Or(SquareSet(to))
			}
		}
	}
	return z
}

// Distance orders squares by their distance from the centre of the board in a straight line: it is the square of twice
// that.
func (z *Size) Distance(square int) int {
	file, rank := 2*(square%stride)-z.Width+1, 2*(square/stride)-z.Width+1
	return file*file + rank*rank
}

// ring numbers the rings around the centre, each as wide as a square, from 0.
func (z *Size) ring(square int) int { return int(math.Sqrt(float64(z.Distance(square))) / 2) }

// Start is the position in which the game begins.
func (z *Size) Start() Position {
	p := Position{Size: z}
	for square := range z.Width * stride {
		if z.Squares.has(square) {
			i := (square%stride + square/stride) % 2
			p.sides[i] = p.sides[i].Or(SquareSet(square))
		}
	}
	return p
}

// cell is the index of a square in View.Cells.
func (z *Size) cell(square int) int { return square/stride*z.Width + square%stride }

// name is the name of a square, "" out of the board.
func name(square int) string {
	if square == noSquare {
		return ""
	}
	return grid.Name(square%stride, square/stride)
}
