package backgammon

import (
	"slices"
	"strconv"
	"strings"

	"tabuleiro/engine"
)

// Note implements engine.Scribe. In the manual's notation every die is "origin, pips" by the numbers of the board, as in
// 17, 3 19, 3, a place from where to go on is "12,", and doubling and passing are "0, 0" and "100, 100". Only where that
// would not tell which die bears a checker off, and it matters, a text stays as it is.
func (p position) Note(text, notation string) string {
	if notation != manual {
		return text
	}
	switch m := engine.Move(text); {
	case m == double:
		return "0, 0"
	case m == engine.Pass:
		return "100, 100"
	case p.phase != playing:
		return text
	}
	t, ok := split(text)
	if !ok || !t.own || t.odd != "" {
		return text
	}
	if len(t.legs) == 0 {
		return p.noteOrigin(t.open) + ","
	}
	if t.open >= 0 || !p.settle(t.legs) {
		return text
	}
	var s strings.Builder
	for i, l := range t.legs {
		if i > 0 {
			s.WriteByte(' ')
		}
		s.WriteString(p.noteOrigin(l.from) + ", " + strconv.Itoa(l.die))
	}
	return s.String()
}

// Word implements engine.Scribe.
func (p position) Word(m engine.Move) (word, at string) {
	switch m {
	case roll, double, take, drop, engine.Pass:
		return string(m), ""
	}
	return "", ""
}

// noteOrigin is a place of the mover as the manual has it.
func (p position) noteOrigin(place int) string {
	switch {
	case place == bar:
		return "-1"
	case p.mover == 0:
		place = across(place)
	}
	return strconv.Itoa(place)
}

// settle finds the die of each leg, the furthest first, or says that there is not just one way that matters.
func (p position) settle(legs []leg) bool {
	left := []int{p.dice[0], p.dice[1]}
	if left[0] == left[1] {
		left = append(left, left...)
	}
	use := func(l *leg, die int) bool {
		i := slices.Index(left, die)
		if i >= 0 {
			left[i], l.die = 0, die
		}
		return i >= 0 && l.from-die <= l.to
	}
	for i := range legs {
		if l := &legs[i]; l.to != off && !use(l, l.from-l.to) {
			return false
		}
	}
	for i := range legs {
		l := &legs[i]
		if l.to != off {
			continue
		}
		// Both dice may be large enough for the only leg. Then either will do, as the other one bears off the next checker; but
		// with others behind, only the exact die does, unless the rules let any die, and then it matters which.
		die, single := slices.Max(left), len(legs) == 1 && p.dice[0] != p.dice[1]
		if single && p.rules.anyOff && l.from <= slices.Min(left) {
			return false
		}
		if behind := p.sides[p.mover].some() >> (l.from + 1); single && behind != 0 && slices.Contains(left, l.from) {
			die = l.from
		}
		if !use(l, die) {
			return false
		}
	}
	return true
}
