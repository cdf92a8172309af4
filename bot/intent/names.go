package intent

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Names are the people whom a text names behind a word like "with", as they were said: "a tournament with mia and raj".
// Words that mean something else are none. At most mostNamed are told.
func (g *Grammar) Names(text, language string) []string {
	var names []string
	for _, own := range []bool{true, false} {
		for i := range g.tongues {
			if t := &g.tongues[i]; (t.language == language) == own && len(names) == 0 {
				names = t.names(split(text))
			}
		}
	}
	return names[:min(len(names), mostNamed)]
}

// mostNamed are told of those whom a text names.
const mostNamed = 8

// names are those behind the first word that people are named behind.
func (t *tongue) names(words []token) (names []string) {
	behind := false
	for _, w := range words {
		handle, called := strings.CutPrefix(w.said, "@")
		letters := strings.IndexFunc(handle, func(r rune) bool { return !unicode.IsLetter(r) && r != '_' && !called }) < 0
		switch {
		case t.among[w.word]:
			behind = true
		case !behind || !called && t.filler[w.word]:
		case letters && utf8.RuneCountInString(handle) > 1 && !t.familiar(w.word) && t.exactly([]string{w.word}) == "":
			names = append(names, w.said)
		default:
			return names
		}
	}
	return names
}
