package telegram

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"tabuleiro/bot/chat"
)

// Every Ref reads back as what it was made of.
func TestRefLaw(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		want := ref{rapid.Int64().Draw(t, "chat"), rapid.Int().Draw(t, "message")}
		if got, err := parseRef(chat.Ref(want.String())); err != nil || got != want {
			t.Errorf("%s is %+v, %v, want %+v", want, got, err, want)
		}
	})
}

// FuzzFileName: whatever a file is called, what is left of it is a short name without folders that can be seen.
func FuzzFileName(f *testing.F) {
	for _, name := range []string{"game.pdn", "", "..", `..\..\x`, "a/b/", "\u202egnp.exe", "\x00\xff", " . ", strings.Repeat("é", 300)} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, given string) {
		got := fileName(given)
		if got == "" || strings.ContainsAny(got, "/\\\x00\n\r") || got == "." || got == ".." {
			t.Errorf("%q is called %q", given, got)
		}
		if !utf8.ValidString(got) || utf8.RuneCountInString(got) > longestName {
			t.Errorf("%q is called %q", given, got)
		}
		if again := fileName(got); again != got {
			t.Errorf("%q is called %q, and that %q", given, got, again)
		}
	})
}
