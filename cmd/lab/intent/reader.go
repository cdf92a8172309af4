package intent

import "strings"

// Reader finds out what people mean who say it in words of their own.
type Reader struct {
	Lexicon *Lexicon
	models  map[string]*Classifier // by language, and under "" the one that tells these apart
}

// Reading is what a text comes to: classes of commands, the likeliest first, in the language that it was said in.
type Reading struct {
	Language string
	Scores   []Score
	Slots    Slots
	Person   string
}

// Read finds out what a text comes to for a reader of a language. It is taken to be in that, unless it is plainly in
// another one.
func (r *Reader) Read(text, language string) Reading {
	reading := Reading{Language: language, Slots: r.Lexicon.Slots(text)}
	if first := r.models[""].Classify(text)[0]; r.models[language] == nil || first.P > foreign {
		reading.Language = first.Class
	}
	model := r.models[reading.Language]
	reading.Scores = model.Classify(text)
	reading.Person = reading.Slots.Person(r.Lexicon, model.Knows)
	return reading
}

// P is how likely the first class is. Which language is meant is known where one is named.
func (r Reading) P() float64 {
	if name, _, _ := strings.Cut(r.Scores[0].Class, " "); name != "language" || r.Slots.Language == "" {
		return r.Scores[0].P
	}
	sum := 0.0
	for _, s := range r.Scores {
		if strings.HasPrefix(s.Class, "language") {
			sum += s.P
		}
	}
	return sum
}

// foreign is how likely a text is in another language than its reader's at least.
const foreign = 0.8

// Command is the command that the class at a place comes to, as it is typed in English.
func (r Reading) Command(i int) string { return r.Slots.Fill(r.Scores[i].Class, r.Person) }

// Talk is the class of what asks for nothing.
const Talk = "-"
