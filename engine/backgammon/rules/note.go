package rules

import (
	"slices"
	"strconv"
	"strings"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon/board"
)

// Format implements engine.Notator; without a notation it uses the manual's if its rules are played. In the manual's
// notation every die is "origin, pips" by the numbers on the board, as in 17, 3 19, 3, a place to continue from is
// "12,", and doubling and passing are "0, 0" and "100, 100".
func (p Position) Format(text, notation string) string {
	if notation != manual && (notation != "" || !p.Rules.Absolute) {
		return text
	}
	switch m := engine.Move(text); {
	case m == Double:
		return "0, 0"
	case m == engine.Pass:
		return "100, 100"
	case p.Phase != Playing:
		return text
	}
	t, ok := p.split(text)
	switch {
	case !ok || t.odd != "" || text == strconv.Itoa(board.Bar): // which is not a point of the board
		return text
	case len(t.legs) == 0:
		return noteOrigin(p, t.open) + ","
	}
	return p.notePlay(text, t)
}

// notePlay is Format for the text of a play. A single step that cannot be played, as in an error, becomes a way
// between places of the board if the rules use its numbers.
func (p Position) notePlay(text string, t typed) string {
	r := p.match(t)
	if r.steps == nil && p.Rules.Absolute && p.Mover == 0 && len(t.legs) == 1 {
		return leg{from: mirror(t.legs[0].from), to: mirror(t.legs[0].to)}.String()
	}
	// Without exact dice the text would not say which die bears a checker off, so it stays as it is if that matters.
	if t.open != board.Off || r.steps == nil || r.exact == "" && r.doubts {
		return text
	}
	var words []string
	for _, s := range r.steps {
		words = append(words, noteOrigin(p, s.From())+", "+strconv.Itoa(s.Die()))
	}
	return strings.Join(words, " ")
}

// Word implements engine.Notator.
func (p Position) Word(m engine.Move) (word, at string) {
	switch m {
	case Roll, Double, Take, Drop, engine.Pass:
		return string(m), ""
	}
	return "", ""
}

// noteOrigin returns a place of the mover in the manual's notation.
func noteOrigin(p Position, place int) string {
	switch {
	case place == board.Bar:
		return "-1"
	case p.Mover == 0:
		place = board.Mirror(place)
	}
	return strconv.Itoa(place)
}

// dice returns the dice of a roll, four of them for a double.
func (p Position) dice() []int {
	if p.Dice[0] == p.Dice[1] {
		return slices.Repeat(p.Dice[:1], 4)
	}
	return p.Dice[:]
}
