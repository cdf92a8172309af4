package conversation

import (
	"slices"
	"strconv"
	"strings"

	"tabuleiro/bot/speech"
)

// spelt are the moves between numbered squares that words may say, as they are typed: "nine to thirteen", "vinte e um
// dezassete"; none if a word is no number, and none that goes between them. Words that may be one number or two are
// read both ways.
func spelt(book *speech.Book, text string) (moves []string) {
	readings := [][]int{{}}
	words := strings.Fields(strings.NewReplacer("-", " ", ",", " ").Replace(strings.TrimRight(speech.Fold(text), ".! ")))
	joined := false // by a word that makes one number of two
	for i, w := range words {
		n := squareNumber(book, w)
		switch {
		case n > 0:
			var next [][]int
			for _, r := range readings {
				last := 0
				if len(r) > 0 {
					last = r[len(r)-1]
				}
				if last >= 20 && last%10 == 0 && n < 10 {
					next = append(next, append(slices.Clone(r[:len(r)-1]), last+n))
				}
				if !joined {
					next = append(next, append(slices.Clone(r), n))
				}
			}
			readings, joined = next, false
		case book.Meaning("intent-joined", w) && i > 0 && squareNumber(book, words[i-1]) >= 20:
			joined = true
		case !book.Meaning("intent-to", w):
			return nil
		}
	}
	for _, r := range readings {
		var squares []string
		for _, n := range r {
			squares = append(squares, strconv.Itoa(n))
		}
		if len(squares) > 1 && !joined {
			moves = append(moves, strings.Join(squares, "-"))
		}
	}
	return moves
}

// squareNumber is the number that a word is, up to that of the last square; 0 if it is none.
func squareNumber(book *speech.Book, word string) int {
	for _, all := range book.All("intent-squares") {
		for pair := range strings.FieldsSeq(speech.Fold(all)) {
			if name, number, _ := strings.Cut(pair, "="); name == word {
				n, _ := strconv.Atoi(number) // digits
				return n
			}
		}
	}
	return 0
}
