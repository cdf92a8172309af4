package intent

import (
	_ "embed"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"tabuleiro/bot/speech"
	"tabuleiro/engine"
)

// Buckets counts the buckets that features are hashed to.
const Buckets = 8192

// Feature is a part of a sentence: the bucket it is hashed to, and its weight.
type Feature struct {
	Bucket int
	Weight float32
}

// Lexicon knows the words of the games: their names, numbers, and what Slots reads.
type Lexicon struct {
	book       *speech.Book
	games      map[string]string   // their names by all that they are called, folded, without blanks
	vocabulary map[string][]string // words, folded, by what they stand for; with a star those that begin so
	abouts     []string            // what rules may be asked about, the closest first
}

// vocabulary lists the words of all languages that the messages of the program have no key for.
//
//go:embed vocabulary.txt
var vocabulary string

// NewLexicon makes a lexicon of games, by their names in a book.
func NewLexicon(book *speech.Book, games []*engine.Game) *Lexicon {
	l := &Lexicon{book: book, games: map[string]string{}, vocabulary: map[string][]string{}}
	for line := range strings.Lines(vocabulary) {
		key, words, _ := strings.Cut(line, ":")
		l.vocabulary[key] = strings.Fields(speech.Fold(words))
		if about, is := strings.CutPrefix(key, "about."); is {
			l.abouts = append(l.abouts, about)
		}
	}
	for _, game := range games {
		for _, name := range slices.Concat([]string{game.Name}, game.Aliases, book.All("game."+game.Name),
			book.All("game-typed."+game.Name)) {
			l.games[strings.Join(speech.Words(name), "")] = game.Name
		}
		for _, name := range l.vocabulary["called."+game.Name] {
			l.games[name] = game.Name
		}
	}
	for _, name := range l.vocabulary["called.any"] {
		l.games[name] = AnyDraughts
	}
	return l
}

// means reports whether a folded word has a meaning, by the vocabulary or the message files.
func (l *Lexicon) means(what, word string) bool {
	return l.book.Means(what, word) || slices.ContainsFunc(l.vocabulary[what], func(known string) bool {
		stem, begins := strings.CutSuffix(known, "*")
		return known == word || begins && strings.HasPrefix(word, stem)
	})
}

// word is a word of a text, or the name of a game in several: as said, folded, and as the classifier sees it, where all
// numbers and all names are alike.
type word struct {
	said, folded, class string
	game                string   // that it names
	parts               []string // of that name, folded
}

const (
	gameClass   = "{game}"
	personClass = "{@}"
	matchClass  = "{#}"
)

// parts splits the text between two blanks into words.
func (l *Lexicon) parts(said string) (all []word) {
	switch sign := strings.IndexByte("@#", said[0]); {
	case sign >= 0 && len(said) > 1:
		return []word{{said: said, folded: speech.Fold(said), class: []string{personClass, matchClass}[sign]}}
	case strings.ContainsFunc(said, unicode.IsDigit):
		folded := strings.TrimFunc(speech.Fold(said), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		return []word{{said: said, folded: folded, class: shape(folded)}}
	}
	plain := strings.NewReplacer("'", "", "’", "").Replace(said)
	for _, part := range strings.FieldsFunc(plain, func(r rune) bool { return !unicode.IsLetter(r) }) {
		folded := squeeze(speech.Fold(part))
		all = append(all, word{said: part, folded: folded, class: folded})
	}
	return all
}

// words splits a text.
func (l *Lexicon) words(text string) (all []word) {
	for _, said := range strings.Fields(text) {
		all = append(all, l.parts(said)...)
		if strings.ContainsRune(said, '?') && said[0] != '@' && said[0] != '#' {
			all = append(all, word{said: "?", folded: "?", class: "?"})
		}
	}
	for i := 0; i < len(all); i++ {
		w := &all[i]
		var parts []string
		for _, part := range all[i:min(i+3, len(all))] {
			parts = append(parts, part.folded)
			if game := l.game(strings.Join(parts, "")); game != "" {
				w.game, w.parts, w.class = game, slices.Clone(parts), gameClass
			}
		}
		if n, is := l.book.Number(w.folded); is && n > 1 && w.class == w.folded {
			w.class = "9"
		}
		all = slices.Delete(all, i+1, i+max(1, len(w.parts)))
	}
	return all
}

// Sentence returns a text in the form in which sentences are compared: all numbers and all names of games are alike.
func (l *Lexicon) Sentence(text string) string {
	var all []string
	for _, w := range l.words(text) {
		all = append(all, w.class)
	}
	return strings.Join(all, " ")
}

// Games returns the games that a text names, each once.
func (l *Lexicon) Games(text string) (names []string) {
	for _, w := range l.words(text) {
		if w.game != "" && !slices.Contains(names, w.game) {
			names = append(names, w.game)
		}
	}
	return names
}

// game returns the name of the game that is called so, with or without a plural s; "" if none is.
func (l *Lexicon) game(name string) string {
	if game := l.games[name]; game != "" {
		return game
	}
	return l.games[strings.TrimSuffix(name, "s")]
}

// shape replaces the numbers in a word by 9: "9-9" for a move, "9h" for a time.
func shape(folded string) string { return digits.ReplaceAllString(folded, "9") }

var digits = regexp.MustCompile(`\p{Nd}+`)

// squeeze shortens letters that are drawn out: "holaaa".
func squeeze(word string) string {
	var all []rune
	for _, r := range word {
		if n := len(all); n < 2 || all[n-1] != r || all[n-2] != r {
			all = append(all, r)
		}
	}
	return string(all)
}

// Weights of the kinds of features beside a word.
const (
	pairWeight  = 0.6
	groupWeight = 0.6
	shortest    = 3
	longestPart = 5
)

// Features returns the features of a text: words, pairs of neighbours, and groups of letters. Their vector has length
// 1.
func (l *Lexicon) Features(text string) []Feature {
	sum := map[int]float32{}
	add := func(kind, text string, weight float32) { sum[int(Hash(kind+text)%Buckets)] += weight }
	before := "^"
	for _, w := range l.words(text) {
		for _, part := range w.parts {
			add("w", part, pairWeight)
		}
		add("w", w.class, 1)
		add("p", before+" "+w.class, pairWeight)
		letters := []rune("<" + w.class + ">")
		for size := shortest; size <= longestPart && w.class == w.folded; size++ {
			for at := 0; at+size <= len(letters); at++ {
				add("g", string(letters[at:at+size]), groupWeight)
			}
		}
		before = w.class
	}
	add("p", before+" $", pairWeight)
	all, length := make([]Feature, 0, len(sum)), 0.0
	for _, bucket := range slices.Sorted(maps.Keys(sum)) {
		weight := sum[bucket]
		all = append(all, Feature{bucket, weight})
		length += float64(weight * weight)
	}
	for i := range all {
		all[i].Weight /= float32(math.Sqrt(length))
	}
	return all
}
