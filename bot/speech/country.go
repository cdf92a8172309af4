package speech

import (
	"cmp"
	"io/fs"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
)

// A language is not the same in all of its countries. A folder in that of the language, named by the country, has what
// is said otherwise there: words.yaml has words that take the place of others in all that is read, and sentences.yaml
// whole sentences under their keys.

// Spoken are the languages that can be chosen, as BCP 47 tags, each followed by those of its countries.
var Spoken = spoken(files)

func spoken(of fs.FS) (tags []string) {
	for _, lang := range folders(of, ".") {
		tags = append(tags, lang)
		for _, country := range folders(of, lang) {
			tags = append(tags, lang+"-"+country)
		}
	}
	return tags
}

// typed are the prefixes of keys of words that people type, which are the same in all countries.
var typed = []string{"command.", "word.", "value.", "slash.", "intent", "option-value.", "class.", "slot.", "setting."}

// swap replaces one phrase by another, both in lower case.
type swap struct{ from, to string }

// readCountries returns the voices of the countries of a language with the given messages.
func readCountries(bundle *i18n.Bundle, files fs.FS, general Voice,
	messages []*i18n.Message) (map[string]Voice, error) {
	voices := map[string]Voice{}
	for _, country := range folders(files, general.Language) {
		v := general
		v.Country, v.swaps = country, map[string][]swap{}
		folder := v.Language + "/" + country + "/"
		text, err := fs.ReadFile(files, folder+"words.yaml")
		if err != nil {
			return nil, err
		}
		var words map[string]string
		if err := yaml.Unmarshal(text, &words); err != nil {
			return nil, err
		}
		for from, to := range words {
			first := firstWord(from)
			v.swaps[first] = append(v.swaps[first], swap{from, to})
		}
		for _, list := range v.swaps {
			slices.SortFunc(list, func(a, b swap) int { return cmp.Compare(len(b.from), len(a.from)) })
		}
		here := make([]*i18n.Message, len(messages))
		for i, m := range messages {
			is := *m
			if !slices.ContainsFunc(typed, func(begins string) bool { return strings.HasPrefix(m.ID, begins) }) {
				is.One, is.Other = v.Localize(m.One), v.Localize(m.Other)
			}
			here[i] = &is
		}
		if err := bundle.AddMessages(language.MustParse(v.Tag()), here...); err != nil {
			return nil, err
		}
		if text, err = fs.ReadFile(files, folder+"sentences.yaml"); err != nil {
			return nil, err
		}
		if _, err := bundle.ParseMessageFileBytes(text, v.Tag()+".yaml"); err != nil { // they replace those with their keys
			return nil, err
		}
		v.local = i18n.NewLocalizer(bundle, v.Tag())
		voices[country] = v
	}
	return voices, nil
}

// Localize replaces words of the language by those of the country. It leaves commands, and what stands between
// backquotes.
func (v Voice) Localize(text string) string {
	if len(v.swaps) == 0 {
		return text
	}
	var here strings.Builder
	command, quoted := false, false
	for text != "" {
		word := firstWord(text)
		if word == "" {
			_, n := utf8.DecodeRuneInString(text)
			here.WriteString(text[:n])
			command, quoted, text = text[0] == '/', quoted != (text[0] == '`'), text[n:]
			continue
		}
		n, to := len(word), word
		for _, s := range v.swaps[strings.ToLower(word)] {
			if !command && !quoted && len(text) >= len(s.from) && strings.EqualFold(text[:len(s.from)], s.from) &&
				!continues(text[len(s.from):]) {
				n, to = len(s.from), s.to
				if r, _ := utf8.DecodeRuneInString(text); unicode.IsUpper(r) {
					to = capital(to)
				}
				break
			}
		}
		here.WriteString(to)
		text = text[n:]
	}
	return here.String()
}

// firstWord returns the letters that a text begins with.
func firstWord(text string) string {
	if n := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) }); n >= 0 {
		return text[:n]
	}
	return text
}

// continues reports whether a text goes on with a letter.
func continues(text string) bool { return firstWord(text) != "" }

// Nearer returns the tag of a language with the country of a device set to that language, or else the language.
func (b *Book) Nearer(lang, device string) string {
	if own, ok := b.In(device); ok && own.Language == lang {
		return own.Tag()
	}
	return lang
}
