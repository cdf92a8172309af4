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

	"tabuleiro/bot/discord"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/telegram"
)

// DefaultFile is read if it exists and no other file is named.
const DefaultFile = "tabuleiro.yaml"

// Config is all that can be set. A setting has a name in the file, with that of its section, and a variable in the
// environment, which wins: see settings.
//
// A setting checks itself in UnmarshalText, for file and environment alike; its error says what is wrong without the
// name of the setting, and quotes the value only where that cannot be a secret.
type Config struct {
	Database Database
	Language Language
	Owner    people
	Operator Operator
	Ranking  yesNo // of all people is shown
	Log      Log
	Metrics  Metrics

	Telegram Telegram
	Discord  Discord
}

// Operator is the section on who runs the bot, as people are told it by /privacy.
type Operator struct {
	Name    Text // "": it is not told
	Contact Text // "": none
}

// Log is the section on the log.
type Log struct {
	Level  logLevel
	Format LogFormat
}

// Metrics is the section on what Prometheus is told.
type Metrics struct {
	Listen ListenAddress // "": nowhere
}

// Telegram is the section on that service.
type Telegram struct {
	Token   Secret // "": no Telegram
	API     Text
	Local   yesNo
	Webhook Webhook
}

// Webhook is the section on being called by Telegram.
type Webhook struct {
	URL    Text // "": long polling
	Listen Text
	Secret Secret // "": drawn at every start
}

// Discord is the section on that service.
type Discord struct {
	Token   Secret // "": no Discord
	API     Text
	Content yesNo
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
	if len(wrong) > 0 {
		return c, Mistake{wrong}
	}
	return c, nil
}

// Language is that of the bot where a room has not chosen one; "auto": that of the environment of the process.
type Language string

// UnmarshalText takes "auto" or one of speech.Spoken, in any letter case.
func (l *Language) UnmarshalText(text []byte) error {
	return choose(l, text, append([]string{"auto"}, speech.Spoken...)...)
}

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

// people are the ids of some, with the service: "telegram:42".
type people []string

var personForm = regexp.MustCompile(`^[a-z]+:[^\s,]+$`)

// UnmarshalText reads ids with commas between them.
func (p *people) UnmarshalText(text []byte) error {
	*p = nil
	if len(text) == 0 {
		return nil
	}
	for one := range strings.SplitSeq(string(text), ",") {
		one = strings.TrimSpace(one)
		if !personForm.MatchString(one) {
			return errors.New("has to be an id like telegram:42 or discord:1234; the bot tells you yours when you say /status to it")
		}
		*p = append(*p, one)
	}
	return nil
}

// ListenAddress is an address of this machine with a port, like 127.0.0.1:9090 or, for all that it has, :9090; "" is
// none.
type ListenAddress string

// UnmarshalText takes an address with a port from 0 to 65535, or nothing.
func (l *ListenAddress) UnmarshalText(text []byte) error {
	_, port, err := net.SplitHostPort(string(text))
	if _, wrong := strconv.ParseUint(port, 10, 16); len(text) > 0 && (err != nil || wrong != nil) {
		return errors.New("has to be an address with a port, like 127.0.0.1:9090, [::1]:9090 or :9090")
	}
	*l = ListenAddress(text)
	return nil
}

// logLevel is how much is logged; "auto": warnings where the log would come between players in a terminal, else info.
type logLevel string

func (l *logLevel) UnmarshalText(text []byte) error {
	return choose(l, text, "auto", "debug", "info", "warn", "error")
}

func (l logLevel) Resolve(amongPlayers bool) (level slog.Level) {
	if l == "auto" && amongPlayers {
		return slog.LevelWarn
	}
	_ = level.UnmarshalText([]byte(l)) // which leaves it at info for "auto"
	return level
}

// LogFormat is how lines of the log are written: "text" or "json".
type LogFormat string

// UnmarshalText takes "text" or "json", in any letter case.
func (f *LogFormat) UnmarshalText(text []byte) error {
	return choose(f, text, "text", "json")
}

// choose sets a value to one of those allowed, in any letter case.
func choose[T ~string](to *T, text []byte, allowed ...string) error {
	value := strings.ToLower(string(text))
	if slices.Contains(allowed, value) {
		*to = T(value)
		return nil
	}
	return fmt.Errorf("cannot be %s: choose %s", harmless(string(text)), strings.Join(allowed, ", "))
}

// Text is any text; the package that it is for checks it.
type Text string

// UnmarshalText takes any text as it is.
func (t *Text) UnmarshalText(b []byte) error {
	*t = Text(b)
	return nil
}

// Masked is a text without what has the form of a token of Telegram or of Discord: it may repeat what was pasted into a
// wrong place.
func Masked(text string) string { return tokenForm.ReplaceAllString(text, "(secret)") }

var tokenForm = regexp.MustCompile(`[0-9]{6,}:[\w-]{30,}|[\w-]{20,}\.[\w-]{5,}\.[\w-]{25,}`)

// Secret is a text that is not to be seen anywhere. Only string(s) gives it away.
type Secret string

// UnmarshalText takes any text, without the spaces around it.
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
