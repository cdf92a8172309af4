package conversation

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"tabuleiro/bot/speech"
)

// spelt are the moves between numbered squares that words may say, as they are typed: "from nine to thirteen", "vinte e
// um dezassete"; none if a word is no number, and none that goes between them. Words that may be one number or two are
// read both ways.
func spelt(book *speech.Book, text string) (moves []string) {
	readings := [][]int{{}}
	words := strings.Fields(strings.NewReplacer("-", " ", ",", " ").Replace(strings.TrimRight(speech.Fold(text), ".! ")))
	if !strings.ContainsFunc(text, unicode.IsLetter) {
		return nil
	}
	tens, joined := false, false // the word before is a number of tens, or makes one number of that and the next
	if len(words) > 0 && book.Meaning("beside-from", words[0]) {
		words = words[1:]
	}
	for _, w := range words {
		n, _ := book.Number(w)
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
			readings, tens, joined = next, n >= 20, false
		case book.Meaning("intent-joined", w) && tens:
			tens, joined = false, true
		case book.Meaning("intent-to", w) || book.Meaning("beside-to", w):
			tens = false
		default:
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
