package intent

import (
	_ "embed"
	"fmt"
	"strings"

	"tabuleiro/bot/speech"
	"tabuleiro/engine"
)

// Reader finds out what people mean who say it in words of their own.
type Reader struct {
	*Lexicon
	models map[string]*Classifier // by language, and under "" the one that tells these apart
}

// Models that cmd/lab has made, of each language and of the languages. As strings they are never copied.
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

// New makes a reader with the models of the program.
func New(book *speech.Book, games []*engine.Game) (*Reader, error) {
	r := NewReader(NewLexicon(book, games))
	for language, model := range map[string]string{"": languages, "en": english, "es": spanish, "pt": portuguese} {
		if err := r.Add(language, model); err != nil {
			return nil, fmt.Errorf("model %q: %w", language, err)
		}
	}
	return r, nil
}

// NewReader makes a reader without a model.
func NewReader(l *Lexicon) *Reader { return &Reader{l, map[string]*Classifier{}} }

// Add gives the reader the model of a language or, under "", of the languages.
func (r *Reader) Add(language, model string) (err error) {
	r.models[language], err = Decode(r.Lexicon, model)
	return err
}

// Reading is what a text comes to: classes of commands, the likeliest first, in the language that it was said in.
type Reading struct {
	Language string
	Scores   []Score
	Slots    Slots
}

// foreign is how likely a text is in another language than its reader's at least.
const foreign = 0.8

// Language returns the language that a text is in for a reader of one: that, unless it is plainly another one.
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

// Read finds out what a text comes to for a reader of a language.
func (r *Reader) Read(text, language string) Reading {
	language = r.Language(text, language)
	model := r.models[language]
	return Reading{Language: language, Scores: model.Classify(text), Slots: r.Slots(text, model.Knows)}
}

// P returns how likely the first class is. Of a match, or the language, the slots tell what differs between classes.
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

// Command returns the command that the class at a place comes to, as it is typed in English.
func (r Reading) Command(i int) string { return r.Slots.Fill(r.Scores[i].Class) }

// Person is the name of somebody in the text, "" without one.
func (r Reading) Person() string { return strings.TrimPrefix(r.Slots["person"], "~") }

// Talk is the class of what asks for nothing.
const Talk = "-"
