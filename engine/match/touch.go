package match

import (
	"regexp"

	"tabuleiro/engine"
)

// Refusals of touched pieces.
const (
	TouchedMoves engine.Code = "touched-moves" // the piece that was touched has to move
	NotTouchable engine.Code = "not-touchable" // no move begins there, or the match is played without that rule
)

// squareForm is a square at the beginning of a move.
var squareForm = regexp.MustCompile(`^[a-z]?[0-9]+`)

// Origin is the square where a move begins, as it is written; "" for a move that begins at none.
func Origin(m engine.Move) string { return squareForm.FindString(string(m)) }

// touch is about a Touched.
func (r request) touch() engine.Code {
	switch {
	case r.match.Turn() != r.side:
		return NotYourTurn
	case !r.match.Setup.Touch || r.match.Touched != "" || r.Move == "":
		return NotTouchable
	}
	for move := range r.match.Line.Position().Moves() {
		if Origin(move) == string(r.Move) {
			return ""
		}
	}
	return NotTouchable
}
