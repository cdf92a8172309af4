package intent

import (
	"cmp"
	"embed"
	"math"
	"slices"
	"strconv"
	"strings"
)

// A sentence means what those mean that it is most like, of sentences that people have said and of the patterns read as
// sentences. How like two are is the cosine of what is in them: words, the beginnings of long ones, and pairs of
// neighbours, each of which counts the more the fewer sentences have it (tf-idf; nearest neighbours).

// sentences are those of people, a file for each language, one in a line. Behind a tab stands what it means, a command as
// English has it, or several that are as good; "-" if it asks for nothing.
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

// examples are sentences whose meaning is known.
type examples struct {
	meant []int              // the place of the intent of each, talk if it asks for nothing
	not   []bool             // whether it denies something
	heard map[string]bool    // the words of each, with blanks between them
	rare  map[string]float64 // how much a feature counts, by how few have it
	with  map[string][]share
	judge *judge
}

// share is what a feature adds to how like a sentence is to an example.
type share struct {
	example int32
	weight  float32
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
	e := &examples{heard: map[string]bool{}, rare: map[string]float64{}, with: map[string][]share{}}
	var all, whole [][]string
	twice := map[string]bool{}
	add := func(intent int, words []string) {
		sentence := strings.Join(words, " ")
		if key := strconv.Itoa(intent) + sentence; !twice[key] {
			twice[key], e.heard[sentence] = true, true
			e.meant = append(e.meant, intent)
			e.not = append(e.not, t.denies(words))
			all, whole = append(all, features(words)), append(whole, parts(words))
		}
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
	for _, has := range all {
		for _, f := range has {
			e.rare[f]++
		}
	}
	for f, n := range e.rare {
		e.rare[f] = math.Log(float64(len(all)) / n)
	}
	e.judge = judging(whole, e.meant, len(t.intents)-talk)
	for i, has := range all {
		long := e.length(has)
		for _, f := range has {
			e.with[f] = append(e.with[f], share{int32(i), float32(e.rare[f] / long)})
		}
	}
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

// length is that of a sentence as a vector. What no example has counts somewhat, as it makes a sentence another one.
func (e *examples) length(has []string) float64 {
	sum := 0.0
	for _, f := range has {
		rare, known := e.rare[f]
		if !known {
			rare = strangeness * math.Log(float64(len(e.meant)))
		}
		sum += rare * rare
	}
	return max(math.Sqrt(sum), 1e-9)
}

// familiarity is the part of words that stand in the examples, 0 to 1.
func (t *tongue) familiarity(words []token) float64 {
	known := 0
	told := t.told(words)
	for _, w := range told {
		if t.known().rare[w] > 0 {
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
		if _, known := e.rare[w]; !known && len(told) > 1 {
			told[i], _ = t.corrected(w)
		}
	}
	has := features(told)
	long := e.length(has)
	near := make([]float64, len(e.meant))
	for _, f := range has {
		by := e.rare[f] / long
		for _, s := range e.with[f] {
			near[s.example] += float64(s.weight) * by
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
	sum, odds := 0.0, e.judge.odds(parts(told))
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
	if i := slices.IndexFunc(all, isItself); i >= 0 && !slices.ContainsFunc(all[i+1:], isItself) { // what it means is known
		all[i].part = 1
	}
	slices.SortFunc(all, func(a, b likeness) int { return cmp.Or(cmp.Compare(b.part, a.part), a.intent-b.intent) })
	return all
}
