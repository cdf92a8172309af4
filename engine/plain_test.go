package engine_test

import (
	"testing"

	"tabuleiro/engine"
)

func TestPlain(t *testing.T) {
	for text, want := range map[string]string{
		"":            "",
		"  11 – 15 ":  "11 - 15",
		"！Ａ－１～":       "!a-1~",
		"11　→　15":     "11 > 15",
		"11 -> 15":    "11 > 15",
		"1×10✕17":     "1x10x17",
		"D3…":         "d3...",
		"ROLL\u00a0":  "roll",
		"\xff11-15":   "\uFFFD11-15",
		"12 11-15":    "12 11-15",
		"1234) 11-15": "1234) 11-15",
	} {
		if got, numbered := engine.Normalize(text); got != want || numbered {
			t.Errorf("%q is %q, numbered %t; want %q", text, got, numbered, want)
		}
	}
	for _, text := range []string{"1) 11-15", "12... 11-15", "12…11-15", "3. 11-15", "3 ) 11-15", "100.. 11-15"} {
		if got, numbered := engine.Normalize(text); got != "11-15" || !numbered {
			t.Errorf("%q is %q, numbered %t", text, got, numbered)
		}
	}
}
