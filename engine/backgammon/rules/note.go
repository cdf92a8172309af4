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
	ways := p.split(text)
	if len(ways) == 0 || ways[0].odd != "" {
		return text
	}
	t := ways[0]
	if len(t.legs) == 0 {
		return noteOrigin(p, t.open) + ","
	}
	if t.open >= 0 || t.legs[0].die != 0 || !settle(p, t.legs) {
		return text
	}
	var s strings.Builder
	for i, l := range t.legs {
		if i > 0 {
			s.WriteByte(' ')
		}
		s.WriteString(noteOrigin(p, l.from) + ", " + strconv.Itoa(l.die))
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
func settle(p Position, legs []leg) bool {
	left := p.dice()
	for i := range legs {
		if l := &legs[i]; l.to != board.Off {
			l.die = l.from - l.to
			if !use(left, l.die) {
				return false
			}
		}
	}
	single := len(legs) == 1 && p.Dice[0] != p.Dice[1]
	for i := range legs {
		l := &legs[i]
		if l.to != board.Off {
			continue
		}
		// Both dice may be large enough for the only leg. Then either will do, as the other one bears off the next
		// checker; but with others behind, only the exact die does, unless the rules let any die, and then it matters
		// which.
		l.die = slices.Max(left)
		switch behind := p.Sides[p.Mover].Some() >> (l.from + 1); {
		case single && p.Rules.AnyOff && l.from <= slices.Min(left):
			return false
		case single && behind != 0 && slices.Contains(left, l.from):
			l.die = l.from
		}
		if !use(left, l.die) || l.die < l.from {
			return false
		}
	}
	return true
}

// dice are the dice of a roll, those of a double four times.
func (p Position) dice() []int {
	if p.Dice[0] == p.Dice[1] {
		return slices.Repeat(p.Dice[:1], 4)
	}
	return p.Dice[:]
}

// use takes a die from those that are left, if it is there.
func use(left []int, die int) bool {
	i := slices.Index(left, die)
	if i >= 0 {
		left[i] = 0
	}
	return i >= 0
}
