// Package speech is what the bot says, and the words it understands, in three languages.
//
// The sentences stand in the message files, a folder for each language, under a key; code only knows keys and the facts
// that fill their gaps, written {{.Name}}. Adding a language is adding a folder.
package speech

import (
	"cmp"
	"embed"
	"flag"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"regexp"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"text/template"
	"unicode"

	"github.com/goccy/go-yaml"
	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/command"
)

//go:embed */*.yaml */*/*.yaml
var files embed.FS

// Languages are the tags of the languages in order: the folders of message files. English is among them, and is the
// fallback.
var Languages = folders(files, ".")

// folders returns the names of the folders in a folder: languages or, in one of these, countries that have words of
// their own.
func folders(of fs.FS, in string) (names []string) {
	entries, err := fs.ReadDir(of, in)
	if err != nil {
		panic(err) // the folders are part of the program
	}
	for _, e := range entries {
		if e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return names
}

// fallback is the language for everybody whose own is not spoken.
const fallback = "en"

// Book holds all languages.
type Book struct {
	languages []string
	voices    map[string]Voice            // by language
	countries map[string]map[string]Voice // by language and country
	match     language.Matcher
	command   map[string]string // by word, folded
	meanings  sync.Map          // the words of a key, folded, as they are asked for
}

// Voice speaks one language.
type Voice struct {
	Language string // the folder of its message files
	Country  string // whose words it uses where they are others, "" if those of the language
	local    *i18n.Localizer
	keys     map[string]sentence
	swaps    map[string][]swap // by their first words
	numbers  map[string]int    // by their names
}

// Tag returns the BCP 47 tag of the voice.
func (v Voice) Tag() string {
	if v.Country == "" {
		return v.Language
	}
	return v.Language + "-" + v.Country
}

// sentence has what is known of a sentence.
type sentence struct {
	plural bool     // it has a form for one
	facts  []string // that its gaps name, in any of its forms and whatever else is the case
}

// Load returns the book of the embedded message files, which are read once. An error is a mistake in them.
func Load() (*Book, error) { return load() }

var load = sync.OnceValues(func() (*Book, error) { return Read(files) })

// Read is Load from other message files: a folder for each language, English among them.
func Read(from fs.FS) (*Book, error) {
	b := &Book{languages: folders(from, "."), voices: map[string]Voice{}, countries: map[string]map[string]Voice{},
		command: map[string]string{}}
	bundle := i18n.NewBundle(language.English)
	bundle.RegisterUnmarshalFunc("yaml", yaml.Unmarshal)
	var tags []language.Tag
	for _, lang := range b.languages {
		keys, messages, err := read(bundle, from, lang)
		if err != nil {
			return nil, fmt.Errorf("messages: %w", err)
		}
		v := Voice{Language: lang, local: i18n.NewLocalizer(bundle, lang), keys: keys}
		if v.Has("intent-number") {
			v.numbers = numbered(v.Text("intent-number"))
		}
		b.voices[lang] = v
		if b.countries[lang], err = readCountries(bundle, from, b.voices[lang], messages); err != nil {
			return nil, fmt.Errorf("messages: %w", err)
		}
		tags = append(tags, language.MustParse(lang))
		if err := b.learn(b.voices[lang]); err != nil {
			return nil, fmt.Errorf("messages %s: %w", lang, err)
		}
	}
	b.match = language.NewMatcher(tags)
	return b, nil
}

// read puts the message files of a language into a bundle. It returns what is known of the sentences, and the messages.
func read(bundle *i18n.Bundle, files fs.FS, lang string) (map[string]sentence, []*i18n.Message, error) {
	entries, err := fs.ReadDir(files, lang)
	if err != nil {
		return nil, nil, err
	}
	keys := map[string]sentence{}
	var all []*i18n.Message
	for _, entry := range entries {
		if entry.IsDir() {
			continue // of a country
		}
		name := lang + "/" + entry.Name()
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, nil, err
		}
		file, err := bundle.ParseMessageFileBytes(text, lang+".yaml") // a name that tells the language
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", name, err)
		}
		for _, m := range file.Messages {
			if _, twice := keys[m.ID]; twice {
				return nil, nil, fmt.Errorf("%s: %s is there twice", name, m.ID)
			}
			keys[m.ID] = sentence{m.One != "", named(m.One + m.Other)}
		}
		all = append(all, file.Messages...)
	}
	return keys, all, nil
}

// learn adds the words of a language for commands.
func (b *Book) learn(v Voice) error {
	for _, c := range command.Table {
		for _, word := range v.Words(c.Name) {
			if old, ok := b.command[Fold(word)]; ok && old != c.Name {
				return fmt.Errorf("the word %q means both %s and %s", word, old, c.Name)
			}
			b.command[Fold(word)] = c.Name
		}
	}
	return nil
}

// In returns the voice for a BCP 47 tag such as "pt-BR", or the English one and false if the language is not spoken.
func (b *Book) In(lang string) (Voice, bool) {
	tag, err := language.Parse(lang)
	if err != nil {
		return b.voices[fallback], false
	}
	_, i, sure := b.match.Match(tag)
	lang = b.languages[i]
	if _, _, country := tag.Raw(); sure > language.No {
		if v, ok := b.countries[lang][country.String()]; ok {
			return v, true
		}
	}
	return b.voices[lang], sure > language.No
}

// Command returns the command that a word stands for in any language, "" if none. Case and accents do not matter.
func (b *Book) Command(word string) string { return b.command[Fold(word)] }

// nouns maps commands to the keys, under "word", of nouns for what they do.
var nouns = map[string]string{"resign": "resignation", "double": "cube", "challenge": "invitation"}

// Names reports whether a word stands for a command, or for what it does, in any language.
func (b *Book) Names(command, word string) bool {
	noun := nouns[command]
	return b.Command(word) == command || noun != "" && b.Means(noun, word)
}

// Means reports whether a word has a meaning in any language, as listed under "word".
func (b *Book) Means(what, word string) bool { return b.Meaning("word."+what, word) }

// Meaning reports whether a word is among those that any language lists under a key.
func (b *Book) Meaning(key, word string) bool {
	words, known := b.meanings.Load(key)
	if !known {
		all := map[string]bool{}
		for _, text := range b.All(key) {
			for _, w := range strings.Fields(text) {
				all[Fold(w)] = true
			}
		}
		words, _ = b.meanings.LoadOrStore(key, all)
	}
	return words.(map[string]bool)[Fold(strings.Trim(word, " .!¡"))]
}

// All returns the texts of a key in all languages; a language without the key contributes the key itself.
func (b *Book) All(key string) (texts []string) {
	for _, lang := range b.languages {
		text := key
		if v := b.voices[lang]; v.Has(key) {
			text = v.Text(key)
		}
		texts = append(texts, text)
	}
	return texts
}

// Words returns the words of a language for a command, the usual one first.
func (v Voice) Words(command string) []string {
	return strings.Fields(v.Text("command." + command))
}

// Typed returns what is typed for a command, with the slash, or for a word that goes with one: the usual one of the
// language.
func (v Voice) Typed(name string) string {
	if v.Has("command." + name) {
		return "/" + v.Words(name)[0]
	}
	return strings.Fields(v.Text("word." + name))[0]
}

// Has reports whether the language has a sentence under a key.
func (v Voice) Has(key string) bool { _, ok := v.keys[key]; return ok }

// Facts returns the sorted names of the facts that a sentence needs, those of all its gaps.
func (v Voice) Facts(key string) []string { return v.keys[key].facts }

// Keys returns the keys of all sentences.
func (v Voice) Keys() []string { return slices.Sorted(maps.Keys(v.keys)) }

// Fact fills a gap of a sentence: {{.Name}}.
type Fact struct {
	name string
	text string
	user *chat.User
	n    int
}

// Text is a fact in words.
func Text(name, text string) Fact { return Fact{name: name, text: text} }

// Person is a fact that names somebody; nobody is "".
func Person(name string, u chat.User) Fact { return Fact{name: name, user: &u} }

// Number is a fact in digits.
func Number(name string, n int) Fact { return Text(name, strconv.Itoa(n)) }

// Positive is a number, or "" unless it is positive.
func Positive(name string, n int) Fact {
	if n <= 0 {
		return Text(name, "")
	}
	return Number(name, n)
}

// Count is the fact {{.Count}}, which also chooses between singular and plural where the sentence has both.
func Count(n int) Fact { return Fact{name: "Count", n: n} }

// A name takes its place in a sentence as a rune of the private use area, so that no name can be taken for markup.
const firstName = '\uE000'

// Say returns the sentence under a key, filled with facts. A missing key or fact is a mistake of the program that ends
// a test; in use it is logged, and the key or the sentence with "…" in the gap is returned.
func (v Voice) Say(key string, facts ...Fact) []chat.Span {
	text, people := v.filled(key, facts)
	var spans []chat.Span
	for text != "" {
		i := strings.IndexFunc(text, func(r rune) bool { return r >= firstName && int(r-firstName) < len(people) })
		if i < 0 {
			return append(spans, chat.Span{Text: text, Lang: v.Language})
		}
		u := people[[]rune(text[i:])[0]-firstName]
		if before := v.before(*u, key, text[:i], text[i+len(string(firstName)):], spans == nil); before != "" {
			spans = append(spans, chat.Span{Text: before, Lang: v.Language})
		}
		called := v.DisplayName
		if u.Robot && v.titles(key) {
			called = v.Titled
		}
		spans = append(spans, chat.Span{Text: called(*u), User: u})
		text = text[i+len(string(firstName)):]
	}
	return spans
}

// filled returns the sentence under a key with facts in its gaps, where people are runes.
func (v Voice) filled(key string, facts []Fact) (text string, people []*chat.User) {
	config := i18n.LocalizeConfig{MessageID: key, Funcs: functions}
	data := map[string]any{}
	for _, f := range facts {
		switch {
		case f.user != nil && *f.user != (chat.User{}):
			data[f.name] = string(firstName + rune(len(people)))
			people = append(people, f.user)
		case f.name == "Count":
			data[f.name] = f.n
			if v.keys[key].plural {
				config.PluralCount = cmp.Or(f.n, 2) // none are several: the library counts them as one in Portuguese
			}
		default:
			data[f.name] = f.text
		}
	}
	var lacks []string
	for _, name := range v.keys[key].facts {
		if data[name] == nil {
			data[name], lacks = absent(false), append(lacks, name)
		}
	}
	if lacks != nil {
		lacking(key, lacks)
	}
	config.TemplateData = data
	text, err := v.local.Localize(&config)
	if err != nil {
		lacking(key, []string{err.Error()})
		return key, nil
	}
	return text, people
}

// Text is Say without styles.
func (v Voice) Text(key string, facts ...Fact) string { return chat.PlainText(v.Say(key, facts...)) }

// Or lists alternatives: "a, b or c", at most limit of them and then an ellipsis.
func (v Voice) Or(items []string, limit int) string {
	between := ", "
	if slices.ContainsFunc(items, func(s string) bool { return strings.Contains(s, ",") }) {
		between = "; "
	}
	if len(items) > limit {
		return strings.Join(items[:limit], between) + between + "…"
	}
	if len(items) < 2 {
		return strings.Join(items, "")
	}
	last := len(items) - 1
	return v.Text("or", Text("A", strings.Join(items[:last], between)), Text("B", items[last]))
}

// name returns what to call somebody. A name written from right to left is isolated from the rest of the line.
func name(u chat.User) string {
	if u.Name == "" && u.Handle != "" {
		return "@" + u.Handle
	}
	for _, r := range u.Name {
		if unicode.In(r, unicode.Arabic, unicode.Hebrew, unicode.Syriac, unicode.Thaana, unicode.Nko) {
			return "\u2068" + u.Name + "\u2069"
		}
	}
	return u.Name
}

var (
	gap      = regexp.MustCompile(`\{\{[^}]*\}\}`)
	gapNames = regexp.MustCompile(`\.(\w+)`)
)

// named returns the sorted names of the facts in the gaps of a text, {{.Name}}, in all cases that it distinguishes.
func named(text string) (names []string) {
	for _, g := range gap.FindAllString(text, -1) {
		for _, name := range gapNames.FindAllStringSubmatch(g, -1) {
			names = append(names, name[1])
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Functions that a sentence may use: {{lower .Colour}} for a word that elsewhere begins a sentence, {{if eq .At `bar`}}
// and {{if not .Guest}}.
var functions = template.FuncMap{
	"lower": func(fact any) string { return strings.ToLower(fmt.Sprint(fact)) },
	"eq":    func(fact, value any) bool { return fact == value },
}

// absent stands in the gap of a fact that a sentence lacks: nothing depends on it.
type absent bool

func (absent) String() string { return "…" }

// lacking reports a sentence that lacks facts.
var lacking = func(key string, facts []string) {
	if flag.Lookup("test.v") == nil {
		slog.Error("a sentence lacks facts", "sentence", key, "facts", facts, "stack", string(debug.Stack()))
		return
	}
	fmt.Fprintf(os.Stderr, "the sentence %s lacks its facts %q\n%s", key, facts, debug.Stack())
	os.Exit(2) // not a panic, which Hear survives
}
