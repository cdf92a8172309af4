package speech_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"tabuleiro/bot/speech"
)

// Invalid message files are refused, with the mistake and the file.
func TestRead_Faults(t *testing.T) {
	speech.SetLacking(t, func(string, []string) {})
	const some = "greeting: \"Hello\"\n"
	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"no YAML":                 {map[string]string{"en/a.yaml": "a: [\n"}, "messages: en/a.yaml: "},
		"a key twice":             {map[string]string{"en/a.yaml": some, "en/b.yaml": some}, "messages: en/b.yaml: greeting is there twice"},
		"a word for two commands": {map[string]string{"en/a.yaml": "command:\n  play: \"go\"\n  accept: \"Go\"\n"}, `messages en: the word "`},
		"a country without words": {map[string]string{"en/a.yaml": some, "en/US/sentences.yaml": some}, "messages: open en/US/words.yaml"},
		"words that are none": {map[string]string{"en/a.yaml": some, "en/US/words.yaml": "- a\n", "en/US/sentences.yaml": some},
			"messages: "},
		"a country without sentences": {map[string]string{"en/a.yaml": some, "en/US/words.yaml": "lift: elevator\n"},
			"messages: open en/US/sentences.yaml"},
		"sentences that are none": {map[string]string{"en/a.yaml": some, "en/US/words.yaml": "lift: elevator\n",
			"en/US/sentences.yaml": "a: [\n"}, "messages: "},
		"a country": {map[string]string{"en/a.yaml": some, "en/US/words.yaml": "hello: hi\n", "en/US/sentences.yaml": "bye: \"So long\"\n"}, ""},
	} {
		from := fstest.MapFS{}
		for file, text := range c.files {
			from[file] = &fstest.MapFile{Data: []byte(text)}
		}
		b, err := speech.Read(from)
		switch {
		case c.want == "" && err == nil:
			if v, _ := b.In("en-US"); v.Text("greeting") != "Hi" || v.Tag() != "en-US" {
				t.Errorf("%s: there it is %q, %s", name, v.Text("greeting"), v.Tag())
			}
		case c.want == "" || err == nil || !strings.HasPrefix(err.Error(), c.want):
			t.Errorf("%s: %v", name, err)
		}
	}
}
