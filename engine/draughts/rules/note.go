package rules

import (
	"strconv"
	"strings"

	"tabuleiro/engine"
	"tabuleiro/engine/grid"
)

const (
	numbers = "numbers"
	letters = "letters"
)

var notations = []string{numbers, letters}

// Note implements engine.Scribe: in letters, every number of a square is its name, as in c3xe5 or huff c5.
func (p Position) Note(text, notation string) string {
	if notation != letters {
		return text
	}
	v := p.Variant
	noted := make([]byte, 0, 2*len(text))
	for i := 0; i < len(text); {
		n := i
		for n < len(text) && text[n] >= '0' && text[n] <= '9' {
			n++
		}
		if n == i {
			noted = append(noted, text[i])
			i++
			continue
		}
		square, err := strconv.Atoi(text[i:n])
		if err != nil || square < 1 || square > v.Count || i > 0 && text[i-1] >= 'a' && text[i-1] < 'a'+byte(v.Width) {
			return text // it has names already, or is no move
		}
		noted = append(noted, grid.Name(v.cell[square]%v.Width, v.cell[square]/v.Width)...)
		i = n
	}
	return string(noted)
}

// Word implements engine.Scribe.
func (p Position) Word(m engine.Move) (word, at string) {
	switch word, at, _ = strings.Cut(string(m), " "); word {
	case DemandText, HuffText:
		return word, at
	}
	return "", ""
}
