package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"slices"
	"strings"
)

// defaultConfigFile is read if it exists and no other file is named.
const defaultConfigFile = "tabuleiro.yaml"

// config is all that can be set. A setting has a key in the file (yaml) and a variable in the environment (env), which
// wins. A section is a struct: its key in the file, and a prefix of its variables.
//
// A setting checks itself in UnmarshalText, for file and environment alike; its error says what is wrong without the name
// of the setting, and quotes the value only where that cannot be a secret.
type config struct {
	Database path      `yaml:"database" env:"DATABASE"`
	Language language  `yaml:"language" env:"LANGUAGE"`
	Log      logConfig `yaml:"log" envPrefix:"LOG_"`
}

type logConfig struct {
	Level  logLevel  `yaml:"level" env:"LEVEL"`
	Format logFormat `yaml:"format" env:"FORMAT"`
}

// environmentPrefix begins the names of all variables that are settings.
const environmentPrefix = "TABULEIRO_"

// defaults are the settings that nobody has set.
func defaults() config {
	return config{
		Database: "tabuleiro.db",
		Language: "auto",
		Log:      logConfig{Level: "auto", Format: "text"},
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

var languages = []language{"en", "es", "pt"}

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
