package cage

import (
	"fmt"
	"math"
	"strconv"

	"tabuleiro/engine"
	"tabuleiro/engine/grid"
)

// size is the geometry of a board.
type size struct {
	width   int
	squares set
	edge    [4]set // the squares beyond which, in each straight direction, the board ends
	nearer  [8]set // the squares that a step in each direction around reaches nearer to the centre
}

var sizes = []*size{lay(10), lay(8), lay(6)}

// sizeOf is the size that was chosen.
func sizeOf(o engine.Options) (*size, error) {
	for _, z := range sizes {
		if strconv.Itoa(z.width) == o[sizeOption] {
			return z, nil
		}
	}
	return nil, fmt.Errorf("option %s: there is no board of size %q", sizeOption, o[sizeOption])
}

func lay(width int) *size {
	z := &size{width: width}
	for square := range width * stride {
		if square%stride < width {
			z.squares = z.squares.or(only(square))
		}
	}
	for i, by := range straight {
		z.edge[i] = z.squares.without(z.squares.step(-by))
	}
	for to := range width * stride {
		for d, by := range around {
			if from := to - by; z.squares.has(from) && z.squares.has(to) && z.distance(to) < z.distance(from) {
				z.nearer[d] = z.nearer[d].or(only(to))
			}
		}
	}
	return z
}

// distance orders squares by their distance from the centre of the board in a straight line: it is the square of twice that.
func (z *size) distance(square int) int {
	file, rank := 2*(square%stride)-z.width+1, 2*(square/stride)-z.width+1
	return file*file + rank*rank
}

// ring numbers the rings around the centre, each as wide as a square, from 0.
func (z *size) ring(square int) int { return int(math.Sqrt(float64(z.distance(square))) / 2) }

// start is the position in which the game begins.
func (z *size) start() position {
	p := position{size: z}
	for square := range z.width * stride {
		if z.squares.has(square) {
			i := (square%stride + square/stride) % 2
			p.sides[i] = p.sides[i].or(only(square))
		}
	}
	return p
}

// cell is the index of a square in View.Cells.
func (z *size) cell(square int) int { return square/stride*z.width + square%stride }

func name(square int) string { return grid.Name(square%stride, square/stride) }
