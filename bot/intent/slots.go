package intent

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// named is a slot that was found in a text.
type named struct {
	kind, value string
	length      int
}

// pick is the longest slot at a place that an intent takes.
func pick(in intent, pattern []part, next int, at []named) (best named, ok bool) {
	for _, s := range at {
		due := next < len(pattern) && pattern[next].words[0] == "{"+s.kind+"}"
		if (due || in.all && !slices.Contains(unmatched, s.kind) || in.kinds[s.kind]) && s.length > best.length {
			best, ok = s, true
		}
	}
	return best, ok
}

// unmatched are the kinds of slots that no match is begun with.
var unmatched = []string{"move", "steps", "about", "square", "row"}

// typed is how a slot is typed behind a command.
func (in intent) typed(s named) string {
	value, _ := strings.CutPrefix(s.value, s.kind+"=")
	switch {
	case s.kind == "span" && in.all:
		return "time=" + value
	case slices.Contains([]string{"span", "game", "about", "square", "row"}, s.kind):
		return value
	}
	return s.value
}

// slotsAt are the slots that may begin at a place.
func (g *Grammar) slotsAt(t tongue, words []token, i int) (found []named) {
	for n := min(3, len(words)-i); n > 0; n-- {
		var some []string
		for _, w := range words[i : i+n] {
			some = append(some, w.word)
		}
		if game := g.game(t, some); game != "" {
			found = append(found, named{"game", game, n})
			break
		}
	}
	for _, s := range t.slots {
		for _, way := range s.ways {
			if n, number := t.spoken(way, words[i:]); n > 0 {
				found = append(found, named{s.kind, inDays(strings.ReplaceAll(s.value, "#", number)), n})
			}
		}
	}
	for at := i + 2; at < min(i+4, len(words)) && t.to[words[i+1].word] && t.number(words[i].said) != ""; at++ {
		if t.number(words[at].said) != "" {
			found = append(found, named{"steps", words[i].said + "-" + words[at].said, at + 1 - i})
			break
		}
		if !t.filler[words[at].word] { // "da 11 para a 15"
			break
		}
	}
	word := words[i]
	switch handle, ok := strings.CutPrefix(word.said, "@"); {
	case ok && handle != "":
		found = append(found, named{"opponent", word.said, 1})
	case strings.HasPrefix(word.said, "#"):
		found = append(found, named{"match", word.said, 1})
	case strings.Contains(word.said, "="): // each option for itself
		key, _, _ := strings.Cut(word.word, "=")
		found = append(found, named{"option " + key, word.said, 1})
	case strings.ContainsFunc(word.word, unicode.IsDigit):
		if span, ok := spanOf(word.word); ok {
			found = append(found, named{"span", span, 1})
		}
		if strings.ContainsAny(word.word, "-/x:") || squared(word.word) {
			found = append(found, named{"move", word.said, 1})
		}
	case i > 0 && !(t.little[word.word] && !isName(word)) && !t.filler[word.word] && !t.inGrammar[word.word] &&
		utf8.RuneCountInString(word.word) > 1 && len(found) == 0:
		before := words[i-1].word
		if t.against[before] || i > 1 && t.filler[before] && t.against[words[i-2].word] {
			found = append(found, named{"person", word.said, 1})
		}
	}
	return found
}

// inDays has weeks be days: nothing is typed in weeks.
func inDays(value string) string {
	weeks, ok := strings.CutSuffix(value, "w")
	if n, err := strconv.Atoi(strings.TrimPrefix(weeks, "span=")); ok && err == nil {
		return "span=" + strconv.Itoa(7*n) + "d"
	}
	return value
}

// squared tells whether a word is a letter and a number, as squares are called.
func squared(word string) bool {
	return len(word) > 1 && len(word) < 4 && word[0] >= 'a' && word[0] <= 'j' && strings.Trim(word[1:], "0123456789") == ""
}

// spanOf reads a time as it is typed, "3d" or "10m+5s".
func spanOf(word string) (string, bool) {
	hours, minutes, ok := strings.Cut(strings.TrimSuffix(word, "m"), "h")
	if ok && len(minutes) == 2 && strings.Trim(hours+minutes, "0123456789") == "" {
		return hours + "h" + minutes + "m", hours != ""
	}
	for part := range strings.SplitSeq(word, "+") {
		number := strings.TrimLeft(part, "0123456789")
		if len(number) == len(part) || !slices.Contains([]string{"d", "h", "m", "s", "min"}, number) {
			return "", false
		}
	}
	return strings.ReplaceAll(word, "min", "m"), true
}

// spoken tells how many words a way to name something takes, and the number in it. A word that says little may stand
// between.
func (t tongue) spoken(way []part, words []token) (n int, number string) {
	for _, p := range way {
		switch {
		case n < len(words) && p.words[0] == "#" && t.number(words[n].word) != "" &&
			!(n > 0 && t.filler[words[n].word] && t.filler[words[n-1].word]): // "a um gamão" tells no points
			var more int
			number, more = t.counted(words[n:])
			n += more
		case n < len(words) && p.has(words[n].word):
		case p.maybe:
			continue
		case n > 0 && n+1 < len(words) && t.filler[words[n].word] && p.has(words[n+1].word):
			n++
		default:
			return 0, ""
		}
		n++
	}
	return n, number
}

// has tells whether a word is one of the part, or begins like one that may.
func (p part) has(word string) bool {
	return slices.ContainsFunc(p.words, func(w string) bool {
		prefix, all := strings.CutSuffix(w, "*")
		return w == word || all && strings.HasPrefix(word, prefix)
	})
}

// mostCounted is the highest number that anything is typed with.
const mostCounted = 999

// number reads a number in digits or in a word; "" if it is none.
func (t tongue) number(word string) string {
	if n, is := t.voice.Number(word); is && n <= mostCounted {
		return strconv.Itoa(n)
	}
	return ""
}

// counted is the number that words begin with, and how many of them belong to it besides the first: "vinte e cinco".
func (t tongue) counted(words []token) (number string, more int) {
	tens, _ := t.voice.Number(words[0].word)
	more = 1
	if len(words) > 1 && t.joined[words[1].word] {
		more = 2
	}
	if len(words) > more && tens >= 20 && tens%10 == 0 && unicode.IsLetter([]rune(words[0].word)[0]) {
		if ones, _ := t.voice.Number(words[more].word); ones > 0 && ones < 10 {
			return strconv.Itoa(tens + ones), more
		}
	}
	return t.number(words[0].word), 0
}

// shortName is how long a name may be of which another word differs by a letter ("cage", "café"): only letters out of
// order are a slip then.
const shortName = 4

// letters are those of a word in one order.
func letters(word string) string {
	all := []byte(word)
	slices.Sort(all)
	return string(all)
}

// exactly is the name of the game that words name without a slip, "" if there is none.
func (t tongue) exactly(words []string) string {
	for _, between := range []string{"-", "", " "} {
		if name := t.called[strings.Join(words, between)]; name != "" {
			return name
		}
	}
	return ""
}

// game is the name of the one that words name, "" if there is none: as its table has it, or as it is called in the
// language.
func (g *Grammar) game(t tongue, words []string) string {
	if name := t.exactly(words); name != "" {
		return name
	}
	if len(words) == 1 {
		if stem, ok := t.without(words[0], func(stem string) bool { return g.called[stem] != "" }); ok {
			return g.called[stem]
		}
	}
	if len(words) == 1 && !t.inGrammar[words[0]] && !t.filler[words[0]] {
		for _, name := range g.names {
			if Near(name, words[0]) && (len(name) > shortName || letters(name) == letters(words[0])) {
				return g.called[name]
			}
		}
	}
	return ""
}
