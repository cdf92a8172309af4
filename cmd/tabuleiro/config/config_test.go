package config

import (
	"bytes"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"

	"tabuleiro/bot/speech"
)

// names returns the names of all settings.
func names() []string {
	return strings.Split(new(Config).settings().names(""), ", ")
}

// The example has every setting, with its default.
func TestExample(t *testing.T) {
	example, err := os.ReadFile(filepath.Join("..", "..", "..", "config.example.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	var c Config
	if wrong := c.readFile("config.example.yaml", example); len(wrong) > 0 {
		t.Fatal(strings.Join(wrong, "\n"))
	}
	if diff := cmp.Diff(Defaults(), c); diff != "" {
		t.Errorf("the example is not the defaults (-want +got):\n%s", diff)
	}
	var tree map[string]any
	if err := yaml.Unmarshal(example, &tree); err != nil {
		t.Fatal(err)
	}
	for _, name := range names() {
		node := any(tree)
		for _, key := range strings.Split(name, ".") {
			section, _ := node.(map[string]any)
			var ok bool
			if node, ok = section[key]; !ok {
				t.Errorf("the example lacks %s", name)
			}
		}
	}
}

// Every setting is named in the file, in the environment and in a comment of the example.
func TestSettings_Named(t *testing.T) {
	example, err := os.ReadFile(filepath.Join("..", "..", "..", "config.example.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names() {
		variable := Prefix + strings.ToUpper(strings.ReplaceAll(name, ".", "_"))
		if !strings.Contains(string(example), "["+variable+"]") {
			t.Errorf("the example does not name the variable %s", variable)
		}
		var c Config
		if wrong := c.readEnvironment([]string{variable + "=auto"}); len(wrong) > 0 &&
			strings.Contains(wrong[0], "not known") {
			t.Errorf("%s: %q", variable, wrong)
		}
	}
}

func TestConfigure(t *testing.T) {
	want := func(change func(*Config)) Config {
		c := Defaults()
		change(&c)
		return c
	}
	for name, c := range map[string]struct {
		file string
		env  []string
		want Config
	}{
		"nothing":       {"", nil, Defaults()},
		"comments":      {"# nothing\n\n---\n", nil, Defaults()},
		"empty section": {"log:\n  # level: debug\n", nil, Defaults()},
		"byte order":    {"\xef\xbb\xbflanguage: es\n", nil, want(func(c *Config) { c.Language = "es" })},
		"windows": {"language: es\r\nlog:\r\n  level: warn\r\n", nil,
			want(func(c *Config) { c.Language, c.Log.Level = "es", "warn" })},
		"flow": {"{log: {format: json}}", nil, want(func(c *Config) { c.Log.Format = "json" })},
		"letter case": {"language: PT", []string{"TABULEIRO_LOG_LEVEL=DEBUG"},
			want(func(c *Config) { c.Language, c.Log.Level = "pt", "debug" })},
		"quoted number": {`database: "7"`, nil, want(func(c *Config) { c.Database = "7" })},
		"environment": {"", []string{"TABULEIRO_DATABASE=a=b", "TABULEIRO_LOG_FORMAT=json"},
			want(func(c *Config) { c.Database, c.Log.Format = "a=b", "json" })},
		"which wins": {"database: file", []string{"TABULEIRO_DATABASE=environment"},
			want(func(c *Config) { c.Database = "environment" })},
		"empty variable": {"database: file", []string{"TABULEIRO_DATABASE="}, want(func(c *Config) { c.Database = "file" })},
		"yes":            {"discord: {content: yes}", nil, want(func(c *Config) { c.Discord.Content = true })},
		"token": {"telegram:\n  token: \"1:a\"\n", []string{"TABULEIRO_DISCORD_TOKEN= b "},
			want(func(c *Config) { c.Telegram.Token, c.Discord.Token = "1:a", "b" })},
		"of an earlier version": {"discord: {shard: all, shards: auto, guild: 1}",
			[]string{"TABULEIRO_DISCORD_SHARDS=2"}, Defaults()},
		"one owner": {"owner: telegram:42", nil, want(func(c *Config) { c.Owner = []string{"telegram:42"} })},
		"owners": {"owner:\n  - telegram:42\n  - discord:1234\n", nil,
			want(func(c *Config) { c.Owner = []string{"telegram:42", "discord:1234"} })},
		"no owner":    {"owner: []", nil, Defaults()},
		"empty owner": {`owner: ""`, nil, Defaults()},
		"two documents": {"language: es\n---\nranking: yes\n", nil,
			want(func(c *Config) { c.Language, c.Ranking = "es", true })},
		"a number": {"operator: {name: 007}", nil, want(func(c *Config) { c.Operator.Name = "007" })},
		"owner wins": {"owner: telegram:42", []string{"TABULEIRO_OWNER=discord:1, terminal:ana"},
			want(func(c *Config) { c.Owner = []string{"discord:1", "terminal:ana"} })},
		"metrics": {"metrics: {listen: localhost:9090}", nil,
			want(func(c *Config) { c.Metrics.Listen = "localhost:9090" })},
		"metrics 6": {`metrics: {listen: "[::1]:09090"}`, nil, want(func(c *Config) { c.Metrics.Listen = "[::1]:09090" })},
		"metrics, any": {"metrics: {listen: 0.0.0.0:9090}", nil,
			want(func(c *Config) { c.Metrics.Listen = "0.0.0.0:9090" })},
		"metrics, all": {"metrics: {listen: ':9090'}", nil, want(func(c *Config) { c.Metrics.Listen = ":9090" })},
		"metrics, name": {"metrics: {listen: bot.example:9090}", nil,
			want(func(c *Config) { c.Metrics.Listen = "bot.example:9090" })},
		"no metrics": {`metrics: {listen: ""}`, nil, Defaults()},
		"others":     {"", []string{"DATABASE=x", "LANGUAGE=es:en", "TABULEIROX=1"}, Defaults()},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "c.yaml")
			if err := os.WriteFile(file, []byte(c.file), 0o600); err != nil {
				t.Fatal(err)
			}
			got, err := Read(file, c.env)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// An impossible value is refused with those possible, and leaves the setting as it was.
func TestConfigure_Refuses(t *testing.T) {
	for _, c := range []struct{ file, want string }{
		{"owner: ana", "owner has to be an id like telegram:42"},
		{"owner: 42", "owner has to be an id like telegram:42"},
		{"owner: [telegram:42, [discord:1]]", "owner has to be a value written out"},
		{"owner: {telegram: 42}", "owner has to be a value written out"},
		{"owner: ['telegram:4 2']", "owner has to be an id"},
		{"owner: discord:x", "owner has to be an id like telegram:42"},
		{"owner: telegram:-5", "owner has to be an id like telegram:42"},
		{"owner: telegram:0", "owner has to be an id like telegram:42"},
		{"owner: slack:5", "owner has to be an id like telegram:42"},
		{"owner:", "owner has no value"},
		{"telegram: {webhook: {listen: nonsense}}", "telegram.webhook.listen has to be an address with a port"},
		{"metrics: {listen: 127.0.0.1}", "metrics.listen has to be an address with a port"},
		{"metrics: {listen: 127.0.0.1:http}", "metrics.listen has to be an address with a port"},
		{"metrics: {listen: 127.0.0.1:65536}", "metrics.listen has to be an address with a port"},
		{"metrics: {listen: 9090}", "metrics.listen has to be an address with a port"},
		{"metrics: 127.0.0.1:9090", "metrics has to consist of lines"},
		{"owner: " + strings.Repeat("[", 100_000), "c.yaml: is longer than 32 kB"},
		{"owner: " + strings.Repeat("[", 4000), "is not YAML"},
		{strings.Repeat("- ", 8000), "the file has to consist of lines"},
		{strings.Repeat("? ", 8000), "is not YAML"},
		{"#" + strings.Repeat(" ", maxFileBytes), "c.yaml: is longer than 32 kB"},
	} {
		got := Defaults()
		wrong := got.readFile("c.yaml", []byte(c.file))
		if len(wrong) != 1 || !strings.Contains(wrong[0], c.want) {
			t.Errorf("%s: %q, want %q", c.file, wrong, c.want)
		}
		if diff := cmp.Diff(Defaults().Metrics, got.Metrics); diff != "" {
			t.Errorf("%s:\n%s", c.file, diff)
		}
	}
	wrong := new(Config).readEnvironment([]string{"TABULEIRO_OWNER=telegram:42,ana", "TABULEIRO_METRICS_LISTEN=9090"})
	if len(wrong) != 2 || !strings.HasPrefix(wrong[0], "TABULEIRO_OWNER has to be an id") ||
		!strings.HasPrefix(wrong[1], "TABULEIRO_METRICS_LISTEN has to be an address with a port") {
		t.Errorf("the environment: %q", wrong)
	}
}

// A secret is not shown, however it is printed.
func TestSecret(t *testing.T) {
	c := Defaults()
	c.Telegram.Token = "123456:hidden"
	var log bytes.Buffer
	slog.New(slog.NewTextHandler(&log, nil)).Info("settings", "token", c.Telegram.Token, "all", c)
	for _, shown := range []string{fmt.Sprint(c), fmt.Sprintf("%+v %#v %s %q", c, c, c.Telegram.Token, c.Telegram.Token),
		log.String()} {
		if strings.Contains(shown, "hidden") {
			t.Errorf("shown: %s", shown)
		}
	}
}

// A token pasted into another setting is not repeated, nor is an unterminated text.
func TestSecret_OutOfPlace(t *testing.T) {
	for _, hidden := range []string{"123456:AAEhidden", "MTIz.hidden.xyzxyz", "hidden1", strings.Repeat("hidden", 20_000),
		"MTIzhiddenhiddenhiddenhiddenhidden"} {
		for _, file := range []string{
			"%s: x", "telegram:\n  %s: x", "telegram: {%s: x}", "language: '%s'", "log: {level: \"%s\"}", "%%YAML %s\n---\n",
			"a: &a b\n%s: *a\n",
			"? %s\n: x\n", "'%s", "x: [%s", "%s", "- %s", "!!%s x: y", "owner: %s", "metrics: {listen: '%s'}",
			"discord: {content: %s}", "database: {a: %s}", "x: &%s",
		} {
			text := strings.ReplaceAll(fmt.Sprintf(file, hidden), "%%", "%")
			for _, wrong := range new(Config).readFile("c.yaml", []byte(text)) {
				if strings.Contains(wrong, "hidden") || len(wrong) > 500 {
					t.Errorf("%.40s: %.600s", text, wrong)
				}
			}
		}
		for _, wrong := range new(Config).readEnvironment([]string{Prefix + hidden + "=1", "TABULEIRO_LANGUAGE=" + hidden,
			"TABULEIRO_OWNER=" + hidden}) {
			if strings.Contains(wrong, "hidden") || len(wrong) > 700 {
				t.Errorf("the environment: %.600s", wrong)
			}
		}
	}
}

// Each language of the bot can be chosen.
func TestLanguages(t *testing.T) {
	for _, tag := range speech.Spoken {
		var c Config
		wrong := c.readEnvironment([]string{"TABULEIRO_LANGUAGE=" + strings.ToUpper(tag)})
		if spoken := c.Language.Spoken(environment{"LANG": "fr"}.get); spoken != tag || wrong != nil {
			t.Errorf("%s is taken for %s, %q", tag, spoken, wrong)
		}
	}
}

// environment has variables by name.
type environment map[string]string

func (e environment) get(name string) string { return e[name] }

func TestLanguageOfSystem(t *testing.T) {
	for _, c := range []struct {
		set  Language
		env  environment
		want string
	}{
		{"auto", nil, "en"},
		{"auto", environment{"LANG": "pt_PT.UTF-8"}, "pt"},
		{"auto", environment{"LANG": "pt_BR.UTF-8"}, "pt-BR"},
		{"auto", environment{"LANG": "es"}, "es"},
		{"auto", environment{"LANG": "es.UTF-8"}, "es"},
		{"auto", environment{"LANG": "fr_FR.UTF-8"}, "en"},
		{"auto", environment{"LANG": "C.UTF-8"}, "en"},
		{"auto", environment{"LANG": "pt_PT", "LC_ALL": "es_ES"}, "es"},
		{"auto", environment{"LANG": "pt_PT", "LC_ALL": "C"}, "en"},
		{"auto", environment{"LANG": "pt_PT", "LC_ALL": ""}, "pt"},
		{"auto", environment{"LANG": "auto"}, "en"},
		{"es", environment{"LANG": "pt_PT"}, "es"},
	} {
		if got := c.set.Spoken(c.env.get); got != c.want {
			t.Errorf("%s with %v is %s, want %s", c.set, c.env, got, c.want)
		}
	}
}

// No text makes reading panic, and what is refused leaves the settings usable.
func FuzzConfigFile(f *testing.F) {
	for _, seed := range []string{
		"", "language: en", "log:\n  level: debug\n", "log: {level: [a]}\n", "? [x]\n: y\n", "<<: *a\n", "- a\n",
		"a: &a [*a]\n",
		"database: |\n  x\n", "database: !!binary x\n", "---\n---\n", "\"a\nb\": \t'", "%YAML 9\n---\n",
		"log: &l {level: warn}\nx: *l\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c := Defaults()
		c.readFile("c.yaml", []byte(text))
		if wrong := c.readEnvironment([]string{Prefix + "LANGUAGE=" + string(c.Language)}); len(wrong) > 0 {
			t.Errorf("language %q: %q", c.Language, wrong)
		}
	})
}
