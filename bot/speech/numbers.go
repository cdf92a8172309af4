package speech

import (
	"slices"
	"strconv"
	"strings"
)

// Number is the number that a word of the language is, in digits or by its name; false if it is none.
func (v Voice) Number(word string) (n int, is bool) {
	if strings.Trim(word, "0123456789") == "" {
		n, err := strconv.Atoi(word)
		return n, err == nil
	}
	n, is = v.numbers[Fold(word)]
	return n, is
}

// Number is the number that a word is in any language; false if it is none.
func (b *Book) Number(word string) (n int, is bool) {
	for _, lang := range b.languages {
		if n, is = b.voices[lang].Number(word); is {
			break
		}
	}
	return n, is
}

// BoardSize returns the squares along a side that a word names, "8x8"; false if it names none.
func BoardSize(word string) (side string, is bool) {
	side, other, is := strings.Cut(strings.ToLower(word), "x")
	return side, is && side == other && side != "" && strings.Trim(side, "0123456789") == ""
}

// Last is the position behind all others.
const Last = -1

// Place returns the position in a list that a word names in any language, "second", "2nd", "2", "two", from 1, or Last.
// It is 0 if the word names none, as "one", which may mean a thing.
func (b *Book) Place(word string) int {
	if n, is := b.Number(word); is && (n > 1 || word == "1") {
		return n
	}
	for _, order := range b.All("intent-order") {
		places := strings.Fields(Fold(order))
		for i, names := range places {
			switch {
			case !slices.Contains(strings.Split(names, "/"), Fold(word)):
			case i == len(places)-1:
				return Last
			default:
				return i + 1
			}
		}
	}
	return 0
}

// numbered parses numbers by name from a text: "one=1 two=2".
func numbered(text string) map[string]int {
	all := map[string]int{}
	for pair := range strings.FieldsSeq(Fold(text)) {
		name, digits, _ := strings.Cut(pair, "=")
		if n, err := strconv.Atoi(digits); err == nil {
			all[name] = n
		}
	}
	return all
}
