package intent

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	plainly = 0.38 // a part from which on a text is plainly like something
	alike   = 0.6  // a cosine from which on a text is like another one
	known   = 0.3  // the same, if each of its words is in a sentence that asks for something
	foreign = 0.25 // a part of the words that another language has to know more
	faint   = 0.2  // a cosine below which it is like nothing
	farther = 0.6  // the part of the likeliest cosine below which another meaning is not asked about
	offered = 3    // meanings that are asked about
	wished  = 0.8  // a cosine from which on a question is a wish as another one was
)

// weighed is what a pattern says beside what words are like. They are that where both agree, or where they are plainly
// like something; else they may be any of it.
func (g *Grammar) weighed(fit Meaning, fits bool, words []token, language string) (all []Meaning) {
	t, like := g.near(words, language)
	if t != nil && like[0].intent == talk && like[0].most > itself { // known to be none
		return nil
	}
	if t == nil || like[0].intent == talk || len(words) == 1 && like[0].most < itself { // a word alone may be anything
		if fits {
			return []Meaning{fit}
		}
		return nil
	}
	top := like[0]
	asks := fit.of == "move" && t.intents[top.intent].command == "why" // the reason for a move that was not taken
	agree := func(l likeness) bool {
		return l.intent != talk && begins(fit.of) == begins(t.intents[l.intent].command)
	}
	i := slices.IndexFunc(like, agree)
	if fits && !asks && (fit.of == "move" || fit.of == "if" || i == 0 || i > 0 && like[i].most > top.most) {
		if fit.of == "play friend" { // whose pattern names no game
			m := g.filled(t, t.intents[like[i].intent], words)
			fit.Command, fit.Person = m.Command, m.Person
		}
		fit.like = like[max(i, 0)].most
		return []Meaning{fit}
	}
	for i, l := range like[:min(offered, len(like))] {
		if i > 0 && l.most < farther*top.most {
			continue
		}
		if l.intent != talk && !(i > 0 && fits && t.intents[l.intent].command == fit.of) {
			all = append(all, g.filled(t, t.intents[l.intent], words))
		}
		if i == 0 && fits {
			fit.Whole = false
			all = append(all, fit)
		}
	}
	all[0].Whole = top.most > itself && top.part == 1 && !binds(all[0].Command)
	near := top.most >= alike || top.most >= known && t.asking(words)
	all[0].Likely, all[0].like = near && top.part >= plainly, top.most
	return all
}

// begins is an intent, all that begin a match being one: who is meant they tell otherwise. So are a greeting and the
// wish for the menu, that answers it.
func begins(intent string) string {
	switch intent {
	case "play friend":
		return "play"
	case "start menu":
		return "start"
	}
	return intent
}

// near is what a text is like in the language of the reader, or in another one which has clearly more of its words, or
// that very sentence; nil if it is like nothing.
func (g *Grammar) near(words []token, language string) (*tongue, []likeness) {
	var best *tongue
	most := -1.0
	for i := range g.tongues {
		t := &g.tongues[i]
		known := t.familiarity(words)
		if t.language == language {
			known += foreign
		}
		if t.known().heard[strings.Join(t.told(words), " ")] {
			known++
		}
		if known > most {
			best, most = t, known
		}
	}
	like := slices.DeleteFunc(best.like(words), func(l likeness) bool {
		if l.intent == talk {
			return false
		}
		in := best.intents[l.intent]
		return !best.named(in.command, words) || slices.Contains(placed, in.command) && !g.places(*best, in, words)
	})
	if len(like) > 0 && like[0].most >= faint {
		return best, like
	}
	return nil, nil
}

// placed are the intents that ask about a square or a row, and ask nothing without one.
var placed = []string{"board square", "board row"}

// places reports whether words name a slot of an intent.
func (g *Grammar) places(t tongue, in intent, words []token) bool {
	words = t.plainly(words)
	for i := range words {
		if _, ok := pick(in, nil, 0, g.slotsAt(t, words, i)); ok {
			return true
		}
	}
	return false
}

// named tells whether a language is named among words, where an intent changes it: nobody changes it by words that are
// only in another one. Other intents name none.
func (t *tongue) named(intent string, words []token) bool {
	_, is := strings.CutPrefix(intent, "language ")
	return !is || slices.ContainsFunc(words, func(w token) bool { return t.tongues[w.word] })
}

// filled is an intent with the slots that words name. Minutes are no time of a match, but how long somebody has; and a
// kind of draughts is one more closely named.
func (g *Grammar) filled(t *tongue, in intent, words []token) Meaning {
	if in.command == "play friend" {
		m := g.filled(t, t.intents[slices.IndexFunc(t.intents, func(i intent) bool { return i.command == "play" })], words)
		if m.Person == "" && !strings.Contains(m.Command, "@") && !strings.Contains(m.Command, " friend") {
			m.Command += " friend"
			m.settle(true)
		}
		return m
	}
	if in.command == "rematch" { // "a rematch, but to 1 point"
		m := g.filled(t, t.intents[slices.IndexFunc(t.intents, func(i intent) bool { return i.command == "play" })], words)
		if strings.Contains(m.Command, " points=") || strings.Contains(m.Command, " level=") {
			return m
		}
	}
	words = t.plainly(words)
	named := map[string]named{}
	var kinds []string
	for i := 0; i < len(words); i++ {
		s, ok := pick(in, nil, 0, g.slotsAt(*t, words, i))
		if !ok || in.all && s.kind == "span" && strings.HasSuffix(s.value, "m") {
			continue
		}
		i += s.length - 1
		if before, is := named[s.kind]; !is {
			kinds = append(kinds, s.kind)
		} else if s.kind == "move" && in.command == "if" { // one answers the other
			s.value = before.value + " " + s.value
		} else if s.kind != "game" || !loosely[strings.TrimPrefix(before.value, "game=")] {
			continue
		}
		named[s.kind] = s
	}
	m := Meaning{Command: in.command, of: in.command}
	for _, kind := range kinds {
		m.take(in, named[kind])
	}
	if _, whom := named["opponent"]; (in.all || in.kinds["person"]) && !whom && m.Person == "" {
		m.Person = t.someone(words)
	}
	m.settle(named["friend"].kind != "")
	return m
}

// Match is the meaning of a text as far as it names a match: its game, its points. All other words are left out.
func (g *Grammar) Match(text, language string) (best Meaning) {
	words := split(text)
	for i := range g.tongues {
		t := &g.tongues[i]
		at := slices.IndexFunc(t.intents, func(i intent) bool { return i.command == "play" })
		if m := g.filled(t, t.intents[at], words); len(m.Command) > len(best.Command) || t.language == language &&
			len(m.Command) == len(best.Command) {
			best = m
		}
	}
	return best
}

// loosely are the kinds of draughts that are meant by "draughts" and "checkers" alone.
var loosely = map[string]bool{"portuguese": true, "english": true, "draughts": true}

// isName tells whether a word is written as a name is.
func isName(w token) bool {
	first, _ := utf8.DecodeRuneInString(w.said)
	return unicode.IsUpper(first)
}

// someone is the only word that is written as a name is, behind the first, and is none that is known; "" if there is
// none.
func (t *tongue) someone(words []token) (name string) {
	for _, w := range words[1:] {
		if !isName(w) || t.familiar(w.word) || t.exactly([]string{w.word}) != "" {
			continue
		}
		if name != "" {
			return ""
		}
		name = w.said
	}
	return name
}
