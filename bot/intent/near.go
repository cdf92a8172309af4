package intent

import (
	"math/bits"
	"slices"
	"strings"
)

// familiar tells whether a word stands in the grammar, as it is or by its beginning.
func (t tongue) familiar(word string) bool {
	return t.inGrammar[word] || t.filler[word] || t.not[word] ||
		slices.ContainsFunc(t.stems, func(stem string) bool { return strings.HasPrefix(word, stem) })
}

// plain is a word as the grammar has it that was typed in haste, drawn out ("holaaa"), or has something at its end that
// changes little: a pronoun ("ayudarme") or a diminutive.
func (t tongue) plain(word string) string {
	if long, ok := t.short[word]; ok {
		return long
	}
	if t.familiar(word) {
		return word
	}
	if drawn := squeezed(word); drawn != word && t.familiar(drawn) {
		return drawn
	}
	if stem, ok := t.without(word, t.familiar); ok {
		return stem
	}
	return word
}

// without is a word that is right once it has no ending: "me", or "ito=o" where another one takes its place.
func (t tongue) without(word string, right func(string) bool) (string, bool) {
	for _, pair := range t.endings {
		ending, instead, _ := strings.Cut(pair, "=")
		if stem, ok := strings.CutSuffix(word, ending); ok && len(stem) > 2 && right(stem+instead) {
			return stem + instead, true
		}
	}
	return "", false
}

// squeezed is a word without letters said twice in a row.
func squeezed(word string) string { return string(slices.Compact([]rune(word))) }

// corrected is the word of a pattern that one with a slip stands for; any other word is itself.
func (t tongue) corrected(word string) (right string, slip bool) {
	if t.inGrammar[word] || t.filler[word] || t.not[word] {
		return word, false
	}
	has := lettersOf(word)
	for i, right := range t.sorted {
		if apart := bits.OnesCount64(has ^ t.letters[i]); apart <= 2*mostSlips && Near(right, word) &&
			!slices.ContainsFunc(t.stems, func(stem string) bool { return strings.HasPrefix(word, stem) }) {
			return right, true
		}
	}
	return word, false
}

// mostSlips are those that Near forgives. Each changes at most two kinds of letters.
const mostSlips = 2

// lettersOf are the letters of a word, a bit each, by which most words are told apart fast.
func lettersOf(word string) (all uint64) {
	for _, r := range word {
		all |= 1 << (r % 64)
	}
	return all
}

// Near tells whether a word is another one with a slip of the finger, or with two if it is long: a letter missing, too
// many, wrong, or in the place of the next one.
func Near(right, typed string) bool {
	a, b := []rune(right), []rune(typed)
	slips := 1
	if min(len(a), len(b)) >= 8 {
		slips = mostSlips
	}
	switch n := len(a) - len(b); {
	case n > slips, n < -slips, len(a) < 4, len(b) < 4, len(a) < 5 && n != 0:
		return false
	}
	return distance(a, b) <= slips
}

// distance is that of Damerau and Levenshtein, of neighbours that change places once only.
func distance(a, b []rune) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			wrong := 1
			if a[i-1] == b[j-1] {
				wrong = 0
			}
			rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+wrong)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}
