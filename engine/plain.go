package engine

import (
	"regexp"
	"strings"
	"unicode"
)

// plainRunes replaces characters that people and programs use for others.
var plainRunes = strings.NewReplacer(
	"‐", "-", "‑", "-", "‒", "-", "–", "-", "—", "-", "―", "-", "−", "-",
	"×", "x", "✕", "x", "✖", "x", "∗", "*", "∶", ":", "…", "...", "•", ".", "·", ".",
	"->", ">", "→", ">", "⇒", ">", "➔", ">", "➜", ">", "›", ">", "»", ">",
)

// plainNumber matches the number of a move before it: 1) 12... 3.
var plainNumber = regexp.MustCompile(`^[0-9]{1,3}(?:\s*\)|\s*\.{2,}|\.\s)\s*`)

// Patterns of the words around the places of a move in a sentence: before a place, and between two.
const (
	WordsBefore  = `(?:(?:de|do|da|del|desde|from|o|a|la|el|the` + placeNouns + `) +)+`
	WordsBetween = ` +(?:a|à|ao|al|to|para|pra|até|ate|hasta|na|en)(?: +(?:o|a|la|el|the` + placeNouns + `))* +`

	placeNouns = `|casa|casilla|square|ponto|punto|point`
)

// bracketed matches a text in brackets.
var bracketed = regexp.MustCompile(`^\(([^()]*)\)$`)

// Normalize reduces typed text to a common form: lower case, half-width characters, one character for all dashes,
// crosses and arrows (-, x, >), no surrounding spaces or brackets, and no move number. Numbered reports whether it had
// a number.
func Normalize(text string) (plain string, numbered bool) {
	plain = strings.ToLower(Narrow(text))
	plain = bracketed.ReplaceAllString(strings.TrimSpace(plainRunes.Replace(plain)), "$1")
	number := plainNumber.FindString(plain)
	return plain[len(number):], number != ""
}

// Narrow replaces full-width characters, which some keyboards write, by half-width ones, and any white space by
// spaces.
func Narrow(text string) string { return strings.Map(narrow, text) }

// narrow is Narrow for one character. Invalid bytes stay invalid.
func narrow(r rune) rune {
	switch {
	case r >= '！' && r <= '～':
		return r - '！' + '!'
	case unicode.IsSpace(r):
		return ' '
	}
	return r
}
