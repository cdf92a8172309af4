package render

import (
	"strings"

	"tabuleiro/engine"
)

// alphabet is the signs that a text board is made of.
type alphabet struct {
	men, kings   [2]rune // of First and Second; 0 as a king: two men
	empty        rune    // a square without label and piece
	rail, post   rune
	upper, lower [3]rune // where rail and post meet: left, between, right
}

var (
	ascii = &alphabet{
		men: [2]rune{'O', 'X'}, empty: '.', rail: '-', post: '|',
		upper: [3]rune{'+', '+', '+'}, lower: [3]rune{'+', '+', '+'},
	}
	// These are one column wide everywhere but in East Asian fonts, where none of their kind is.
	symbols = &alphabet{
		men: [2]rune{'○', '●'}, kings: [2]rune{'◎', '◉'}, empty: '·', rail: '─', post: '│',
		upper: [3]rune{'┌', '┬', '┐'}, lower: [3]rune{'└', '┴', '┘'},
	}
)

// Letters are the signs of First and of Second on a text board, O and X, by their colours: red and blue are r and b, as
// the report on Cage writes them, in symbols too, and where Second is white it has the O.
func Letters(colours [2]string) [2]rune {
	switch {
	case colours[0] == "red":
		return [2]rune{'r', 'b'}
	case colours[1] == "white":
		return [2]rune{ascii.men[1], ascii.men[0]}
	}
	return ascii.men
}

// signs are those in which the board of a view is to be written.
func (s Style) signs(v engine.View) *alphabet {
	a := ascii
	if s.Unicode {
		a = symbols
	}
	if v.Red {
		lettered := *a
		lettered.men, lettered.kings = Letters([2]string{"red", "blue"}), [2]rune{}
		return &lettered
	}
	if v.Black {
		turned := *a
		turned.men, turned.kings = [2]rune{a.men[1], a.men[0]}, [2]rune{a.kings[1], a.kings[0]}
		return &turned
	}
	return a
}

// man is the sign of a side's pieces.
func (a *alphabet) man(s engine.Side) rune {
	if s == engine.First || s == engine.Second {
		return a.men[s-engine.First]
	}
	return '?'
}

// edge is the upper or lower frame; it shows the side on turn if that is where it sits.
func (a *alphabet) edge(ends [3]rune, turn engine.Side, inner int, here bool) string {
	edge := []rune(strings.Repeat(string(a.rail), inner+2))
	edge[0], edge[len(edge)-1] = ends[0], ends[2]
	if here && (turn == engine.First || turn == engine.Second) {
		sign := []rune("> " + string(a.man(turn)) + " <")
		if inner < len(sign)+2 {
			sign = []rune{a.man(turn)}
		}
		copy(edge[1+(inner-len(sign))/2:], sign)
	}
	return string(edge)
}
