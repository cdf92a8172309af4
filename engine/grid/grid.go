// Package grid is what games on a board of squares share: the names of squares, and the shape of a typed move.
package grid

import "strconv"

// Name is the name of a square by its file and rank, both counted from 0: Name(2, 3) is "c4".
func Name(file, rank int) string {
	return string(rune('a'+file)) + strconv.Itoa(rank+1)
}
