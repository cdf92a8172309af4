package rules

import (
	"slices"
	"strconv"
	"strings"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon/board"
)

// Note implements engine.Scribe. Without a notation it is the manual's where its rules are played. In the manual's
// notation every die is "origin, pips" by the numbers of the board, as in 17, 3 19, 3, a place from where to go on is
// "12,", and doubling and passing are "0, 0" and "100, 100". Only where that would not tell which die bears a checker
// off, and it matters, a text stays as it is.
func (p Position) Note(text, notation string) string {
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
	t, ok := split(text)
	if !ok || !t.own || t.odd != "" {
		return text
	}
	if len(t.legs) == 0 {
		return noteOrigin(p, t.open) + ","
	}
	if t.open >= 0 || !settle(p, t.legs) {
		return text
	}
	var s strings.Builder
	for i, l := range t.legs {
		if i > 0 {
			s.WriteByte(' ')
		}
		s.WriteString(noteOrigin(p, l.From) + ", " + strconv.Itoa(l.die))
	}
	return s.String()
}

// Word implements engine.Scribe.
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
		place = board.Across(place)
	}
	return strconv.Itoa(place)
}

// settle finds the die of each leg, the furthest first, or says that there is not just one way that matters.
func settle(p Position, legs []Leg) bool {
	left := []int{p.Dice[0], p.Dice[1]}
	if left[0] == left[1] {
		left = append(left, left...)
	}
	use := func(l *Leg, die int) bool {
		i := slices.Index(left, die)
		if i >= 0 {
			left[i], l.die = 0, die
		}
		return i >= 0 && l.From-die <= l.To
	}
	for i := range legs {
		if l := &legs[i]; l.To != board.Off && !use(l, l.From-l.To) {
			return false
		}
	}
	for i := range legs {
		l := &legs[i]
		if l.To != board.Off {
			continue
		}
		// Both dice may be large enough for the only leg. Then either will do, as the other one bears off the next
		// checker; but with others behind, only the exact die does, unless the rules let any die, and then it matters
		// which.
		die, single := slices.Max(left), len(legs) == 1 && p.Dice[0] != p.Dice[1]
		if single && p.Rules.AnyOff && l.From <= slices.Min(left) {
			return false
		}
		if behind := p.Sides[p.Mover].Some() >> (l.From + 1); single && behind != 0 && slices.Contains(left, l.From) {
			die = l.From
		}
		if !use(l, die) {
			return false
		}
	}
	return true
}
