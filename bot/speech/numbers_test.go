package speech_test

import (
	"testing"

	"tabuleiro/bot/speech"
)

// Numbers and ordinals are read from words of each language, and from digits in every one.
func TestNumbers(t *testing.T) {
	book, err := speech.Load()
	if err != nil {
		t.Fatal(err)
	}
	for word, want := range map[string]int{"seven": 7, "Três": 3, "tres": 3, "veintidós": 22, "dezasseis": 16, "zero": 0,
		"31": 31, "fifty": 50, "quatorze": 14, "word": -1, "-3": -1, "": -1} {
		n, is := book.Number(word)
		if !is {
			n = -1
		}
		if n != want {
			t.Errorf("%q is %d, not %d", word, n, want)
		}
	}
	for word, want := range map[string]int{"second": 2, "2nd": 2, "Sétima": 7, "two": 2, "2": 2, "1": 1, "one": 0,
		"uno": 0, "last": speech.Last, "última": speech.Last, "primer": 1, "0": 0, "word": 0} {
		if n := book.Place(word); n != want {
			t.Errorf("%q is place %d, not %d", word, n, want)
		}
	}
	en, _ := book.In("en")
	if n, is := en.Number("três"); is {
		t.Errorf("a word of another language is %d", n)
	}
}
