package wire

import (
	"strings"
	"unicode/utf16"

	"tabuleiro/bot/chat"
)

// Length counts as Discord's clients do, in UTF-16: where it counts characters instead there is room to spare.
func Length(s string) int { return len(utf16.Encode([]rune(s))) }

// Cut shortens a text to a length.
func Cut(s string, n int) string {
	return chat.Shorten(s, n, utf16.RuneLen)
}

// CutWords shortens a text to a length, after a word.
func CutWords(text string, n int) string {
	short := Cut(text, n)
	if short == text {
		return text
	}
	short = strings.TrimSuffix(short, "…")
	if at := strings.LastIndexByte(short, ' '); at > 0 && text[len(short)] != ' ' {
		short = short[:at]
	}
	return strings.TrimRight(short, " ,;:") + "…"
}
