package telegram

import (
	"cmp"
	"strings"
	"unicode"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"tabuleiro/bot/chat"
)

// joiner is an invisible character that keeps what is left and right of it from being read together.
const joiner = "\u2060"

// styledText is a text as Telegram wants it: the styles stand beside it, so that nothing in the text can be taken for markup.
type styledText struct {
	text     string
	entities []entity
}

// defuse keeps Telegram from reading into a text what is not meant: it calls no one but turn, and names are only names. It
// comes before the text is fitted, as it makes it longer.
func defuse(spans []chat.Span, turn chat.User) []chat.Span {
	defused := make([]chat.Span, len(spans))
	for i, s := range spans {
		switch {
		case s.User != nil && same(*s.User, turn) && userID(turn) == 0:
			s.Text = "@" + turn.Handle // all that is known; Telegram finds the person by it
		case s.User != nil:
			s.Text = plainName(s.Text)
		case !s.Mono:
			s.Text = strings.ReplaceAll(s.Text, "@", "@"+joiner)
		}
		defused[i] = s
	}
	return defused
}

// compose makes a text of spans that are defused. Only turn is mentioned so that Telegram notifies.
func (t *Telegram) compose(spans []chat.Span, turn chat.User) styledText {
	var b strings.Builder
	var l styledText
	at := 0
	for _, s := range joined(spans) {
		style, length := entity{}, len(units(s.Text))
		switch {
		case s.User != nil && same(*s.User, turn) && userID(turn) != 0:
			style = entity{Type: "text_mention", User: &user{ID: userID(turn), First: cmp.Or(turn.Name, turn.Handle, "?")}}
		case s.Mono && strings.Contains(s.Text, "\n"):
			style.Type = "pre"
		case s.Mono:
			style.Type = "code"
		}
		if style.Type != "" && length > 0 {
			style.Offset, style.Length = at, length
			l.entities = append(l.entities, style)
		}
		switch {
		case s.Bold && length > 0 && !s.Mono:
			l.entities = append(l.entities, entity{Type: "bold", Offset: at, Length: length})
		case style.Type == "" && s.User == nil:
			for _, in := range t.unlinked(s.Text) {
				before, of := len(units(s.Text[:in[0]])), len(units(s.Text[in[0]:in[1]]))
				l.entities = append(l.entities, entity{Type: "code", Offset: at + before, Length: of})
			}
		}
		b.WriteString(s.Text)
		at += length
	}
	l.text = b.String()
	return l
}

// joined are spans of which those that only say something stand together: a command may end one, and what belongs to it begin
// the next.
func joined(spans []chat.Span) (all []chat.Span) {
	only := func(s chat.Span) bool { return s == chat.Span{Text: s.Text} }
	for _, s := range spans {
		if last := len(all) - 1; last >= 0 && only(s) && only(all[last]) {
			all[last].Text += s.Text
			continue
		}
		all = append(all, s)
	}
	return all
}

// fill puts a text into the parameters of a request.
func (l styledText) fill(params tgbotapi.Params, text, entities string) error {
	params.AddNonEmpty(text, l.text)
	if len(l.entities) == 0 {
		return nil
	}
	return params.AddInterface(entities, l.entities)
}

// same tells whether two are one person, as far as is known.
func same(a, b chat.User) bool {
	if a.ID != "" && b.ID != "" {
		return a.ID == b.ID
	}
	return a.Handle != "" && strings.EqualFold(a.Handle, b.Handle)
}

// plainName keeps Telegram from finding anything in a name: handles, commands, links, the number of a match.
func plainName(s string) string {
	if !strings.ContainsAny(s, "@/.:#$") {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		b.WriteRune(r)
		if strings.ContainsRune("@/.:#$", r) {
			b.WriteString(joiner)
		}
	}
	return b.String()
}

// tidy makes a name that the bot has not seen fit to begin a line: it cannot break it or turn it around.
func tidy(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsControl(r), unicode.IsSpace(r):
			return ' '
		case unicode.Is(unicode.Bidi_Control, r), unicode.Is(unicode.Co, r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(name, ""))
	return "\u2068" + chat.Shorten(name, 32, nil) + "\u2069"
}

// blank tells whether Telegram would find nothing in a text.
func blank(s string) bool {
	return strings.TrimFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.In(r, unicode.Cf) }) == ""
}

type button struct {
	Text string `json:"text"`
	Data string `json:"callback_data,omitempty"`
	URL  string `json:"url,omitempty"`
}

type keyboard struct {
	Rows [][]button `json:"inline_keyboard"`
}

// keys are buttons as Telegram wants them; none is an empty list of rows.
func keys(rows [][]chat.Button) keyboard {
	k := keyboard{Rows: make([][]button, 0, len(rows))}
	for _, row := range rows {
		var line []button
		for _, b := range row {
			switch {
			case b.Label != "" && b.URL != "":
				line = append(line, button{Text: b.Label, URL: b.URL})
			case b.Label != "" && b.Says != "":
				line = append(line, button{Text: b.Label, Data: b.Says})
			}
		}
		if line != nil {
			k.Rows = append(k.Rows, line)
		}
	}
	return k
}
