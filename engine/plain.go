package engine

import (
	"regexp"
	"strings"
	"unicode"
)

// plainRunes are signs that people and programs write for others.
var plainRunes = strings.NewReplacer(
	"‐", "-", "‑", "-", "‒", "-", "–", "-", "—", "-", "―", "-", "−", "-",
	"×", "x", "✕", "x", "✖", "x", "∗", "*", "∶", ":", "…", "...", "•", ".", "·", ".",
	"->", ">", "→", ">", "⇒", ">", "➔", ">", "➜", ">", "›", ">", "»", ">",
)

// plainNumber is the number of a move before it: 1) 12... 3.
var plainNumber = regexp.MustCompile(`^[0-9]{1,3}(?:\s*\)|\s*\.{2,}|\.\s)\s*`)

// Normalize makes a typed text one of all that mean the same: in small letters, full-width characters as others, one sign
// for all dashes, crosses and arrows (-, x, >), without blanks around it and without the number of the move before it.
// Numbered reports whether there was one.
func Normalize(text string) (plain string, numbered bool) {
	plain = strings.ToLower(Narrow(text))
	plain = strings.TrimSpace(plainRunes.Replace(plain))
	number := plainNumber.FindString(plain)
	return plain[len(number):], number != ""
}

// Narrow gives full-width characters, which some keyboards write, their usual width, and makes blanks of all spaces.
func Narrow(text string) string { return strings.Map(narrow, text) }

// narrow is Narrow for a character. Bytes that are no text stay none.
func narrow(r rune) rune {
	switch {
	case r >= '！' && r <= '～':
		return r - '！' + '!'
	case unicode.IsSpace(r):
		return ' '
	}
	return r
}
