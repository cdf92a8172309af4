package speech_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"

	"tabuleiro/bot/speech"
)

var update = flag.Bool("update", false, "write testdata anew; read the difference before accepting it")

// gapName matches the name of a gap, anywhere between braces.
var gapName = regexp.MustCompile(`\.([A-Z]\w*)`)

// filled returns a sentence for a number, every other gap filled with its name.
func filled(v speech.Voice, key, text string, n int) string {
	facts := []speech.Fact{speech.Count(n)}
	for _, in := range gap.FindAllString(text, -1) {
		for _, name := range gapName.FindAllStringSubmatch(in, -1) {
			if name[1] != "Count" {
				facts = append(facts, speech.Text(name[1], name[1]))
			}
		}
	}
	return v.Text(key, facts...)
}

// plurals returns the keys of a language that have plural forms.
func plurals(t *testing.T, lang string) (keys []string) {
	t.Helper()
	names, err := filepath.Glob(lang + "/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var tree map[string]any
		if err := yaml.Unmarshal(text, &tree); err != nil {
			t.Fatal(err)
		}
		var walk func(prefix string, node map[string]any)
		walk = func(prefix string, node map[string]any) {
			if _, ok := node["other"]; ok {
				keys = append(keys, prefix)
				return
			}
			for key, below := range node {
				if below, ok := below.(map[string]any); ok {
					walk(strings.TrimPrefix(prefix+"."+key, "."), below)
				}
			}
		}
		walk("", tree)
	}
	slices.Sort(keys)
	return keys
}

// Every sentence with a count has forms for one, two and none in every language, as in testdata; that for one differs
// from that for two.
func TestEveryPlural(t *testing.T) {
	var all strings.Builder
	voices, texts := map[string]speech.Voice{}, map[string]map[string]string{}
	for _, lang := range speech.Languages {
		voices[lang], texts[lang] = voice(t, lang), sentences(t, lang)
	}
	for _, key := range plurals(t, speech.Languages[0]) {
		fmt.Fprintf(&all, "# %s\n", key)
		for _, lang := range speech.Languages {
			v, text := voices[lang], texts[lang][key]
			one, two := filled(v, key, text, 1), filled(v, key, text, 2)
			if one == strings.ReplaceAll(two, "2", "1") {
				t.Errorf("%s, %s: %q for one, %q for two", lang, key, one, two)
			}
			if strings.Contains(one, "2") || strings.Contains(two, "1") {
				t.Errorf("%s, %s: %q for one, %q for two", lang, key, one, two)
			}
			fmt.Fprintf(&all, "%s: %s\n    %s\n    %s\n", lang, one, two, filled(v, key, text, 0))
		}
	}
	const file = "testdata/plurals.txt"
	if *update {
		if err := os.WriteFile(file, []byte(all.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), all.String()); diff != "" {
		t.Error(diff)
	}
}

// manyAlways are sentences whose number is never one, or is followed by no word that depends on it.
var manyAlways = []string{
	"reason.gammon", "reason.backgammon", // two points at least
	"rule.no-die-left", "rule.must-use-both", // two dice at least
	"rule.rearmost-first", "words.off", "words.on-bar", // what is counted is not named
	"block-full", "limit-challenges", "limit-commands", "limit-imports", "limit-matches", // limits are more than one
	"file.file-too-large", "file.too-many-moves", "file-games", "file-none-found", "replay-some", // as are these
	"which-more", // of several matches, or of more than are listed
}

// A number is followed by a word that depends on it only in sentences with plural forms.
func TestNumbers_WithWords(t *testing.T) {
	counted := regexp.MustCompile(`\{\{\.Count\}\} \pL`)
	for _, lang := range speech.Languages {
		forms := plurals(t, lang)
		read := sentences(t, lang)
		for _, key := range slices.Sorted(maps.Keys(read)) {
			if !slices.Contains(forms, key) && !slices.Contains(manyAlways, key) && counted.MatchString(read[key]) {
				t.Errorf("%s, %s: %q", lang, key, read[key])
			}
		}
	}
}
