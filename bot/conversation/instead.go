package conversation

import (
	"slices"
	"strings"

	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
)

// squaresWanted is what squares are to be called by a text that names both letters and numbers, one of them as what it
// does not want, "letters instead of numbers": "letters" or "numbers"; "" if it says no such thing.
func squaresWanted(req *request.Request) string {
	book := req.Guide.Languages.Book
	words := speech.Words(req.Event.Text)
	last := 0                      // where one was named
	unwanted := func(i int) bool { // what turns it round stands close before it
		before := words[max(last, i-mostBetween):i]
		return slices.ContainsFunc(before, func(w string) bool { return book.Meaning("intent-not", w) }) ||
			book.Phrased("intent-instead-of", strings.Join(before, " "))
	}
	wants := map[bool]string{}
	for i, w := range words {
		for key, kind := range map[string]string{"intent-letters": "letters", "intent-numbers": "numbers"} {
			if book.Meaning(key, w) {
				wants[!unwanted(i)], last = kind, i+1
			}
		}
	}
	if wants[true] == wants[false] {
		return ""
	}
	other := map[string]string{"letters": "numbers", "numbers": "letters"}
	if wants[true] == "" {
		return other[wants[false]]
	}
	return wants[true]
}

// mostBetween is how many words stand at the most between "instead of" and what is not wanted, with those of it.
const mostBetween = 4

// longestSuggested is how many letters a sentence has that is suggested.
const longestSuggested = 40

// saysOne tells whether one of the words of a text has a meaning.
func saysOne(req *request.Request, key string) bool {
	return slices.ContainsFunc(speech.Words(req.Event.Text),
		func(w string) bool { return req.Guide.Languages.Book.Meaning(key, w) })
}
