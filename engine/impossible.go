package engine

import "fmt"

// InvalidPositionError is why the text of a position, written as it should be, is none of a position: no game comes to it.
type InvalidPositionError struct {
	Code    Code   // the reason if it is one of those below, else ""
	Square  string // that it is about, as people write it; "" without a Code
	Squares int    // of NoSuchSquare: how many there are, where they have numbers from 1; else 0
	why     string
}

// Reasons that are told.
const (
	SquareTaken  Code = "taken"   // two pieces stand on the square
	ManIsKing    Code = "man"     // a man stands on its last row, where it would be a king
	NoSuchSquare Code = "nowhere" // the board does not have the square, or nothing can stand there
)

func (e *InvalidPositionError) Error() string {
	switch e.Code {
	case SquareTaken:
		return "two pieces stand on square " + e.Square
	case ManIsKing:
		return e.Square + ": a man on its last row would be a king"
	case NoSuchSquare:
		if e.Squares > 0 {
			return fmt.Sprintf("there is no square %s: they are 1-%d", e.Square, e.Squares)
		}
		return e.Square + " is no dark square of the board"
	}
	return e.why
}

// InvalidPosition is an ImpossibleError of any other reason.
func InvalidPosition(format string, facts ...any) error {
	return &InvalidPositionError{why: fmt.Sprintf(format, facts...)}
}
