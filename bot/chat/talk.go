package chat

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// What may be a move: so many characters, and so many words if there is no digit in them.
const (
	longestMove = 120
	mostWords   = 3
)

// Terse tells whether a text is as short as moves and the words of a game are. Talk that is not, and was not said to the bot, is
// none of its business: an adapter need not pass it on, so that a busy room does not keep a move waiting.
func Terse(text string) bool {
	if utf8.RuneCountInString(text) > longestMove {
		return false
	}
	return strings.ContainsFunc(text, unicode.IsDigit) || len(strings.Fields(text)) <= mostWords
}
