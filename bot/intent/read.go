package intent

import (
	"slices"
	"strings"
	"unicode"

	"tabuleiro/bot/speech"
)

// Read is what a text may mean, the likeliest first: what a pattern says that it fits as a whole, if it is like other
// ways to say the same; else what it is like. The language of the reader goes first.
func (g *Grammar) Read(text, language string) []Meaning {
	words := split(text)
	if len(words) == 0 || len(words) > longest {
		return nil
	}
	fit, fits := g.whole(words, language)
	all := g.weighed(fit, fits, words, language)
	if len(all) == 0 {
		return nil
	}
	name, _, _ := strings.Cut(all[0].Command, " ")
	switch plain := all[0].Whole || all[0].Likely; {
	case !g.how(words, text): // they may mean to do nothing yet
		if g.wonders(all[0], text, words) {
			all[0].Whole, all[0].Likely = false, false
		}
	case plain && slices.Contains(explained, name):
		all[0] = Meaning{Command: How + all[0].Command, Person: all[0].Person, Whole: true}
	case binds(all[0].Command) || name == "play":
		all[0].Whole, all[0].Likely = false, false
	}
	return all
}

// How stands before a command that people ask about how it is done, in the meaning of their question.
const How = "how "

// explained are the commands whose way is told to those who ask for it, in a line of the help.
var explained = strings.Fields("undo draw resign cancel accept decline stop claim give pause away block unblock link " +
	"unlink rematch")

// AsksHow tells whether people ask how something is done: "how do I take back?", "como desisto".
func (g *Grammar) AsksHow(text string) bool { return g.how(split(text), text) }

// how is AsksHow of a text and its words.
func (g *Grammar) how(words []token, text string) bool {
	for _, w := range words {
		if g.book.Meaning("intent-how-first", w.word) {
			return true
		}
		if !g.tongues[0].little[w.word] {
			break
		}
	}
	return g.book.Phrased("intent-how", text)
}

// wonders tells whether people only think about something: "what if I play 10-14", "should I double"; or whether they
// ask if they may do it, or have to, which is another thing than a wish where it cannot be undone; or something about
// playing, as "how long does a game take?", unless a match is wished for in just such words; or they do not want it.
func (g *Grammar) wonders(m Meaning, text string, words []token) bool {
	var all strings.Builder
	for _, w := range words {
		all.WriteString(" " + w.word)
	}
	said := all.String()
	name, _, _ := strings.Cut(m.Command, " ")
	plays, asked := name == "play" || name == "rematch", speech.HasQuestion(text)
	does := binds(m.Command) || plays || name == "resign"
	switch {
	case asked && OnlyAsked(m.Command):
		return true
	// "is anybody there?"
	case asked && m.Command == "play friend" && m.like < wished && !slices.ContainsFunc(words, g.plays):
		return true
	case does && g.book.Phrased("intent-wonder", said), does && (m.like < wished || name == "rematch") &&
		g.book.Phrased("intent-refuse", said):
		return true
	case (binds(m.Command) || name == "resign") && name != "undo" && name != "play" && g.book.Phrased("intent-may", said):
		return true
	case !asked || !slices.ContainsFunc(words[:min(2, len(words))],
		func(w token) bool { return g.book.Meaning("intent-ask", w.word) }):
		return false
	}
	return name == "draw" || (plays || name == "resign" || name == "language") && m.like < wished
}

// plays tells whether a word is one of those who want to play.
func (g *Grammar) plays(w token) bool { return g.book.Meaning("intent-plays", w.word) }

// longest is how many words a wish has: of more, something else is told.
const longest = 40

// token is a word as it was said and as it is compared, and whether it was written with a slip.
type token struct {
	said, word string
	slip       bool
}

// split takes a text apart into words.
func split(text string) (all []token) {
	for _, said := range strings.Fields(text) {
		if strings.Trim(said, "?¿!¡") == "" && strings.Contains(said, "?") {
			all = append(all, token{said: said, word: "?"})
			continue
		}
		said = strings.TrimSuffix(strings.TrimSuffix(said, "'s"), "’s")
		said = strings.TrimFunc(said, func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '@' && r != '#'
		})
		if said == "" {
			continue
		}
		if strings.ContainsFunc(said, unicode.IsDigit) || strings.ContainsAny(said, "@#=") {
			all = append(all, token{said: said, word: speech.Fold(said)})
			continue
		}
		parts := strings.FieldsFunc(said, func(r rune) bool {
			return r == '-' || r == '/' || r == ',' || r == '.' ||
				r == '?' || r == '!'
		})
		for _, p := range parts {
			word := strings.Map(func(r rune) rune {
				if r == '\'' || r == '’' {
					return -1
				}
				return r
			}, speech.Fold(p))
			all = append(all, token{said: p, word: word})
		}
	}
	return all
}

// whole is the likeliest meaning of a pattern that words fit as a whole, in the language of the reader or, where it is
// none there, in another one.
func (g *Grammar) whole(words []token, language string) (best Meaning, ok bool) {
	for _, own := range []bool{true, false} {
		for i := range g.tongues {
			if t := g.tongues[i]; (t.language == language) == own {
				if m, fits := g.wholeIn(t, words); fits && (!ok || m.score > best.score) {
					best, ok = m, true
				}
			}
		}
		if ok {
			break
		}
	}
	return best, ok
}

// wholeIn is whole in a language. A word taken for a name that makes no sense as one may be another word with a slip.
func (g *Grammar) wholeIn(t tongue, words []token) (Meaning, bool) {
	m, names, ok := g.wholeWith(t, words, true)
	if !ok && names {
		m, _, ok = g.wholeWith(t, words, false)
	}
	return m, ok
}

// wholeWith is wholeIn of words among which names are looked for, or are not.
func (g *Grammar) wholeWith(t tongue, words []token, naming bool) (best Meaning, names, ok bool) {
	at := make([][]named, len(words))
	words = t.plainly(words)
	for i := range words {
		at[i] = g.slotsAt(t, words, i)
		if len(at[i]) == 1 && at[i][0].kind == "person" {
			names = true
			if !naming {
				at[i] = nil
			}
		}
	}
	for i, w := range words {
		if len(at[i]) == 0 {
			words[i].word, words[i].slip = t.corrected(w.word)
		}
	}
	for _, in := range t.intents {
		for _, pattern := range in.patterns {
			if m, fits := t.match(in, pattern, words, at); fits && (!ok || m.score > best.score) {
				best, ok = m, true
			}
		}
	}
	return best, names, ok
}

// plainly are words as the grammar has them.
func (t tongue) plainly(words []token) []token {
	words = slices.Clone(words)
	for i, w := range words {
		words[i].word = t.plain(w.word)
	}
	return words
}

// match holds a pattern against words, all of which it has to understand, and not only by supposing slips. The score
// grows with what was understood; a word that is only begun like that of the pattern counts less, and one with a slip
// still less.
func (t tongue) match(in intent, pattern []part, words []token, at [][]named) (Meaning, bool) {
	m := Meaning{Command: in.command, Whole: true, of: in.command}
	next, cost, slips, met := 0, 0, 0, 0
	kinds := map[string]string{}
	not := slices.ContainsFunc(pattern, func(p part) bool { return t.not[p.words[0]] })
	for i := 0; i < len(words); {
		if p, exact, ok := follows(pattern, next, words[i].word); ok {
			next, met, i = p+1, met+1, i+1
			if !exact {
				cost++
			}
			if words[i-1].slip {
				slips++
			}
			continue
		}
		s, ok := pick(in, pattern, next, at[i])
		if ok && s.kind != "move" && kinds[s.kind] == s.value { // said twice: "easy, I am a beginner"
			i += s.length
			continue
		}
		if ok && (kinds[s.kind] == "" || s.kind == "move") {
			kinds[s.kind] = s.value
			if next < len(pattern) && pattern[next].words[0] == "{"+s.kind+"}" {
				next++
			}
			m.take(in, s)
			met, i = met+1, i+s.length
			continue
		}
		switch word := words[i].word; {
		case t.not[word] && !not:
			return m, false
		case in.kinds["people"] && m.Person != "": // the next of several names
		case !t.filler[word] && !t.not[word] && !in.words[word]:
			return m, false
		}
		i++
	}
	for ; next < len(pattern); next++ {
		if !pattern[next].maybe {
			return m, false
		}
	}
	m.settle(kinds["friend"] != "")
	m.score = 10*met - cost - 3*slips
	return m, met > slips
}

// take adds a slot to what is meant.
func (m *Meaning) take(in intent, s named) {
	if s.kind == "person" {
		m.Person = s.value
	} else {
		m.Command += " " + in.typed(s)
	}
}

// settle has a match against somebody be none against the bot: "does anybody want to play with me".
func (m *Meaning) settle(friend bool) {
	called := m.Person != "" || strings.Contains(m.Command, " @")
	if friend || called {
		m.Command = strings.Replace(m.Command, " house", "", 1)
	}
	if called && m.of == "play" {
		m.Command = strings.Replace(m.Command, " friend", "", 1)
	}
}

// follows finds the part of a pattern that a word is, from some place on, over parts that may be missing; exact, if not
// only its beginning is.
func follows(pattern []part, from int, word string) (at int, exact, ok bool) {
	for p := from; p < len(pattern); p++ {
		if slices.Contains(pattern[p].words, word) {
			return p, true, true
		}
		for _, w := range pattern[p].words {
			if stem, all := strings.CutSuffix(w, "*"); all && strings.HasPrefix(word, stem) {
				return p, false, true
			}
		}
		if !pattern[p].maybe {
			break
		}
	}
	return 0, false, false
}
