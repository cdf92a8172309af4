package view

import (
	"fmt"
	"slices"
	"strings"

	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// OptionName is an option of a game in words: "Size".
func (v Voice) OptionName(name string) string {
	if key := "option." + name; v.Has(key) {
		return strings.ReplaceAll(strings.Fields(v.Text(key))[0], "_", " ")
	}
	return name
}

// OptionValue is a value of an option in words; a number is itself.
func (v Voice) OptionValue(name, value string) string {
	for _, key := range []string{"option-value." + name + "-" + value, "option-value." + value} {
		if v.Has(key) {
			return v.Text(key)
		}
	}
	return value
}

// OptionCalled is the option of a game that people may call by a word of any language, or by its name; false if there
// is none.
func OptionCalled(book *speech.Book, game *engine.Game, word string) (engine.Option, bool) {
	for _, o := range game.Options {
		if o.Name == word || book.Meaning("option."+o.Name, word) {
			return o, true
		}
	}
	return engine.Option{}, false
}

// ValueCalled is the value of an option that people may call by a word of any language, by a word that stands in no
// other value ("black" is "black begins"), or as it is; the word itself if there is none.
func ValueCalled(book *speech.Book, o engine.Option, word string) string {
	if slices.Contains(o.Values, word) {
		return word
	}
	word = speech.Fold(word)
	var within []string
	for _, value := range o.Values {
		for _, said := range slices.Concat(book.All("option-value."+o.Name+"-"+value), book.All("option-value."+value)) {
			words := strings.Fields(speech.Fold(said))
			if strings.Join(words, "-") == word {
				return value
			}
			if len(word) > 2 && slices.Contains(words, word) && !slices.Contains(within, value) {
				within = append(within, value)
			}
		}
	}
	if len(within) == 1 {
		return within[0]
	}
	return word
}

// Decimal writes a number in a format of fmt with the decimal sign of the language.
func (v Voice) Decimal(format string, n float64) string {
	return strings.ReplaceAll(fmt.Sprintf(format, n), ".", v.Text("decimal-sign"))
}

// chosen are the options of a match that are not the usual ones, in words behind its game.
func (a Audience) chosen(m *match.Match) string {
	list := a.Chosen(m)
	if list == nil {
		return ""
	}
	return " (" + strings.Join(list, ", ") + ")"
}

// Chosen are the options of a match that are not the usual ones, in words; of one that nobody has begun, too.
func (a Audience) Chosen(m *match.Match) (list []string) {
	for _, o := range m.Game.Options {
		if value := m.Setup.Options[o.Name]; value != "" && value != o.Default {
			list = append(list, strings.ToLower(a.Voice.OptionName(o.Name))+": "+a.Voice.OptionValue(o.Name, value))
		}
	}
	if m.Setup.Start != "" && !m.Setup.Lesson {
		list = append(list, a.Voice.Text("set-position"))
	}
	return append(list, a.seriesOf(m)...)
}
