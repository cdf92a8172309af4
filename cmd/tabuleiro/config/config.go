// Package config is what can be set: in a file, in the environment, and each with its default.
package config

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

	"github.com/caarlos0/env/v11"

	"tabuleiro/bot/discord"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/telegram"
)

// DefaultFile is read if it exists and no other file is named.
const DefaultFile = "tabuleiro.yaml"

// Config is all that can be set. A setting has a key in the file (yaml) and a variable in the environment (env), which
// wins. A section is a struct: its key in the file, and a prefix of its variables.
//
// A setting checks itself in UnmarshalText, for file and environment alike; its error says what is wrong without the name
// of the setting, and quotes the value only where that cannot be a secret.
type Config struct {
	Database Database `yaml:"database" env:"DATABASE"`
	Language Language `yaml:"language" env:"LANGUAGE"`
	Owner    []person `yaml:"owner" env:"OWNER"`
	Ranking  yesNo    `yaml:"ranking" env:"RANKING"` // of all people is shown
	Log      Log      `yaml:"log" envPrefix:"LOG_"`
	Metrics  Metrics  `yaml:"metrics" envPrefix:"METRICS_"`

	Telegram Telegram `yaml:"telegram" envPrefix:"TELEGRAM_"`
	Discord  Discord  `yaml:"discord" envPrefix:"DISCORD_"`
}

// Log is the section on the log.
type Log struct {
	Level  logLevel  `yaml:"level" env:"LEVEL"`
	Format LogFormat `yaml:"format" env:"FORMAT"`
}

// Metrics is the section on what Prometheus is told.
type Metrics struct {
	Listen ListenAddress `yaml:"listen" env:"LISTEN"` // "": nowhere
}

// Telegram is the section on that service.
type Telegram struct {
	Token   Secret  `yaml:"token" env:"TOKEN"` // "": no Telegram
	API     Text    `yaml:"api" env:"API"`
	Local   yesNo   `yaml:"local" env:"LOCAL"`
	Webhook Webhook `yaml:"webhook" envPrefix:"WEBHOOK_"`
}

// Webhook is the section on being called by Telegram.
type Webhook struct {
	URL    Text   `yaml:"url" env:"URL"` // "": long polling
	Listen Text   `yaml:"listen" env:"LISTEN"`
	Secret Secret `yaml:"secret" env:"SECRET"` // "": drawn at every start
}

// Discord is the section on that service.
type Discord struct {
	Token   Secret `yaml:"token" env:"TOKEN"` // "": no Discord
	API     Text   `yaml:"api" env:"API"`
	Guild   Text   `yaml:"guild" env:"GUILD"` // "": commands are registered everywhere
	Content yesNo  `yaml:"content" env:"CONTENT"`
	Shard   shard  `yaml:"shard" env:"SHARD"`
	Shards  shards `yaml:"shards" env:"SHARDS"`
}

// Owners are the ids of those who run the bot.
func (c Config) Owners() []string {
	var ids []string
	for _, p := range c.Owner {
		ids = append(ids, string(p))
	}
	return ids
}

// Prefix begins the names of all variables that are settings.
const Prefix = "TABULEIRO_"

// Defaults are the settings that the operator has not set.
func Defaults() Config {
	return Config{
		Database: "tabuleiro.db",
		Language: "auto",
		Log:      Log{Level: "auto", Format: "text"},
		Telegram: Telegram{API: telegram.DefaultAPI, Webhook: Webhook{Listen: "127.0.0.1:8080"}},
		Discord:  Discord{API: discord.API, Shard: discord.AllShards},
	}
}

// Mistakes are all that is wrong with a configuration.
type Mistakes []string

func (m Mistakes) Error() string {
	if len(m) == 1 {
		return "configuration: " + m[0]
	}
	return fmt.Sprintf("configuration: %d mistakes:\n  %s", len(m), strings.Join(m, "\n  "))
}

// File is the name of a file with settings, "" for the default one if that exists.
type File string

// Read reads the settings, from the file and the environment of the process.
func (f File) Read() (Config, error) { return Read(string(f), os.Environ()) }

// Read reads the settings: from the named file or, with name "", from the default one if that exists; then from the
// environment. It reports everything that is wrong in both, not only the first thing.
func Read(name string, environment []string) (Config, error) {
	c := Defaults()
	var wrong Mistakes
	text, err := os.ReadFile(cmp.Or(name, DefaultFile))
	switch {
	case err == nil:
		wrong = append(wrong, readFile(&c, cmp.Or(name, DefaultFile), text)...)
	case name == "" && errors.Is(err, fs.ErrNotExist):
	default:
		wrong = append(wrong, fmt.Sprintf("read the file: %v", err))
	}
	wrong = append(wrong, readEnvironment(&c, environment)...)
	if len(wrong) > 0 {
		return c, Mistake{wrong}
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

// Language is what the bot speaks where a room has not chosen; "auto": what the environment of the process speaks.
type Language string

func (l *Language) UnmarshalText(text []byte) error {
	allowed := []Language{"auto"}
	for _, tag := range speech.Languages {
		allowed = append(allowed, Language(tag))
	}
	return choose(l, text, allowed)
}

// Spoken is one of speech.Languages: the one set or, for "auto", that of the locale of an environment ("NAME=value") if it is one of
// them, else English.
func (l Language) Spoken(environment []string) string {
	if l != "auto" {
		return string(l)
	}
	set := env.ToMap(environment)
	// The first that is set decides, as everywhere: LC_ALL=C means English whatever LANG says.
	locale := cmp.Or(set["LC_ALL"], set["LC_MESSAGES"], set["LANG"])
	spoken, _, _ := strings.Cut(locale, ".") // pt_PT.UTF-8
	spoken, _, _ = strings.Cut(spoken, "_")
	if spoken = strings.ToLower(spoken); slices.Contains(speech.Languages, spoken) {
		return spoken
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

// ListenAddress is an address of this machine with a port, like 127.0.0.1:9090 or, for all that it has, :9090; "" is none.
type ListenAddress string

func (l *ListenAddress) UnmarshalText(text []byte) error {
	address := string(bytes.TrimSpace(text))
	if address != "" {
		host, port, err := net.SplitHostPort(address)
		number, wrong := strconv.ParseUint(port, 10, 16)
		if err != nil || wrong != nil {
			return errors.New("has to be an address with a port, like 127.0.0.1:9090, [::1]:9090 or :9090")
		}
		address = net.JoinHostPort(host, strconv.FormatUint(number, 10))
	}
	*l = ListenAddress(address)
	return nil
}

// logLevel is how much is logged; "auto": warnings where the log would come between players in a terminal, else info.
type logLevel string

func (l *logLevel) UnmarshalText(text []byte) error {
	return choose(l, text, []logLevel{"auto", "debug", "info", "warn", "error"})
}

func (l logLevel) Resolve(amongPlayers bool) slog.Level {
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

type LogFormat string

func (f *LogFormat) UnmarshalText(text []byte) error {
	return choose(f, text, []LogFormat{"text", "json"})
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

// Text is any text; the package that it is for checks it.
type Text string

func (t *Text) UnmarshalText(b []byte) error {
	*t = Text(b)
	return nil
}

// harmless tells whether a word that should not be where it is can be repeated: it has none of the digits, dots and colons
// of which tokens are made, and is not long.
func harmless(word string) bool { return harmlessForm.MatchString(word) }

var harmlessForm = regexp.MustCompile(`^[A-Za-z][A-Za-z_-]{0,23}$`)

// Masked is a text without what has the form of a token of Telegram or of Discord: it may repeat what was pasted into a wrong
// place.
func Masked(text string) string { return tokenForm.ReplaceAllString(text, "(secret)") }

var tokenForm = regexp.MustCompile(`[0-9]{6,}:[\w-]{30,}|[\w-]{20,}\.[\w-]{5,}\.[\w-]{25,}`)

// Secret is a text that is not to be seen anywhere. Only string(s) gives it away.
type Secret string

func (s *Secret) UnmarshalText(b []byte) error {
	*s = Secret(bytes.TrimSpace(b))
	return nil
}

// String stands for the secret in logs and errors.
func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return "(secret)"
}

// GoString is String.
func (s Secret) GoString() string { return s.String() }

// LogValue is String.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }

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
