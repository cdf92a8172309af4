package rules

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tabuleiro/engine"
	"tabuleiro/engine/grid"
)

const (
	numbers = "numbers"
	letters = "letters"
)

// notationsOf lists the notations, the canonical one first.
func notationsOf(r Rules) []string {
	if r.Letters {
		return []string{letters, numbers}
	}
	return []string{numbers, letters}
}

// noted matches a square in a text, by number or by name, or the sign of a capture.
var noted = regexp.MustCompile(`[a-j]?[0-9]+|:`)

// Format implements engine.Notator. In letters every number of a square becomes its name, as in c3xe5 or huff c5; if
// names are canonical, in numbers every name becomes its PDN number.
func (p Position) Format(text, notation string) string {
	v := p.Variant
	if notation != notationsOf(v.Rules)[1] {
		return text
	}
	strange := false
	written := noted.ReplaceAllStringFunc(text, func(square string) string {
		if square == ":" && !v.Letters {
			return square
		} else if square == ":" {
			return "x" // a colon between numbers is a time of day
		}
		switch n := slices.Index(v.names[:], square); {
		case n < 0:
			strange = true
			return square
		case v.Letters:
			return strconv.Itoa(v.Renumber(v.Typed(), n))
		default:
			return grid.Name(v.cell[n]%v.Width, v.cell[n]/v.Width)
		}
	})
	if strange {
		return text // already in that notation, or not a move
	}
	return written
}

// Word implements engine.Notator.
func (p Position) Word(m engine.Move) (word, at string) {
	switch word, at, _ = strings.Cut(string(m), " "); word {
	case DemandText, HuffText:
		return word, at
	}
	return "", ""
}
