package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tabuleiro/bot/discord"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/telegram"
)

// defaultConfigFile is read if it exists and no other file is named.
const defaultConfigFile = "tabuleiro.yaml"

// config is all that can be set. A setting has a key in the file (yaml) and a variable in the environment (env), which
// wins. A section is a struct: its key in the file, and a prefix of its variables.
//
// A setting checks itself in UnmarshalText, for file and environment alike; its error says what is wrong without the name
// of the setting, and quotes the value only where that cannot be a secret.
type config struct {
	Database database      `yaml:"database" env:"DATABASE"`
	Language language      `yaml:"language" env:"LANGUAGE"`
	Owner    []person      `yaml:"owner" env:"OWNER"`
	Ranking  yesNo         `yaml:"ranking" env:"RANKING"` // of all people is shown
	Log      logConfig     `yaml:"log" envPrefix:"LOG_"`
	Metrics  metricsConfig `yaml:"metrics" envPrefix:"METRICS_"`

	Telegram telegramConfig `yaml:"telegram" envPrefix:"TELEGRAM_"`
	Discord  discordConfig  `yaml:"discord" envPrefix:"DISCORD_"`
}

type logConfig struct {
	Level  logLevel  `yaml:"level" env:"LEVEL"`
	Format logFormat `yaml:"format" env:"FORMAT"`
}

type metricsConfig struct {
	Listen listenAddress `yaml:"listen" env:"LISTEN"` // "": nowhere
}

type telegramConfig struct {
	Token   secret        `yaml:"token" env:"TOKEN"` // "": no Telegram
	API     text          `yaml:"api" env:"API"`
	Local   yesNo         `yaml:"local" env:"LOCAL"`
	Webhook webhookConfig `yaml:"webhook" envPrefix:"WEBHOOK_"`
}

type webhookConfig struct {
	URL    text   `yaml:"url" env:"URL"` // "": long polling
	Listen text   `yaml:"listen" env:"LISTEN"`
	Secret secret `yaml:"secret" env:"SECRET"` // "": drawn at every start
}

type discordConfig struct {
	Token   secret `yaml:"token" env:"TOKEN"` // "": no Discord
	API     text   `yaml:"api" env:"API"`
	Guild   text   `yaml:"guild" env:"GUILD"` // "": commands are registered everywhere
	Content yesNo  `yaml:"content" env:"CONTENT"`
	Shard   shard  `yaml:"shard" env:"SHARD"`
	Shards  shards `yaml:"shards" env:"SHARDS"`
}

// owners are the ids of those who run the bot.
func (c config) owners() []string {
	var ids []string
	for _, p := range c.Owner {
		ids = append(ids, string(p))
	}
	return ids
}

// environmentPrefix begins the names of all variables that are settings.
const environmentPrefix = "TABULEIRO_"

// defaults are the settings that the operator has not set.
func defaults() config {
	return config{
		Database: "tabuleiro.db",
		Language: "auto",
		Log:      logConfig{Level: "auto", Format: "text"},
		Telegram: telegramConfig{API: telegram.DefaultAPI, Webhook: webhookConfig{Listen: "127.0.0.1:8080"}},
		Discord:  discordConfig{API: discord.API, Shard: discord.AllShards},
	}
}

// mistakes are all that is wrong with a configuration.
type mistakes []string

func (m mistakes) Error() string {
	if len(m) == 1 {
		return "configuration: " + m[0]
	}
	return fmt.Sprintf("configuration: %d mistakes:\n  %s", len(m), strings.Join(m, "\n  "))
}

// configure reads the settings: from the named file or, with name "", from the default one if that exists; then from the
// environment. It reports everything that is wrong in both, not only the first thing.
func configure(name string, environment []string) (config, error) {
	c := defaults()
	var wrong mistakes
	text, err := os.ReadFile(cmp.Or(name, defaultConfigFile))
	switch {
	case err == nil:
		wrong = append(wrong, readFile(&c, cmp.Or(name, defaultConfigFile), text)...)
	case name == "" && errors.Is(err, fs.ErrNotExist):
	default:
		wrong = append(wrong, fmt.Sprintf("read the file: %v", err))
	}
	wrong = append(wrong, readEnvironment(&c, environment)...)
	if len(wrong) > 0 {
		return c, mistake{wrong}
	}
	return c, nil
}

// path names a file.
type path string

func (p *path) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		return errors.New("is empty: name a file")
	}
	if slices.Contains(text, 0) {
		return errors.New("contains a zero byte: name a file")
	}
	*p = path(text)
	return nil
}

// language is what the bot speaks where a room has not chosen; "auto": what the environment of the process speaks.
type language string

var languages = func() (tags []language) {
	for _, tag := range speech.Languages {
		tags = append(tags, language(tag))
	}
	return tags
}()

func (l *language) UnmarshalText(text []byte) error {
	return choose(l, text, append([]language{"auto"}, languages...))
}

// resolve is one of languages: the one set or, for "auto", that of the locale if it is one of them, else English.
func (l language) resolve(environment map[string]string) language {
	if l != "auto" {
		return l
	}
	// The first that is set decides, as everywhere: LC_ALL=C means English whatever LANG says.
	locale := cmp.Or(environment["LC_ALL"], environment["LC_MESSAGES"], environment["LANG"])
	spoken, _, _ := strings.Cut(locale, ".") // pt_PT.UTF-8
	spoken, _, _ = strings.Cut(spoken, "_")
	if found := language(strings.ToLower(spoken)); slices.Contains(languages, found) {
		return found
	}
	return "en"
}

// person is the id of somebody, with the service: "telegram:42".
type person string

var personForm = regexp.MustCompile(`^[a-z]+:[^\s,]+$`)

func (p *person) UnmarshalText(text []byte) error {
	text = bytes.TrimSpace(text)
	if !personForm.Match(text) {
		return errors.New("has to be an id like telegram:42 or discord:1234; the bot tells you yours when you say /status to it")
	}
	*p = person(text)
	return nil
}

// listenAddress is an address of this machine with a port, like 127.0.0.1:9090 or, for all that it has, :9090; "" is none.
type listenAddress string

func (l *listenAddress) UnmarshalText(text []byte) error {
	address := string(bytes.TrimSpace(text))
	if address != "" {
		host, port, err := net.SplitHostPort(address)
		number, wrong := strconv.ParseUint(port, 10, 16)
		if err != nil || wrong != nil {
			return errors.New("has to be an address with a port, like 127.0.0.1:9090, [::1]:9090 or :9090")
		}
		address = net.JoinHostPort(host, strconv.FormatUint(number, 10))
	}
	*l = listenAddress(address)
	return nil
}

// logLevel is how much is logged; "auto": warnings where the log would come between players in a terminal, else info.
type logLevel string

func (l *logLevel) UnmarshalText(text []byte) error {
	return choose(l, text, []logLevel{"auto", "debug", "info", "warn", "error"})
}

func (l logLevel) resolve(amongPlayers bool) slog.Level {
	switch {
	case l == "debug":
		return slog.LevelDebug
	case l == "warn", l == "auto" && amongPlayers:
		return slog.LevelWarn
	case l == "error":
		return slog.LevelError
	}
	return slog.LevelInfo
}

type logFormat string

func (f *logFormat) UnmarshalText(text []byte) error {
	return choose(f, text, []logFormat{"text", "json"})
}

// choose sets a value to one of those allowed, in any letter case.
func choose[T ~string](to *T, text []byte, allowed []T) error {
	value := T(strings.ToLower(string(text)))
	if !slices.Contains(allowed, value) {
		if !harmless(string(text)) {
			return fmt.Errorf("cannot be what stands there: choose %s", join(allowed))
		}
		return fmt.Errorf("cannot be %q: choose %s", text, join(allowed))
	}
	*to = value
	return nil
}

func join[T ~string](words []T) string {
	var b strings.Builder
	for i, w := range words {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(string(w))
	}
	return b.String()
}

// text is any text; the package that it is for checks it.
type text string

func (t *text) UnmarshalText(b []byte) error {
	*t = text(b)
	return nil
}

// harmless tells whether a word that should not be where it is can be repeated: it has none of the digits, dots and colons
// of which tokens are made, and is not long.
func harmless(word string) bool { return harmlessForm.MatchString(word) }

var harmlessForm = regexp.MustCompile(`^[A-Za-z][A-Za-z_-]{0,23}$`)

// masked is a text without what has the form of a token of Telegram or of Discord: it may repeat what was pasted into a wrong
// place.
func masked(text string) string { return tokenForm.ReplaceAllString(text, "(secret)") }

var tokenForm = regexp.MustCompile(`[0-9]{6,}:[\w-]{30,}|[\w-]{20,}\.[\w-]{5,}\.[\w-]{25,}`)

// secret is a text that is not to be seen anywhere. Only string(s) gives it away.
type secret string

func (s *secret) UnmarshalText(b []byte) error {
	*s = secret(bytes.TrimSpace(b))
	return nil
}

// String stands for the secret in logs and errors.
func (s secret) String() string {
	if s == "" {
		return ""
	}
	return "(secret)"
}

// GoString is String.
func (s secret) GoString() string { return s.String() }

// LogValue is String.
func (s secret) LogValue() slog.Value { return slog.StringValue(s.String()) }

// yesNo is true or false.
type yesNo bool

func (y *yesNo) UnmarshalText(b []byte) error {
	switch strings.ToLower(string(b)) {
	case "true", "yes", "on":
		*y = true
	case "false", "no", "off":
		*y = false
	default:
		return errors.New("has to be yes or no, or true or false")
	}
	return nil
}

// shards is in how many parts a bot is divided; 0, written "auto": as many as Discord wants.
type shards int

func (n *shards) UnmarshalText(b []byte) error { return numberOr(n, b, "auto", 0, 1) }

// shard is one part of a bot, counted from 0, or discord.AllShards, written "all".
type shard int

func (n *shard) UnmarshalText(b []byte) error { return numberOr(n, b, "all", discord.AllShards, 0) }

// numberOr sets a value to a number not below least or, for a word, to what that means.
func numberOr[T ~int](to *T, text []byte, word string, means, least T) error {
	if strings.EqualFold(string(text), word) {
		*to = means
		return nil
	}
	value, err := strconv.ParseUint(string(text), 10, 16)
	if err != nil || T(value) < least {
		return fmt.Errorf("has to be a number from %d to 65535, or %s", least, word)
	}
	*to = T(value)
	return nil
}
