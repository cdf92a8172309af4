package speech

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"tabuleiro/bot/chat"
)

// Clean makes any text safe to show within a line of at most limit characters: valid UTF-8, without control characters,
// line breaks, private use characters, or invisible ones that join no others.
func Clean(s string, limit int) string {
	words := strings.FieldsFunc(strings.ToValidUTF8(s, ""),
		func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) })
	marks := 0
	clean := strings.Map(func(r rune) rune {
		if marks++; !unicode.In(r, unicode.Mn, unicode.Me) {
			marks = 0
		}
		if unicode.In(r, unicode.Co, blanks) || unicode.Is(unicode.Cf, r) && !unicode.Is(unicode.Join_Control, r) ||
			marks > mostMarks {
			return -1
		}
		return r
	}, strings.Join(words, " "))
	clean = chat.Trim(clean)
	if utf8.RuneCountInString(clean) > limit {
		clean = strings.TrimSpace(string([]rune(clean)[:limit])) + "…"
	}
	return clean
}

// mostMarks bounds the combining marks of a letter: more would smear over the lines around it.
const mostMarks = 2

// blanks are letters and symbols that are invisible.
var blanks = &unicode.RangeTable{R16: []unicode.Range16{{0x115F, 0x1160, 1}, {0x2800, 0x2800, 1}, {0x3164, 0x3164, 1},
	{0xFFA0, 0xFFA0, 1}}}

// Visible reports whether any character of a text is visible.
func Visible(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool {
		return unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.S) && !unicode.Is(blanks, r)
	}) >= 0
}

// Fold makes words comparable that people type with or without capitals and accents.
func Fold(s string) string {
	s = strings.ToLower(s)
	if !strings.ContainsFunc(s, func(r rune) bool { return r > unicode.MaxASCII }) {
		return s
	}
	return norm.NFC.String(strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(s)))
}

// Phrased reports whether a text contains one of the phrases under a key, in any language. Phrases are separated by
// commas; punctuation and apostrophes make no difference.
func (b *Book) Phrased(key, text string) bool {
	phrases, known := b.meanings.Load("phrases " + key)
	if !known {
		var all []string
		for _, list := range b.All(key) {
			for phrase := range strings.SplitSeq(list, ",") {
				all = append(all, " "+normalize(phrase)+" ")
			}
		}
		phrases, _ = b.meanings.LoadOrStore("phrases "+key, all)
	}
	said := " " + normalize(text) + " "
	return slices.ContainsFunc(phrases.([]string), func(phrase string) bool { return strings.Contains(said, phrase) })
}

// Asks reports whether a text ends as a question.
func Asks(text string) bool { return strings.HasSuffix(strings.TrimSpace(text), "?") }

// HasQuestion reports whether a text asks something, at its end or before.
func HasQuestion(text string) bool { return strings.Contains(text, "?") }

// Wonders reports whether a text asks something, only thinks about it, asks if it may be done or has to be, or refuses
// it.
func (b *Book) Wonders(text string) bool {
	return HasQuestion(text) || slices.ContainsFunc([]string{"intent-may", "intent-wonder", "intent-refuse"},
		func(key string) bool { return b.Phrased(key, text) })
}

// Declines reports whether a text is a no and nothing more: by a word, or as "I don't want to".
func (b *Book) Declines(text string) bool {
	more := func(w string) bool { return !b.Meaning("intent-not", w) && !b.Meaning("intent-filler", w) }
	return b.Means("no", text) ||
		!HasQuestion(text) && b.Phrased("intent-refuse", text) && !slices.ContainsFunc(Words(text), more)
}

// normalize returns the words of a text, separated by blanks.
func normalize(text string) string { return strings.Join(Words(text), " ") }

// Words returns the words and numbers of a text, folded and without apostrophes.
func Words(text string) []string {
	text = strings.NewReplacer("'", "", "’", "").Replace(Fold(text))
	return strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// IsSlip reports whether a word of at least four letters is another one with a single slip: a letter missing, added,
// wrong, or swapped with the next.
func IsSlip(right, typed string) bool {
	a, b := []rune(right), []rune(typed)
	if min(len(a), len(b)) < 4 {
		return false
	}
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return len(a) <= 1 && len(b) <= 1 || len(a) == 2 && len(b) == 2 && a[0] == b[1] && a[1] == b[0]
}
