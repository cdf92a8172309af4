package intent

import (
	"cmp"
	"embed"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A sentence means what those mean that it is most like, of sentences that people have said and of the patterns read as
// sentences. How like two are is the cosine of what is in them: words, the beginnings of long ones, and pairs of
// neighbours, each of which counts the more the fewer sentences have it (tf-idf; nearest neighbours).

// sentences are those of people, a file for each language, one in a line. Behind a tab stands what it means, a command
// as English has it, or several that are as good; "-" if it asks for nothing.
//
//go:embed said/*.txt
var sentences embed.FS

// said are the sentences in a language, "" where there are none.
func said(language string) string {
	text, err := sentences.ReadFile("said/" + language + ".txt")
	if err != nil {
		return ""
	}
	return string(text)
}

// Says is the first sentence in a language, of at most so many letters, that people say for a command before anything
// else, without words typed in haste; "" if there is none.
func (g *Grammar) Says(command, language string, longest int) string {
	at := slices.IndexFunc(g.tongues, func(t tongue) bool { return t.language == language })
	hasty := func(w token) bool { return at >= 0 && g.tongues[at].short[w.word] != "" }
	for line := range strings.Lines(said(language)) {
		sentence, means, _ := strings.Cut(strings.TrimSpace(line), "\t")
		first, _, _ := strings.Cut(means, "|")
		if strings.TrimSpace(first) == command && utf8.RuneCountInString(sentence) <= longest &&
			!slices.ContainsFunc(split(sentence), hasty) {
			return sentence
		}
	}
	return ""
}

// examples are sentences whose meaning is known. Their features have numbers, and go into flat lists: there are some
// hundred thousand of them.
type examples struct {
	meant  []int            // the place of the intent of each, talk if it asks for nothing
	not    []bool           // whether it denies something
	long   []float32        // the length of each as a vector
	heard  map[string]bool  // the words of each, with blanks between them
	number map[string]int32 // of each feature and part
	rare   []float32        // how much a feature counts, by how few have it
	with   lists[int32]     // the examples that have a feature
	judge  *judge
}

// lists are many lists, one behind the other.
type lists[T any] struct {
	from []int32
	all  []T
}

// at is one of them.
func (l lists[T]) at(i int32) []T { return l.all[l.from[i]:l.from[i+1]] }

// having finds the sentences that have each of some features.
func having(sentences [][]int32, features int) lists[int32] {
	l := lists[int32]{from: make([]int32, features+1)}
	for _, has := range sentences {
		for _, f := range has {
			l.from[f+1]++
		}
	}
	for f := range features {
		l.from[f+1] += l.from[f]
	}
	l.all = make([]int32, l.from[features])
	next := slices.Clone(l.from)
	for i, has := range sentences {
		for _, f := range has {
			l.all[next[f]] = int32(i)
			next[f]++
		}
	}
	return l
}

// likeness is how like a text is to what people say for an intent.
type likeness struct {
	intent int
	part   float64 // of all that it is like and that speaks for anything, 0 to 1: the geometric mean of both
	most   float64 // the cosine with the nearest example
}

const (
	talk        = -1   // the intent of what asks for nothing
	turns       = 3    // readings of each pattern
	nearest     = 8    // examples of an intent that count
	least       = 0.05 // cosine of those that do
	opposite    = 0.7  // of a cosine where one of both denies something
	itself      = 0.98 // a cosine from which on it is that very sentence
	strangeness = 0.6  // of a feature that no example has, beside one that a single example has
)

// learn reads patterns and sentences.
func (t *tongue) learn(said string) *examples {
	e := &examples{heard: map[string]bool{}, number: map[string]int32{}}
	var whole [][]int32
	twice := map[string]bool{}
	add := func(intent int, words []string) {
		sentence := strings.Join(words, " ")
		key := strconv.Itoa(intent) + sentence
		if twice[key] {
			return
		}
		twice[key], e.heard[sentence] = true, true
		e.meant = append(e.meant, intent)
		e.not = append(e.not, t.denies(words))
		var has []int32
		for _, part := range parts(words) {
			n, is := e.number[part]
			if !is {
				n = int32(len(e.number))
				e.number[strings.Clone(part)] = n
			}
			has = append(has, n)
		}
		whole = append(whole, has)
	}
	places := map[string]int{"-": talk}
	for i, in := range t.intents {
		places[in.command] = i
		for _, pattern := range in.patterns {
			for turn := range turns {
				var words []string
				for _, p := range pattern {
					if w := p.words[turn%len(p.words)]; !strings.HasPrefix(w, "{") || w == aGame {
						words = append(words, strings.TrimSuffix(w, "*"))
					}
				}
				add(i, words)
			}
		}
	}
	for line := range strings.Lines(said) {
		sentence, means, _ := strings.Cut(strings.TrimSpace(line), "\t")
		command, _, _ := strings.Cut(means, "|")
		for command != "" { // the longest intent that it begins with
			if i, is := places[command]; is {
				add(i, t.told(split(sentence)))
				break
			}
			command = command[:max(strings.LastIndexByte(command, ' '), 0)]
		}
	}
	e.with = having(whole, len(e.number))
	e.rare = make([]float32, len(e.number))
	for part, n := range e.number {
		if !isPart(part) {
			e.rare[n] = float32(math.Log(float64(len(whole)) / float64(len(e.with.at(n)))))
		}
	}
	for _, has := range whole {
		sum := float32(0)
		for _, f := range has {
			sum += e.rare[f] * e.rare[f]
		}
		e.long = append(e.long, max(float32(math.Sqrt(float64(sum))), 1e-9))
	}
	e.judge = e.judging(whole, len(t.intents)-talk)
	return e
}

// aGame stands for the name of any.
const aGame = "{game}"

// told are words as they are compared: numbers, handles and names of games are all alike.
func (t *tongue) told(words []token) (all []string) {
	for i := 0; i < len(words); i++ {
		word := words[i].word
		var some []string
		for _, w := range words[i:min(i+3, len(words))] {
			some = append(some, w.word)
		}
		n := len(some)
		for n > 0 && t.exactly(some[:n]) == "" {
			n--
		}
		switch {
		case strings.HasPrefix(word, "@"):
			word = "@"
		case strings.Trim(word, "0123456789") == "":
			word = "#"
		case n > 0 && !(n == 1 && t.tongues[word]):
			word, i = aGame, i+n-1
		default:
			word = t.plain(word)
		}
		all = append(all, word)
	}
	return all
}

// denies tells whether a "not" is among words.
func (t *tongue) denies(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return t.not[w] })
}

// features are what is in a sentence, each once.
func features(words []string) (all []string) {
	before := "^"
	for _, w := range append(words, "$") {
		all = append(all, w, before+" "+w)
		if len(w) > 4 && w != aGame {
			all = append(all, w[:4]+"*")
			if len(w) > 6 {
				all = append(all, w[:6]+"*")
			}
		}
		before = w
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// length is that of a sentence as a vector. A part that no example has counts somewhat, as it makes a sentence another
// one.
func (e *examples) length(has []string) float64 {
	sum := 0.0
	for _, f := range has {
		rare := strangeness * math.Log(float64(len(e.meant)))
		if n, known := e.number[f]; known {
			rare = float64(e.rare[n])
		}
		sum += rare * rare
	}
	return max(math.Sqrt(sum), 1e-9)
}

// knows tells whether a word stands in an example.
func (e *examples) knows(word string) bool {
	_, is := e.number[word]
	return is
}

// familiarity is the part of words that stand in the examples, 0 to 1.
func (t *tongue) familiarity(words []token) float64 {
	known := 0
	told := t.told(words)
	for _, w := range told {
		if t.known().knows(w) {
			known++
		}
	}
	return float64(known) / float64(max(len(told), 1))
}

// like is what words are most like, the likeliest first.
func (t *tongue) like(words []token) (all []likeness) {
	e := t.known()
	told := t.told(words)
	for i, w := range told {
		if !e.knows(w) && len(told) > 1 {
			told[i], _ = t.corrected(w)
		}
	}
	has := features(told)
	long := e.length(has)
	near := make([]float64, len(e.meant))
	for _, f := range has {
		if n, is := e.number[f]; is {
			by := float64(e.rare[n]*e.rare[n]) / long
			for _, example := range e.with.at(n) {
				near[example] += by / float64(e.long[example])
			}
		}
	}
	cosines := map[int][]float64{}
	denies := t.denies(told)
	for example, cosine := range near {
		if e.not[example] != denies {
			cosine *= opposite
		}
		if cosine > least {
			cosines[e.meant[example]] = append(cosines[e.meant[example]], cosine)
		}
	}
	sum, odds := 0.0, e.odds(parts(told))
	for intent, of := range cosines {
		slices.SortFunc(of, func(a, b float64) int { return cmp.Compare(b, a) })
		l := likeness{intent: intent, most: of[0]}
		for _, c := range of[:min(nearest, len(of))] {
			l.part += c * c
		}
		sum += l.part
		all = append(all, l)
	}
	isItself := func(l likeness) bool { return l.most > itself }
	for i := range all {
		all[i].part = math.Sqrt(all[i].part / sum * odds[all[i].intent-talk])
	}
	// what it means is known
	if i := slices.IndexFunc(all, isItself); i >= 0 && !slices.ContainsFunc(all[i+1:], isItself) {
		all[i].part = 1
	}
	slices.SortFunc(all, func(a, b likeness) int { return cmp.Or(cmp.Compare(b.part, a.part), a.intent-b.intent) })
	return all
}
