// Package styled formats texts and buttons for Telegram. It has no side effects.
package styled

import (
	"cmp"
	"strings"
	"unicode"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram/wire"
)

// Joiner is an invisible character that keeps the text around it from being parsed as one word.
const Joiner = "\u2060"

// Text is a text in Telegram's form, with the styles as separate entities, so that nothing in it can be taken for
// markup.
type Text struct {
	Plain    string
	Entities []Entity
}

// Entity is the style of a part of a text.
type Entity struct {
	Type   string         `json:"type"`
	Offset int            `json:"offset"` // in UTF-16 units, as is Length
	Length int            `json:"length"`
	User   map[string]any `json:"user,omitempty"` // with "is_bot", which the library omits
}

// Defuse keeps Telegram from finding mentions and links in a text, except for a mention of turn. It lengthens the text,
// so it precedes fitting.
func Defuse(spans []chat.Span, turn chat.User) []chat.Span {
	defused := make([]chat.Span, len(spans))
	for i, s := range spans {
		switch {
		case s.User != nil && samePerson(*s.User, turn) && wire.UserID(turn) == 0:
			s.Text = "@" + turn.Handle // nothing else is known, and Telegram finds the person by it
		case s.User != nil:
			s.Text = plainName(s.Text)
		case !s.Mono:
			s.Text = strings.ReplaceAll(s.Text, "@", "@"+Joiner)
		}
		defused[i] = s
	}
	return defused
}

// Compose converts defused spans to a Text. Only turn is mentioned in a way that notifies.
func Compose(spans []chat.Span, turn chat.User) Text {
	var b strings.Builder
	l := Text{Entities: []Entity{}}
	at := 0
	for _, s := range spans {
		length := len(wire.Units(s.Text))
		if length > 0 {
			for _, e := range stylesOf(s, turn) {
				e.Offset, e.Length = at, length
				l.Entities = append(l.Entities, e)
			}
		}
		b.WriteString(s.Text)
		at += length
	}
	l.Plain = b.String()
	return l
}

// stylesOf returns the styles of a span. The caller sets their offset and length.
func stylesOf(s chat.Span, turn chat.User) (styles []Entity) {
	switch {
	case s.User != nil && samePerson(*s.User, turn) && wire.UserID(turn) != 0:
		styles = []Entity{{Type: "text_mention",
			User: map[string]any{"id": wire.UserID(turn), "is_bot": false, "first_name": cmp.Or(turn.Name, turn.Handle, "?")}}}
	case s.Mono && strings.Contains(s.Text, "\n"):
		return []Entity{{Type: "pre"}}
	case s.Mono:
		return []Entity{{Type: "code"}}
	}
	if s.Bold {
		styles = append(styles, Entity{Type: "bold"})
	}
	return styles
}

// samePerson reports whether two users are known to be the same person.
func samePerson(a, b chat.User) bool {
	if a.ID != "" && b.ID != "" {
		return a.ID == b.ID
	}
	return a.Handle != "" && strings.EqualFold(a.Handle, b.Handle)
}

// plainName keeps Telegram from finding handles, commands, links or match ids in a name.
func plainName(s string) string {
	if !strings.ContainsAny(s, "@/.:#$") {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		b.WriteRune(r)
		if strings.ContainsRune("@/.:#$", r) {
			b.WriteString(Joiner)
		}
	}
	return b.String()
}

// Tidy cleans a name that the bot has not seen before so that it can begin a line: no line breaks, no change of
// direction.
func Tidy(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsControl(r), unicode.IsSpace(r):
			return ' '
		case unicode.Is(unicode.Bidi_Control, r), unicode.Is(unicode.Co, r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(name, ""))
	return "\u2068" + chat.Shorten(name, 32) + "\u2069"
}

// Keys converts rows of buttons to Telegram's form. No buttons become an empty list, not null.
func Keys(rows [][]chat.Button) tgbotapi.InlineKeyboardMarkup {
	k := tgbotapi.InlineKeyboardMarkup{InlineKeyboard: make([][]tgbotapi.InlineKeyboardButton, 0, len(rows))}
	for _, row := range rows {
		var line []tgbotapi.InlineKeyboardButton
		for _, b := range row {
			switch {
			case b.Label != "" && b.URL != "":
				line = append(line, tgbotapi.NewInlineKeyboardButtonURL(b.Label, b.URL))
			case b.Label != "" && b.Says != "":
				line = append(line, tgbotapi.NewInlineKeyboardButtonData(b.Label, b.Says))
			}
		}
		if line != nil {
			k.InlineKeyboard = append(k.InlineKeyboard, line)
		}
	}
	return k
}
