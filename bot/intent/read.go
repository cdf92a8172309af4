package intent

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"tabuleiro/bot/speech"
)

// Read is what a text may mean, the likeliest first; a whole meaning comes before others. The language of the reader
// goes first. Of a text of several clauses that means nothing as a whole, the only clause with a meaning of its own is
// the likeliest.
func (g *Grammar) Read(text, language string) []Meaning {
	clauses, all := clausesOf(text), g.read(text, language)
	if m, ok := g.sameOf(clauses, language); ok {
		return append([]Meaning{m}, slices.DeleteFunc(all, func(other Meaning) bool { return other.Command == m.Command })...)
	}
	if len(all) > 0 && all[0].Whole {
		return all
	}
	if len(clauses) < 2 {
		return all
	}
	var only []Meaning
	for _, clause := range clauses {
		m := g.read(clause, language)
		if len(m) == 0 || !m[0].Whole || !m[0].own {
			continue
		}
		m[0].Whole, m[0].Likely = strings.HasPrefix(m[0].Command, "play"), true
		if last := len(only) - 1; last >= 0 && (polite[m[0].Command] || only[last].Command == m[0].Command) {
			continue
		} else if last >= 0 && polite[only[last].Command] {
			only = only[:last]
		}
		only = append(only, m[0])
	}
	if len(only) != 1 {
		return all
	}
	return append(only, slices.DeleteFunc(all, func(m Meaning) bool { return m.Command == only[0].Command })...)
}

// sameOf is what clauses mean all of which mean the same by themselves: "thanks a lot, good game!" is thanks twice.
func (g *Grammar) sameOf(clauses []string, language string) (same Meaning, ok bool) {
	for i, clause := range clauses {
		m := g.read(clause, language)
		if len(m) == 0 || !m[0].Whole || !m[0].own || i > 0 && m[0].Command != same.Command {
			return Meaning{}, false
		}
		same = m[0]
	}
	return same, len(clauses) > 1
}

// polite are meanings that go with any other.
var polite = map[string]bool{"thanks": true, "bye": true, "start": true}

// clausesOf takes a text apart where a sentence or a part of one ends.
func clausesOf(text string) []string {
	all := strings.FieldsFunc(strings.ReplaceAll(text, ", ", ";"), func(r rune) bool { return strings.ContainsRune(";:!?…\n", r) })
	return slices.DeleteFunc(all, func(c string) bool { return strings.TrimSpace(c) == "" })
}

// read is Read of a single clause.
func (g *Grammar) read(text, language string) []Meaning {
	var found []Meaning
	words := split(text)
	if len(words) == 0 || len(words) > longest {
		return nil
	}
	own := slices.IndexFunc(g.tongues, func(t tongue) bool { return t.language == language })
	for i := range g.tongues {
		t := g.tongues[(max(own, 0)+i)%len(g.tongues)]
		for _, m := range g.readIn(t, words) {
			m.own = t.language == language
			found = append(found, m)
		}
		if i == 0 && slices.ContainsFunc(found, func(m Meaning) bool { return m.Whole }) {
			break
		}
	}
	slices.SortStableFunc(found, func(a, b Meaning) int {
		return cmp.Or(first(a.Whole, b.Whole), first(a.own, b.own), b.score-a.score)
	})
	var distinct []Meaning
	for _, m := range found {
		same := func(d Meaning) bool { return d.Command == m.Command && d.Person == m.Person }
		if !slices.ContainsFunc(distinct, same) {
			distinct = append(distinct, m)
		}
	}
	if len(distinct) > 0 {
		best := &distinct[0]
		best.Likely = best.Whole || best.strange < 2 && best.met > 1 && best.own && (len(distinct) == 1 || distinct[1].score < best.score-lead)
	}
	return distinct
}

// first orders what is before what is not.
func first(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// lead is by how much the likeliest meaning is more so than the next one, if it is to be taken for granted.
const lead = 5

// longest is how many words a wish has: of more, something else is told.
const longest = 24

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
		parts := strings.FieldsFunc(said, func(r rune) bool { return r == '-' || r == '/' || r == ',' || r == '.' || r == '?' || r == '!' })
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

// readIn is what words mean in a language. What was taken for a name, and makes no sense as one, may be a word with a
// slip.
func (g *Grammar) readIn(t tongue, words []token) []Meaning {
	found, names := g.readWith(t, words, true)
	if len(found) == 0 && names {
		found, _ = g.readWith(t, words, false)
	}
	return found
}

// readWith is readIn of words among which names are looked for, or are not.
func (g *Grammar) readWith(t tongue, words []token, naming bool) (found []Meaning, names bool) {
	at := make([][]named, len(words))
	words = slices.Clone(words)
	for i, w := range words {
		words[i].word = t.plain(w.word)
	}
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
	possible := t.possible(words)
	for i, in := range t.intents {
		best := Meaning{score: -1}
		for j, pattern := range in.patterns {
			if !possible[place{i, j}] {
				continue
			}
			m, ok := t.match(in, pattern, words, at)
			if !ok {
				m, ok = t.scattered(in, pattern, words)
			}
			if ok && (best.score < 0 || m.Whole && !best.Whole || m.Whole == best.Whole && m.score > best.score) {
				best = m
			}
		}
		if best.score >= 0 {
			found = append(found, best)
		}
	}
	return found, names
}

// match holds a pattern against words. The score grows with what was understood; a word that is only begun like that of
// the pattern counts less, and one with a slip still less.
func (t tongue) match(in intent, pattern []part, words []token, at [][]named) (Meaning, bool) {
	m := Meaning{Command: in.command}
	next, extra, cost, slips, met := 0, 0, 0, 0, 0
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
			if s.kind == "person" {
				m.Person = s.value
			} else {
				m.Command += " " + in.typed(s)
			}
			met, i = met+1, i+s.length
			continue
		}
		switch word := words[i].word; {
		case t.not[word] && !not:
			return m, false
		case in.kinds["people"] && m.Person != "": // the next of several names
		case !t.filler[word] && !t.not[word] && !in.words[word]:
			extra++
		}
		i++
	}
	for ; next < len(pattern); next++ {
		if !pattern[next].maybe {
			return m, false
		}
	}
	if kinds["friend"] != "" { // "does anybody want to play with me"
		m.Command = strings.Replace(m.Command, " house", "", 1)
	}
	m.Whole, m.strange, m.met = extra == 0 && met > slips, extra, met-slips
	m.score = 10*met - cost - 3*slips - 6*extra
	if !m.Whole && len(pattern) == 1 && strings.HasPrefix(pattern[0].words[0], "{") { // a thing is named, and not what for
		m.score -= lead + 1
	}
	return m, met > 0 && m.score >= 0 && (m.Whole || 2*extra <= 3*met)
}

// scattered holds a pattern of several words against those of a text in any order.
func (t tongue) scattered(in intent, pattern []part, words []token) (Meaning, bool) {
	m := Meaning{Command: in.command}
	found := make([]bool, len(words))
	not := false
	for _, p := range pattern {
		not = not || t.not[p.words[0]]
		at := slices.IndexFunc(words, func(w token) bool { return !w.slip && p.has(w.word) })
		if at < 0 && !p.maybe {
			return m, false
		}
		if at >= 0 && !found[at] {
			found[at] = true
			m.met++
		}
	}
	for i, w := range words {
		switch {
		case found[i]:
		case t.not[w.word] && !not:
			return m, false
		case !t.filler[w.word] && !t.not[w.word] && !in.words[w.word]:
			m.strange++
		}
	}
	m.score = 10*m.met - outOfOrder - 6*m.strange
	return m, m.met > 1 && m.strange < 2
}

// outOfOrder is what words in another order than that of their pattern cost.
const outOfOrder = 8

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
