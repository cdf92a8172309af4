package telegram

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"
	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram/wire"
)

// understandText sets the text of an event, without the bot's own name, and its mentions. A person mentioned without a
// handle is cut out of the text and only in Mentions; it returns false for commands to other bots.
func (t *Telegram) understandText(e *chat.Event, m wire.Message) bool {
	said, entities := m.Text, m.Entities
	if said == "" {
		said, entities = m.Caption, m.CaptionEntities
	}
	text := wire.Units(said)
	command := strings.HasPrefix(chat.Trim(said), "/")
	var b strings.Builder
	from := 0
	for _, in := range entities {
		if in.Offset < from || in.Length <= 0 || in.Offset > len(text) || in.Length > len(text)-in.Offset {
			continue
		}
		end := in.Offset + in.Length
		b.WriteString(string(utf16.Decode(text[from:in.Offset])))
		b.WriteString(t.understandEntity(e, in, string(utf16.Decode(text[in.Offset:end])), command))
		from = end
	}
	b.WriteString(string(utf16.Decode(text[from:])))
	e.Text = chat.Trim(b.String())
	return !command || t.understandCommand(e)
}

// understandEntity records who is mentioned by an entity, and returns the text that replaces it.
func (t *Telegram) understandEntity(e *chat.Event, in wire.Entity, written string, command bool) string {
	self := t.myself()
	switch {
	case in.Type == "mention" && strings.EqualFold(written, "@"+self.UserName):
		e.Addressed = true
		if !command {
			return ""
		}
	case in.Type == "mention":
		if u, ok := t.people.Get(strings.ToLower(written[1:])); ok {
			e.Mentions = append(e.Mentions, u)
		} else if strings.HasSuffix(strings.ToLower(written), "bot") { // reserved for bots, with few exceptions
			e.Mentions = append(e.Mentions, chat.User{Handle: written[1:], Name: written[1:], Robot: true})
		}
	case in.Type == "text_mention" && in.User != nil && in.User.ID == self.ID:
		e.Addressed = true
		return ""
	case in.Type == "text_mention" && in.User != nil:
		who := *in.User
		t.see(who) // ignores bots
		e.Mentions = append(e.Mentions, wire.Person(who))
		if in.User.UserName == "" {
			return ""
		}
		return "@" + in.User.UserName
	}
	return written
}

// understandCommand cuts the bot's name off a command. It returns false for a command to another bot.
func (t *Telegram) understandCommand(e *chat.Event) bool {
	end := strings.IndexFunc(e.Text, unicode.IsSpace)
	if end < 0 {
		end = len(e.Text)
	}
	name, whose, addressed := strings.Cut(e.Text[:end], "@")
	if addressed && !strings.EqualFold(whose, t.myself().UserName) {
		return false
	}
	e.Shared = !addressed && !e.Addressed
	e.Addressed = true
	e.Text = name + e.Text[end:]
	return true
}

// commandWord matches a command in a text. Telegram links only those without accents.
var commandWord = regexp.MustCompile(`(?:^|[^\pL\pN/])/[\pL\pN_]+`)

// respell removes the accents from the commands in a text, as Telegram knows them.
func respell(text string) string {
	return commandWord.ReplaceAllStringFunc(text, func(word string) string {
		accents := runes.Remove(runes.In(unicode.Mn))
		plain, _, _ := transform.String(transform.Chain(norm.NFD, accents, norm.NFC), word) // which never fails
		return plain
	})
}

// commandUse matches a command with the words after it, up to something that cannot begin an argument.
var commandUse = regexp.MustCompile(`(?:^|[^\pL\pN/])(/[\pL\pN_]+)((?: [@#<{…[\pL\pN][^\s.,;:!?)]*)*)`)

// unlink formats commands as code, which is copied when tapped, where sending the bare command would be useless:
// commands with arguments, and those that are not the bot's. What is plain mentions nobody.
func (t *Telegram) unlink(text string) (spans []chat.Span) {
	end := 0
	for _, at := range commandUse.FindAllStringSubmatchIndex(text, -1) {
		from, to, behind := at[2], at[3], strings.HasPrefix(text[at[5]:], " /")
		args := strings.Fields(text[to:at[5]])
		if n := len(args); n > 0 && behind { // the word before another command, as "or"
			args = args[:n-1]
		}
		if len(args) == 0 && t.knows(text[from+1:to]) {
			continue
		}
		if len(args) <= 2 { // more than that is a sentence that continues
			to += len(strings.Join(append([]string{""}, args...), " "))
		}
		spans = append(spans, chat.Span{Text: unmention(text[end:from])}, chat.Span{Text: text[from:to], Mono: true})
		end = to
	}
	return append(spans, chat.Span{Text: unmention(text[end:])})
}

// knows reports whether a command is among those sent to Telegram.
func (t *Telegram) knows(name string) bool {
	for _, list := range t.Commands {
		if slices.ContainsFunc(list, func(c Command) bool { return c.Name == name }) {
			return true
		}
	}
	return false
}

// joiner is an invisible character that keeps the text around it from being parsed as one word.
const joiner = "\u2060"

// unmention keeps Telegram from finding mentions in a text.
func unmention(text string) string { return strings.ReplaceAll(text, "@", "@"+joiner) }

// plainNames keeps Telegram from finding handles, commands, links or match ids in a name.
var plainNames = strings.NewReplacer("@", "@"+joiner, "/", "/"+joiner, ".", "."+joiner, ":", ":"+joiner,
	"#", "#"+joiner, "$", "$"+joiner)

// defuse rewrites a text so that Telegram links only commands that work when tapped, and notifies nobody but turn. It
// lengthens the text, so it precedes fitting.
func (t *Telegram) defuse(text []chat.Span, turn chat.User) (spans []chat.Span) {
	for _, s := range text {
		switch {
		case s.User != nil && samePerson(*s.User, turn) && wire.UserID(turn) == 0:
			s.Text = "@" + turn.Handle // nothing else is known, and Telegram finds the person by it
		case s.User != nil:
			s.Text = plainNames.Replace(s.Text)
		case s.Mono:
			s.Text = respell(s.Text)
		case s.Bold:
			s.Text = unmention(respell(s.Text))
		default:
			spans = append(spans, t.unlink(respell(s.Text))...)
			continue
		}
		spans = append(spans, s)
	}
	return spans
}

// styled is a text in Telegram's form, with the styles as separate entities, so that nothing in it can be taken for
// markup.
type styled struct {
	Plain    string
	Entities []entity
}

// entity is the style of a part of a text.
type entity struct {
	Type   string         `json:"type"`
	Offset int            `json:"offset"` // in UTF-16 units, as is Length
	Length int            `json:"length"`
	User   map[string]any `json:"user,omitempty"` // with "is_bot", which the library omits
}

// compose converts defused spans to a styled text. Only turn is mentioned in a way that notifies.
func compose(spans []chat.Span, turn chat.User) styled {
	l := styled{chat.PlainText(spans), []entity{}}
	at := 0
	for _, s := range spans {
		e := entity{Offset: at, Length: len(wire.Units(s.Text))}
		at += e.Length
		add := func(kind string) {
			if e.Type = kind; e.Length > 0 {
				l.Entities = append(l.Entities, e)
			}
		}
		switch {
		case s.User != nil && samePerson(*s.User, turn) && wire.UserID(turn) != 0:
			e.User = map[string]any{"id": wire.UserID(turn), "is_bot": false, "first_name": cmp.Or(turn.Name, turn.Handle, "?")}
			add("text_mention")
			e.User = nil
		case s.Mono && strings.Contains(s.Text, "\n"):
			add("pre")
		case s.Mono:
			add("code")
		}
		if s.Bold && !s.Mono {
			add("bold")
		}
	}
	return l
}

// samePerson reports whether two users are known to be the same person.
func samePerson(a, b chat.User) bool {
	if a.ID != "" && b.ID != "" {
		return a.ID == b.ID
	}
	return a.Handle != "" && strings.EqualFold(a.Handle, b.Handle)
}

// tidy cleans a name that the bot has not seen before so that it can begin a line: no line breaks, no change of
// direction.
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
	return "\u2068" + chat.Shorten(name, 32) + "\u2069"
}

// keys converts rows of buttons to Telegram's form. No buttons become an empty list, not null.
func keys(rows [][]chat.Button) tgbotapi.InlineKeyboardMarkup {
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
