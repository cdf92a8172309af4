package speech

import (
	"slices"
	"strings"
	"unicode"
)

// Phrased reports whether a text has one of the phrases that stand under a key in any language, with commas between
// them,
// whatever else it says. Marks between words make no difference, nor does an apostrophe in one.
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

// normalize are the words of a text with blanks between them.
func normalize(text string) string { return strings.Join(Words(text), " ") }

// Words are the words of a text and the numbers in it, folded. An apostrophe in one makes no difference.
func Words(text string) []string {
	text = strings.NewReplacer("'", "", "’", "").Replace(Fold(text))
	return strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}
