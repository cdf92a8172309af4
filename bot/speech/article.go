package speech

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"tabuleiro/bot/chat"
)

// before returns the text before a name. In some languages the bot has an article, joined with a preposition: "do Bot",
// "O Bot"; a name that is a label, as before a number or a colon, has none.
func (v Voice) before(u chat.User, key, before, after string, begins bool) string {
	if !u.Robot || label(after, begins && before == "") || v.titles(key) {
		return before
	}
	for _, pair := range strings.Fields(v.Text("before-bot")) {
		apart, joined, _ := strings.Cut(pair, "=")
		switch rest, ok := strings.CutSuffix(before, " "+apart+" "); {
		case apart != "" && ok:
			return rest + " " + joined + " "
		case apart == "" && opens(before, begins):
			return before + capital(joined) + " "
		case apart == "":
			return before + joined + " "
		}
	}
	return before
}

// titles reports whether a sentence is a title, which names the bot by its level and without an article.
func (v Voice) titles(key string) bool {
	return v.Has("bot-titles") && slices.Contains(strings.Fields(v.Text("bot-titles")), key)
}

// label reports whether a name is a label, by what follows it and by whether the sentence begins with it.
func label(after string, first bool) bool {
	for strings.HasPrefix(after, " (") {
		_, after, _ = strings.Cut(after, ")")
	}
	r, _ := utf8.DecodeRuneInString(strings.TrimPrefix(after, " "))
	if strings.HasPrefix(after, " ") {
		return !unicode.IsLetter(r)
	}
	return first && !strings.ContainsRune(".;?!)", r)
}

// opens reports whether a new sentence begins after a text.
func opens(before string, begins bool) bool {
	before = strings.TrimSpace(before)
	return before == "" && begins || strings.HasSuffix(before, ".") || strings.HasSuffix(before, "?")
}

func capital(word string) string {
	r, n := utf8.DecodeRuneInString(word)
	return string(unicode.ToUpper(r)) + word[n:]
}
