package speech_test

import (
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"tabuleiro/bot/speech"
)

// entry is a row of the glossary: the word for a thing by language, and the expressions that it bans.
type entry struct {
	Thing string
	Say   map[string]string
	Not   map[string][]string
}

func glossary(t *testing.T) (entries []entry) {
	t.Helper()
	text, err := os.ReadFile("glossary.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(text, &entries); err != nil {
		t.Fatal(err)
	}
	return entries
}

// texts returns everything that players read in a language, by its place: the sentences, the manual, the rules, but not
// words that the bot only understands.
func texts(t *testing.T, lang string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for key, text := range sentences(t, lang) {
		top, _, _ := strings.Cut(key, ".")
		family, _, _ := strings.Cut(top, "-")
		if slices.Contains([]string{"command", "word", "intent", "slot", "class", "beside"}, family) {
			continue
		}
		switch top {
		case "value", "setting":
			text, _, _ = strings.Cut(text, "|")
		}
		all[key] = text
	}
	for _, root := range []string{"../manual", "../../engine"} {
		tree := os.DirFS(root)
		err := fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || path.Base(name) != lang+".md" {
				return err
			}
			text, err := fs.ReadFile(tree, name)
			all[root+"/"+name] = strings.Join(strings.Fields(string(text)), " ") // an expression may go on in the next line
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return all
}

func TestGlossary(t *testing.T) {
	entries := glossary(t)
	for _, e := range entries {
		for _, lang := range speech.Languages {
			if e.Say[lang] == "" {
				t.Errorf("%s has no word in %s", e.Thing, lang)
			}
		}
		for lang := range e.Not {
			if !slices.Contains(speech.Languages, lang) {
				t.Errorf("%s bans words in %q, which is not spoken", e.Thing, lang)
			}
		}
	}
	for _, lang := range speech.Languages {
		read := texts(t, lang)
		// Discord's own words
		maps.DeleteFunc(read, func(key, _ string) bool { return strings.HasPrefix(key, "missing-permissions.") })
		for _, e := range entries {
			for _, banned := range e.Not[lang] {
				pattern := regexp.MustCompile(wordBounds(banned))
				for _, where := range slices.Sorted(maps.Keys(read)) {
					if found := pattern.FindString(read[where]); found != "" {
						t.Errorf("%s, %s: %q; the word is %q", lang, where, found, e.Say[lang])
					}
				}
			}
		}
	}
}

// wordBounds lets \b match at accented letters too, as Go's own knows only ASCII.
func wordBounds(pattern string) string {
	pattern = strings.TrimPrefix(pattern, `\b`)
	return `(?:^|[^\pL])` + strings.ReplaceAll(pattern, `\b`, `(?:$|[^\pL])`)
}
