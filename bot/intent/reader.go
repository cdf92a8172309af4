package intent

import (
	"cmp"
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"

	"tabuleiro/bot/speech"
	"tabuleiro/engine"
)

// Reader finds out what people mean who say it in words of their own.
type Reader struct {
	*Lexicon
	models map[string]*Classifier // by language, and under "" the one that tells these apart
}

// Models that cmd/lab has made, one for each language and one that tells languages apart. As strings they are never
// copied.
var (
	//go:embed models/en.bin
	english string
	//go:embed models/es.bin
	spanish string
	//go:embed models/pt.bin
	portuguese string
	//go:embed models/languages.bin
	languages string
)

// New makes a reader with the models of the program. It panics if one of these is broken, which is a fault of the
// build.
func New(book *speech.Book, games []*engine.Game) *Reader {
	r := NewReader(NewLexicon(book, games))
	for language, model := range map[string]string{"": languages, "en": english, "es": spanish, "pt": portuguese} {
		if err := r.Add(language, model); err != nil {
			panic(fmt.Sprintf("model %q: %v", language, err))
		}
	}
	return r
}

// NewReader makes a reader without a model.
func NewReader(l *Lexicon) *Reader { return &Reader{l, map[string]*Classifier{}} }

// Add gives the reader the model of a language or, under "", of the languages.
func (r *Reader) Add(language, model string) (err error) {
	r.models[language], err = Decode(r.Lexicon, model)
	return err
}

// shortestRespelt counts the letters that a word has at least in which a slip from the name of a game is known.
const shortestRespelt = 7

// Respell returns a text with the names of games for words that are these with one slip, and that no sentence has, and
// with a command for the first word if that is one with a slip: command returns it, "" if there is none.
func (r *Reader) Respell(text, language string, command func(word string) string) string {
	model := r.models[r.Language(text, language)]
	for i, word := range strings.Fields(text) {
		word = strings.TrimRight(word, marks)
		folded := speech.Fold(word)
		if strings.ContainsAny(folded, "@#") || r.game(folded) != "" || model.Knows(folded) {
			continue
		}
		right := ""
		if i == 0 {
			right = command(folded)
		}
		for _, name := range slices.Sorted(maps.Keys(r.games)) {
			if right == "" && len(folded) >= shortestRespelt && speech.IsSlip(name, folded) {
				right = name
			}
		}
		text = strings.Replace(text, word, cmp.Or(right, word), 1)
	}
	return text
}

// Reading is what a text means: classes of commands, the most likely first, in the language of the text.
type Reading struct {
	Language string
	Scores   []Score
	Slots    Slots
}

// foreign is the least probability for a text to be in another language than its reader's.
const foreign = 0.8

// Language returns the language of a text: that of the reader, unless it is plainly another one.
func (r *Reader) Language(text, language string) string {
	for _, known := range append([]string{language}, speech.Languages...) {
		if r.models[known].isTrained(text) {
			return known
		}
	}
	if first := r.models[""].Classify(text)[0]; first.P > foreign {
		return first.Class
	}
	return language
}

// Read finds out what a text means for a reader of a language.
func (r *Reader) Read(text, language string) Reading {
	language = r.Language(text, language)
	model := r.models[language]
	return Reading{Language: language, Scores: model.Classify(text), Slots: r.Slots(text, model.Knows)}
}

// P returns the probability of the first class. Classes of a match, or of a language, that differ only in what the
// slots name count together.
func (r Reading) P() (sum float64) {
	kind := func(class string) string {
		name, rest, _ := strings.Cut(class, " ")
		_, level, _ := strings.Cut(rest, "level=")
		if name == "play" || name == "language" && r.Slots["language"] != "" {
			return name + level
		}
		return class
	}
	for _, s := range r.Scores {
		if kind(s.Class) == kind(r.Scores[0].Class) {
			sum += s.P
		}
	}
	return sum
}

// Command returns the command of the i-th class with its slots, as it is typed in English.
func (r Reading) Command(i int) string { return r.Slots.Fill(r.Scores[i].Class) }

// Person returns the name of somebody in the text, "" if there is none.
func (r Reading) Person() string { return strings.TrimPrefix(r.Slots["person"], "~") }

// Talk is the class of text that asks for nothing.
const Talk = "-"
