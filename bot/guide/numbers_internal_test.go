package guide

import (
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/bot/speech"
)

// figures matches numbers, and squares like a1, which are equal in all languages.
var figures = regexp.MustCompile(`\b[a-j]?[0-9]+\b|[0-9]+`)

// numerals are words for numbers, without those for one and two, as languages also say both, a pair or an article, and
// without eleven, which is another word in English and in Spanish.
var numerals = map[string][]string{
	"three": {"three", "três", "o triplo", "tres", "el triple"}, "four": {"four", "quatro", "cuatro"},
	"five": {"five", "cinco"}, "six": {"six", "seis"},
	"seven": {"seven", "sete", "siete"}, "eight": {"eight", "oito", "ocho"}, "nine": {"nine", "nove", "nueve"},
	"ten":    {"ten", "dez", "diez"},
	"twelve": {"twelve", "doze", "doce"}, "fifteen": {"fifteen", "quinze", "quince"},
	"twenty": {"twenty", "vinte", "veinte"}, "thirty": {"thirty", "trinta", "treinta"},
	"fifty": {"fifty", "cinquenta", "cincuenta"},
}

// counted returns the numbers of a text: figures in order, then words.
func counted(text string) []string {
	found, words := figures.FindAllString(text, -1), []string{}
	text = " " + strings.Join(strings.FieldsFunc(strings.ToLower(text),
		func(r rune) bool { return strings.ContainsRune(" \n.,;:()", r) }), " ") + " "
	for number, says := range numerals {
		for _, word := range says {
			for range strings.Count(text, " "+word+" ") {
				words = append(words, number)
			}
		}
	}
	slices.Sort(words)
	return append(found, words...)
}

// A number in a section of the rules or the manual is in all languages, figures at the same place.
func TestRules_SameNumbers(t *testing.T) {
	texts := map[string]fs.FS{"the manual": os.DirFS("../manual")}
	for _, g := range explained {
		texts[g.Name] = g.Help
	}
	for name, files := range texts {
		pages := pagesIn(files)
		for i, p := range pages {
			for n, s := range p.sections {
				if d := cmp.Diff(counted(pages[0].sections[n].words), counted(s.words)); d != "" {
					t.Errorf("%s, %s, %s: other numbers than in %s (-want +got):\n%s", name, speech.Languages[i], s.title,
						speech.Languages[0], d)
				}
			}
		}
	}
}
