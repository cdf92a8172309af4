package rules

import (
	"math"
	"slices"
	"strconv"

	"tabuleiro/engine/grid"
)

// Size is the geometry of a board.
type Size struct {
	Width   int
	Squares Set
	edge    [4]Set // by straight direction, the squares where the board ends
	nearer  [8]Set // by direction of Neighbours, the squares that a step reaches nearer to the centre
}

// Sizes lists the boards of 10, 8 and 6 squares a side, the usual one first.
var Sizes = []*Size{lay(10), lay(8), lay(6)}

// sizeOf returns the size with a width, the usual one if there is none.
func sizeOf(width string) *Size {
	return Sizes[max(0, slices.IndexFunc(Sizes, func(z *Size) bool { return strconv.Itoa(z.Width) == width }))]
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

// Distance orders squares by their straight-line distance from the centre of the board: it returns the square of
// twice that distance.
func (z *Size) Distance(square int) int {
	file, rank := 2*(square%stride)-z.Width+1, 2*(square/stride)-z.Width+1
	return file*file + rank*rank
}

// ring returns the number of a square's ring around the centre, from 0; rings are one square wide.
func (z *Size) ring(square int) int { return int(math.Sqrt(float64(z.Distance(square))) / 2) }

// Start returns the start position.
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

// cell returns the index of a square in View.Cells.
func (z *Size) cell(square int) int { return square/stride*z.Width + square%stride }

// name returns the name of a square, "" for noSquare.
func name(square int) string {
	if square == noSquare {
		return ""
	}
	return grid.Name(square%stride, square/stride)
}
