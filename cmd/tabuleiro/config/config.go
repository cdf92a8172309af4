// Package config is what can be set: in a file, in the environment, and each with its default.
package config

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tabuleiro/bot/discord"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/telegram"
)

// DefaultFile is read if it exists and no other file is named.
const DefaultFile = "tabuleiro.yaml"

// Config is all that can be set. A setting has a name in the file, with that of its section, and a variable in the
// environment, which wins: see settings.
type Config struct {
	Database Database
	Language Language
	Owner    []string // ids with the service: "telegram:42"
	Operator Operator
	Ranking  bool // of all people is shown
	Log      Log
	Metrics  Metrics

	Telegram Telegram
	Discord  Discord
}

// Operator is the section on who runs the bot, which /privacy shows.
type Operator struct {
	Name    string // "": it is not told
	Contact string // "": none
}

// Log is the section on the log.
type Log struct {
	Level  string // "auto": warnings where the log would come between players in a terminal, else info
	Format string // "text" or "json"
}

// Metrics is the section on metrics for Prometheus.
type Metrics struct {
	Listen ListenAddress // "": nowhere
}

// Telegram is the section on that service.
type Telegram struct {
	Token   Secret // "": no Telegram
	API     string
	Local   bool
	Webhook Webhook
}

// Webhook is the section on being called by Telegram.
type Webhook struct {
	URL    string // "": long polling
	Listen ListenAddress
	Secret Secret // "": drawn at every start
}

// Discord is the section on that service.
type Discord struct {
	Token   Secret // "": no Discord
	API     string
	Content bool
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
		Discord:  Discord{API: discord.API},
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
		wrong = append(wrong, c.readFile(cmp.Or(name, DefaultFile), text)...)
	case name == "" && errors.Is(err, fs.ErrNotExist):
	default:
		wrong = append(wrong, fmt.Sprintf("read the file: %v", err))
	}
	wrong = append(wrong, c.readEnvironment(environment)...)
	if c.Telegram.Webhook.URL != "" && c.Telegram.Webhook.Listen == c.Metrics.Listen {
		wrong = append(wrong, "metrics.listen and telegram.webhook.listen are one address: choose another port for one of them")
	}
	if len(wrong) > 0 {
		return c, Mistake{wrong}
	}
	return c, nil
}

// Language is that of the bot where a room has not chosen one; "auto": that of the environment of the process.
type Language string

// Spoken returns one of speech.Spoken: the one set or, for "auto", that of the locale of an environment, of which get is
// a variable, if it is one of them, else English.
func (l Language) Spoken(get func(string) string) string { return cmp.Or(l.Set(get), "en") }

// Set returns one of speech.Spoken, as Spoken does, but "" where neither it nor the locale names one.
func (l Language) Set(get func(string) string) string {
	if l != "auto" {
		return string(l)
	}
	// The first that is set decides, as everywhere: LC_ALL=C means English whatever LANG says.
	locale, _, _ := strings.Cut(cmp.Or(get("LC_ALL"), get("LC_MESSAGES"), get("LANG")), ".") // pt_PT.UTF-8
	spoken, _, _ := strings.Cut(locale, "_")
	for _, tag := range []string{strings.ReplaceAll(locale, "_", "-"), spoken} {
		if slices.Contains(speech.Spoken, tag) {
			return tag
		}
	}
	return ""
}

// ListenAddress is an address of this machine with a port, like 127.0.0.1:9090 or, for all that it has, :9090; "" is
// none.
type ListenAddress string

// set takes an address with a port from 0 to 65535, or nothing.
func (l *ListenAddress) set(text string) error {
	_, port, err := net.SplitHostPort(text)
	if _, wrong := strconv.ParseUint(port, 10, 16); text != "" && (err != nil || wrong != nil) {
		return errors.New("has to be an address with a port, like 127.0.0.1:9090, [::1]:9090 or :9090")
	}
	*l = ListenAddress(text)
	return nil
}

// LogsFrom is the least important level that is logged.
func (l Log) LogsFrom(amongPlayers bool) (level slog.Level) {
	if l.Level == "auto" && amongPlayers {
		return slog.LevelWarn
	}
	_ = level.UnmarshalText([]byte(l.Level)) // which leaves it at info for "auto"
	return level
}

// Masked is a text without what has the form of a token of Telegram or of Discord: it may repeat what was pasted into a
// wrong place.
func Masked(text string) string { return tokenForm.ReplaceAllString(text, "(secret)") }

var tokenForm = regexp.MustCompile(`[0-9]{6,}:[\w-]{30,}|[\w-]{20,}\.[\w-]{5,}\.[\w-]{25,}`)

// Secret is a text that is not to be seen anywhere. Only string(s) gives it away.
type Secret string

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

// Database names where matches are kept: a file, or a PostgreSQL by its URL, which may hold a password.
type Database string

// Set takes the name of a file, or the URL of a PostgreSQL.
func (d *Database) Set(text string) error {
	_, err := url.Parse(text)
	switch {
	case text == "":
		return errors.New("is empty: name a file")
	case onServer(text) && err != nil:
		return errors.New("is no address: write postgres://USER@HOST/DATABASE")
	case !onServer(text) && strings.Contains(text, "://"):
		return errors.New("is of a kind that is not known: write the name of a file, or postgres://USER@HOST/DATABASE")
	}
	*d = Database(text)
	return nil
}

// onServer reports whether the name of a database is the URL of a PostgreSQL.
func onServer(name string) bool {
	return strings.HasPrefix(name, "postgres://") || strings.HasPrefix(name, "postgresql://")
}

// File is the name of the file, "" if the database is none.
func (d Database) File() string {
	if onServer(string(d)) {
		return ""
	}
	return string(d)
}

// Typed is the file with the lines typed at the terminal.
func (d Database) Typed() string { return d.Beside(".typed") }

// Log is the file for the log while people play in the terminal, where it would be printed between what they say.
func (d Database) Log() string { return d.Beside(".log") }

// Beside is a file beside the database with an ending of its own, "" if the database is no file.
func (d Database) Beside(ending string) string {
	if file := d.File(); file != "" {
		return file + ending
	}
	return ""
}

// String is the name without a password, for people and logs.
func (d Database) String() string {
	if !onServer(string(d)) {
		return string(d)
	}
	at, err := url.Parse(string(d))
	if err != nil {
		return "(PostgreSQL)"
	}
	return (&url.URL{Scheme: at.Scheme, Host: at.Host, Path: at.Path}).String() // parameters may hold a password, too
}

// GoString is String.
func (d Database) GoString() string { return d.String() }

// LogValue is String.
func (d Database) LogValue() slog.Value { return slog.StringValue(d.String()) }

// Mistake is an error in the request, as opposed to one in carrying it out.
type Mistake struct{ error }

func (m Mistake) Unwrap() error { return m.error }

// Mistakef makes a mistake as fmt.Errorf makes an error.
func Mistakef(format string, args ...any) error { return Mistake{fmt.Errorf(format, args...)} }
