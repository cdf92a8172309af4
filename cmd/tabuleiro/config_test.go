package main

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/bot/speech"
)

// The example has every setting, with its default.
func TestExample(t *testing.T) {
	example, err := os.ReadFile(filepath.Join("..", "..", "config.example.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	var c config
	if wrong := readFile(&c, "config.example.yaml", example); len(wrong) > 0 {
		t.Fatal(strings.Join(wrong, "\n"))
	}
	// What the example leaves out would still be zero, and no default is.
	if diff := cmp.Diff(defaults(), c); diff != "" {
		t.Errorf("the example is not the defaults (-want +got):\n%s", diff)
	}
	noZero(t, "defaults", reflect.ValueOf(defaults()))
}

// noZero fails for a field that is zero, which TestExample could not tell from one that is missing.
func noZero(t *testing.T, name string, section reflect.Value) {
	for i := range section.NumField() {
		field, name := section.Field(i), name+"."+section.Type().Field(i).Name
		if field.Kind() == reflect.Struct {
			noZero(t, name, field)
		} else if field.IsZero() {
			t.Errorf("%s is zero", name)
		}
	}
}

// Every setting is named in the file, in the environment and in a comment of the example.
func TestSettingsNamed(t *testing.T) {
	example, err := os.ReadFile(filepath.Join("..", "..", "config.example.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range settings("", reflect.TypeFor[config]()) {
		variable := environmentPrefix + strings.ToUpper(strings.ReplaceAll(name, ".", "_"))
		if !strings.Contains(string(example), "["+variable+"]") {
			t.Errorf("the example does not name the variable %s", variable)
		}
		var c config
		if wrong := readEnvironment(&c, []string{variable + "=auto"}); len(wrong) > 0 && strings.Contains(wrong[0], "not known") {
			t.Errorf("%s: %q", variable, wrong)
		}
	}
}

func TestConfigure(t *testing.T) {
	want := func(change func(*config)) config {
		c := defaults()
		change(&c)
		return c
	}
	for name, c := range map[string]struct {
		file string
		env  []string
		want config
	}{
		"nothing":        {"", nil, defaults()},
		"comments":       {"# nothing\n\n---\n", nil, defaults()},
		"empty section":  {"log:\n  # level: debug\n", nil, defaults()},
		"byte order":     {"\xef\xbb\xbflanguage: es\n", nil, want(func(c *config) { c.Language = "es" })},
		"windows":        {"language: es\r\nlog:\r\n  level: warn\r\n", nil, want(func(c *config) { c.Language, c.Log.Level = "es", "warn" })},
		"flow":           {"{log: {format: json}}", nil, want(func(c *config) { c.Log.Format = "json" })},
		"letter case":    {"language: PT", []string{"TABULEIRO_LOG_LEVEL=DEBUG"}, want(func(c *config) { c.Language, c.Log.Level = "pt", "debug" })},
		"quoted number":  {`database: "7"`, nil, want(func(c *config) { c.Database = "7" })},
		"environment":    {"", []string{"TABULEIRO_DATABASE=a=b", "TABULEIRO_LOG_FORMAT=json"}, want(func(c *config) { c.Database, c.Log.Format = "a=b", "json" })},
		"which wins":     {"database: file", []string{"TABULEIRO_DATABASE=environment"}, want(func(c *config) { c.Database = "environment" })},
		"empty variable": {"database: file", []string{"TABULEIRO_DATABASE="}, want(func(c *config) { c.Database = "file" })},
		"others":         {"", []string{"DATABASE=x", "LANGUAGE=es:en", "TABULEIROX=1"}, defaults()},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "c.yaml")
			if err := os.WriteFile(file, []byte(c.file), 0o600); err != nil {
				t.Fatal(err)
			}
			got, err := configure(file, c.env)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// What can be chosen is what the bot speaks.
func TestLanguages(t *testing.T) {
	var chosen []string
	for _, l := range languages {
		chosen = append(chosen, string(l))
	}
	spoken := slices.Sorted(slices.Values(speech.Languages))
	if diff := cmp.Diff(spoken, slices.Sorted(slices.Values(chosen))); diff != "" {
		t.Errorf("languages (-spoken +chosen):\n%s", diff)
	}
}

func TestLanguageOfSystem(t *testing.T) {
	for _, c := range []struct {
		set  language
		env  map[string]string
		want language
	}{
		{"auto", nil, "en"},
		{"auto", map[string]string{"LANG": "pt_PT.UTF-8"}, "pt"},
		{"auto", map[string]string{"LANG": "es"}, "es"},
		{"auto", map[string]string{"LANG": "es.UTF-8"}, "es"},
		{"auto", map[string]string{"LANG": "fr_FR.UTF-8"}, "en"},
		{"auto", map[string]string{"LANG": "C.UTF-8"}, "en"},
		{"auto", map[string]string{"LANG": "pt_PT", "LC_ALL": "es_ES"}, "es"},
		{"auto", map[string]string{"LANG": "pt_PT", "LC_ALL": "C"}, "en"},
		{"auto", map[string]string{"LANG": "pt_PT", "LC_ALL": ""}, "pt"},
		{"auto", map[string]string{"LANG": "auto"}, "en"},
		{"es", map[string]string{"LANG": "pt_PT"}, "es"},
	} {
		if got := c.set.resolve(c.env); got != c.want {
			t.Errorf("%s with %v is %s, want %s", c.set, c.env, got, c.want)
		}
	}
}

// No text makes reading panic, and what is refused leaves the settings usable.
func FuzzConfigFile(f *testing.F) {
	for _, seed := range []string{
		"", "language: en", "log:\n  level: debug\n", "log: {level: [a]}\n", "? [x]\n: y\n", "<<: *a\n", "- a\n", "a: &a [*a]\n",
		"database: |\n  x\n", "database: !!binary x\n", "---\n---\n", "\"a\nb\": \t'", "%YAML 9\n---\n", "log: &l {level: warn}\nx: *l\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c := defaults()
		readFile(&c, "c.yaml", []byte(text))
		noZero(t, "config", reflect.ValueOf(c))
		if wrong := readEnvironment(&c, []string{environmentPrefix + "LANGUAGE=" + string(c.Language)}); len(wrong) > 0 {
			t.Errorf("language %q: %q", c.Language, wrong)
		}
	})
}
