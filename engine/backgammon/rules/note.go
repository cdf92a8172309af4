package rules

import (
	"slices"
	"strconv"
	"strings"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon/board"
)

// Format implements engine.Notator. Without a notation it is the manual's where its rules are played. In the manual's
// notation every die is "origin, pips" by the numbers of the board, as in 17, 3 19, 3, a place from where to go on is
// "12,", and doubling and passing are "0, 0" and "100, 100". Only where that would not tell which die bears a checker
// off, and it matters, a text stays as it is.
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
	case !ok || t.odd != "" || text == strconv.Itoa(board.Bar): // which is no point of the board
		return text
	case len(t.legs) == 0:
		return noteOrigin(p, t.open) + ","
	}
	return p.notePlay(text, t)
}

// notePlay is Format for the text of a play. A step that cannot be played, as refusals name one, is a way between places
// of the board where the rules have its numbers.
func (p Position) notePlay(text string, t typed) string {
	r := p.match(t)
	if r.steps == nil && p.Rules.Absolute && p.Mover == 0 && len(t.legs) == 1 {
		return leg{from: mirror(t.legs[0].from), to: mirror(t.legs[0].to)}.String()
	}
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

// noteOrigin is a place of the mover as the manual has it.
func noteOrigin(p Position, place int) string {
	switch {
	case place == board.Bar:
		return "-1"
	case p.Mover == 0:
		place = board.Mirror(place)
	}
	return strconv.Itoa(place)
}

// dice are the dice of a roll, those of a double four times.
func (p Position) dice() []int {
	if p.Dice[0] == p.Dice[1] {
		return slices.Repeat(p.Dice[:1], 4)
	}
	return p.Dice[:]
}
