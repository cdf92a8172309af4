package telegram

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram/styled"
	"tabuleiro/bot/telegram/wire"
)

// namesBot reports whether a handle is one as bots have, and as hardly anybody else can: a person who has one all the
// same is known by having been seen.
func namesBot(handle string) bool { return strings.HasSuffix(strings.ToLower(handle), "bot") }

// understandText fills in the text, in which nothing is left but what is meant for the bot: its own name is cut off. A
// person mentioned without a handle is cut out and only among the Mentions. It is false for commands to other bots.
func (t *Telegram) understandText(e *chat.Event, m wire.Message) bool {
	said, entities := m.Text, m.Entities
	if said == "" {
		said, entities = m.Caption, m.Marks
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

// understandEntity notes who is mentioned by a stretch of a text, and returns what stands there instead.
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
		} else if namesBot(written[1:]) {
			e.Mentions = append(e.Mentions, chat.User{Handle: written[1:], Name: written[1:], Robot: true})
		}
	case in.Type == "text_mention" && in.User != nil && in.User.ID == self.ID:
		e.Addressed = true
		return ""
	case in.Type == "text_mention" && in.User != nil:
		who := wire.User(*in.User)
		t.see(who) // who is no bot
		e.Mentions = append(e.Mentions, who.Person())
		if in.User.UserName == "" {
			return ""
		}
		return "@" + in.User.UserName
	}
	return written
}

// understandCommand cuts the name of the bot off a command. It is false for one to another bot.
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

// commandWord is a command in a text. Telegram makes a link of it, under names without accents only.
var commandWord = regexp.MustCompile(`(?:^|[^\pL\pN/])/[\pL\pN_]+`)

// respell writes the commands in a text as Telegram knows them.
func respell(text string) string {
	return commandWord.ReplaceAllStringFunc(text, func(word string) string {
		accents := runes.Remove(runes.In(unicode.Mn))
		plain, _, _ := transform.String(transform.Chain(norm.NFD, accents, norm.NFC), word) // which fails for no text
		return plain
	})
}

// commandUse is a command with the words behind it, up to what no argument can begin with.
var commandUse = regexp.MustCompile(`(?:^|[^\pL\pN/])(/[\pL\pN_]+)((?: [@#<{…[\pL\pN][^\s.,;:!?)]*)*)`)

// unlink sets commands that a touch would send in vain as code, which is copied: those with something behind them, and
// those that are not the bot's.
func (t *Telegram) unlink(s chat.Span) (spans []chat.Span) {
	end := 0
	for _, at := range commandUse.FindAllStringSubmatchIndex(s.Text, -1) {
		from, to, behind := at[2], at[3], strings.HasPrefix(s.Text[at[5]:], " /")
		args := strings.Fields(s.Text[to:at[5]])
		if n := len(args); n > 0 && behind { // "or" another one
			args = args[:n-1]
		}
		if len(args) == 0 && t.knows(s.Text[from+1:to]) {
			continue
		}
		if len(args) <= 2 { // more than that is a sentence that goes on
			to += len(strings.Join(append([]string{""}, args...), " "))
		}
		spans = append(spans, chat.Span{Text: s.Text[end:from]}, chat.Span{Text: s.Text[from:to], Mono: true})
		end = to
	}
	return append(spans, chat.Span{Text: s.Text[end:]})
}

// knows reports whether a command is one that the bot has given Telegram.
func (t *Telegram) knows(name string) bool {
	for _, list := range t.Commands {
		if slices.ContainsFunc(list, func(c Command) bool { return c.Name == name }) {
			return true
		}
	}
	return false
}

// defuse is a text in which Telegram finds the commands that do what they say, and nobody to call but turn.
func (t *Telegram) defuse(text []chat.Span, turn chat.User) (spans []chat.Span) {
	for _, s := range text {
		if s.User == nil {
			s.Text = respell(s.Text)
		}
		if s.User == nil && !s.Mono && !s.Bold {
			spans = append(spans, t.unlink(s)...)
		} else {
			spans = append(spans, s)
		}
	}
	return styled.Defuse(spans, turn)
}
