package engine_test

import (
	"slices"
	"strings"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/enginetest"
)

func TestResult(t *testing.T) {
	for _, c := range []struct {
		text string
		want engine.Outcome
	}{
		{"unfinished", engine.Outcome{}},
		{"draw", engine.Outcome{Reason: engine.Recorded}},
		{"first", engine.Outcome{Winner: engine.First, Reason: engine.Recorded, Points: 1}},
		{"first 2", engine.Outcome{Winner: engine.First, Reason: engine.Recorded, Points: 2}},
		{"first 65535", engine.Outcome{Winner: engine.First, Reason: engine.Recorded, Points: 65535}},
		{"second 12", engine.Outcome{Winner: engine.Second, Reason: engine.Recorded, Points: 12}},
	} {
		got, ok := engine.ParseResult(c.text)
		if !ok || got != c.want || got.Result() != c.text {
			t.Errorf("%s is %+v, %t, and written %s", c.text, got, ok, got.Result())
		}
	}
	for _, text := range []string{"", "First", "draw 2", "unfinished 2", "first 1", "first -2", "first 65536", "first 99999", "second  2",
		"nobody"} {
		if got, ok := engine.ParseResult(text); ok {
			t.Errorf("%q is read as %+v", text, got)
		}
	}
}

func TestTidy(t *testing.T) {
	for text, want := range map[string]string{
		"Ana":                    "Ana",
		"  Ana \t\n Maria  ":     "Ana Maria",
		"?":                      "",
		"a\u202eb\x1b[0m\u200b":  "ab[0m",
		"Zé \xff":                "Zé",
		strings.Repeat("é", 150): strings.Repeat("é", 100),
	} {
		if got := engine.Tidy(text); got != want || engine.Tidy(got) != got {
			t.Errorf("%q is %q, and then %q", text, got, engine.Tidy(got))
		}
	}
}

func TestIsDate(t *testing.T) {
	for _, text := range []string{"2026.11.21", "2026.??.??", "202?.01.01"} {
		if !engine.IsDate(text) {
			t.Errorf("%s is a date", text)
		}
	}
	for _, text := range []string{"", "????.??.??", "2026-11-21", "2026.1.2", "2026.11.2a", "2026.11.211", ".026.11.21"} {
		if engine.IsDate(text) {
			t.Errorf("%s is no date", text)
		}
	}
}

func TestOptionsText(t *testing.T) {
	o := engine.Options{"b": "2", "a": "x-y"}
	if o.String() != "a=x-y b=2" || engine.ParseOptions(" b=2\ta=x-y ").String() != o.String() {
		t.Errorf("%s, %s", o, engine.ParseOptions(" b=2\ta=x-y "))
	}
}

func TestFileCodes(t *testing.T) {
	for i, code := range enginetest.FileCodes {
		if slices.Contains(enginetest.FileCodes[:i], code) || engine.FileCode(&engine.FileError{Code: code}) != code {
			t.Errorf("%s is there twice, or is lost", code)
		}
	}
}
