package config

import (
	"log/slog"
	"os"
	"strings"
	"testing"
)

// All mistakes of a file and of the environment are reported at once, each with its place and the possible values.
func TestRead_Mistakes(t *testing.T) {
	t.Chdir("testdata")
	want, err := os.ReadFile("wrong.txt")
	if err != nil {
		t.Fatal(err)
	}
	_, err = Read("wrong.yaml", []string{"TABULEIRO_LANGUAGE=fr", "TABULEIRO_LOGLEVEL=debug", "TABULEIRO_FAVOURITE=12345:geheim"})
	if err == nil || err.Error()+"\n" != string(want) {
		t.Errorf("%v\nnot\n%s", err, want)
	}
	if _, err := Read("wrong.yaml", nil); err == nil || strings.Contains(err.Error(), "TABULEIRO") {
		t.Error(err)
	}
	if _, err := Read("none.yaml", nil); err == nil || !strings.HasPrefix(err.Error(), "configuration: read the file: ") {
		t.Error(err)
	}
	_, err = Read("", []string{"TABULEIRO_TELEGRAM_WEBHOOK_URL=https://x.example", "TABULEIRO_METRICS_LISTEN=127.0.0.1:8080"})
	if err == nil || !strings.Contains(err.Error(), "are one address") {
		t.Errorf("one address for two: %v", err)
	}
	if _, err := Read("", []string{"TABULEIRO_METRICS_LISTEN=127.0.0.1:8080"}); err != nil {
		t.Errorf("without a webhook: %v", err)
	}
	if _, err := Read("", nil); err != nil {
		t.Errorf("without a file: %v", err)
	}
}

// A syntax error is reported with its place and without the text there.
func TestReadFile_Syntax(t *testing.T) {
	for text, want := range map[string]string{
		"database: x\ngeheim: 12345\nlog: [ \"geheim\n": "c.yaml:3:8: is not YAML: ",
		"token 12345:geheim\n":                          `c.yaml:1:1: the file has to consist of lines like "key: value": known are database, language, `,
		"language: \xff\n":                              "c.yaml: is not UTF-8 text: save it with that encoding",
		"\x00language: es":                              "c.yaml: is not UTF-8 text: save it with that encoding",
		"language: es\x00":                              "c.yaml: is not UTF-8 text: save it with that encoding",
		"language: es\n---\nlanguage: pt\n":             "c.yaml:3:1: language is set a second time, after line 1: keep one",
		"language: &a es\n":                             "language has to be a value written out: no list, section, anchor, alias or tag",
		"log: es\n":                                     `c.yaml:1:6: log has to consist of lines like "key: value": known are log.level, log.format`,
		"ranking: [yes]\n":                              "ranking has to be a value written out",
		"ranking: maybe\n":                              "ranking has to be yes or no, or true or false",
		"language: true\n":                              "language cannot be true: choose auto, en, ",
		"12345geheim: x\n":                              "c.yaml:1:1: (not repeated here, as it may be a secret) is not known",
	} {
		var c Config
		wrong := c.readFile("c.yaml", []byte(text))
		if len(wrong) != 1 || !strings.Contains(wrong[0], want) || strings.Contains(wrong[0], "geheim") {
			t.Errorf("%q: %q, not %q", text, wrong, want)
		}
	}
}

func TestLogLevel(t *testing.T) {
	for level, want := range map[string][2]slog.Level{
		"auto": {slog.LevelInfo, slog.LevelWarn}, "debug": {slog.LevelDebug, slog.LevelDebug},
		"info": {slog.LevelInfo, slog.LevelInfo}, "warn": {slog.LevelWarn, slog.LevelWarn},
		"error": {slog.LevelError, slog.LevelError},
	} {
		if got := [2]slog.Level{Log{Level: level}.LogsFrom(false), Log{Level: level}.LogsFrom(true)}; got != want {
			t.Errorf("%s is %v", level, got)
		}
	}
}

func TestDatabase_Beside(t *testing.T) {
	for d, want := range map[Database]string{"a.db": "a.db.typed a.db.log", "postgres://a@b/c": " "} {
		if got := d.Typed() + " " + d.Log(); got != want {
			t.Errorf("beside %s lie %q", d, got)
		}
	}
	if (Secret("")).String() != "" || Secret("x").String() == "" {
		t.Error("a secret that is none is shown, or one that is one is not")
	}
}
