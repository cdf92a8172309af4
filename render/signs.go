package render

import (
	"strings"

	"tabuleiro/engine"
)

// alphabet is the letters of First and Second on a text board.
type alphabet [2]rune

// Letters are the signs of First and of Second on a text board, O and X, by their colours: red and blue are r and b, as
// the report on Cage writes them, and where Second is white it has the O.
func Letters(colours [2]string) [2]rune {
	return lettersOf(engine.View{Red: colours[0] == "red", Black: colours[1] == "white"})
}

// lettersOf are those in which the board of a view is to be written.
func lettersOf(v engine.View) alphabet {
	switch {
	case v.Red:
		return alphabet{'r', 'b'}
	case v.Black:
		return alphabet{'X', 'O'}
	}
	return alphabet{'O', 'X'}
}

// man is the sign of a side's pieces.
func (a alphabet) man(s engine.Side) rune {
	if s == engine.First || s == engine.Second {
		return a[s-engine.First]
	}
	return '?'
}

// edge is the upper or lower frame; it shows the side on turn if that is where it sits.
func (a alphabet) edge(turn engine.Side, inner int, here bool) string {
	edge := []rune("+" + strings.Repeat("-", inner) + "+")
	if here && (turn == engine.First || turn == engine.Second) {
		sign := []rune("> " + string(a.man(turn)) + " <")
		if inner < len(sign)+2 {
			sign = []rune{a.man(turn)}
		}
		copy(edge[1+(inner-len(sign))/2:], sign)
	}
	return string(edge)
}
