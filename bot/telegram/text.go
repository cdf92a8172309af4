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

// namesBot reports whether a handle ends like those of bots, which Telegram reserves for them with few exceptions; a
// person with such a handle is recognized if seen before.
func namesBot(handle string) bool { return strings.HasSuffix(strings.ToLower(handle), "bot") }

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
		} else if namesBot(written[1:]) {
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
// commands with arguments, and those that are not the bot's.
func (t *Telegram) unlink(s chat.Span) (spans []chat.Span) {
	end := 0
	for _, at := range commandUse.FindAllStringSubmatchIndex(s.Text, -1) {
		from, to, behind := at[2], at[3], strings.HasPrefix(s.Text[at[5]:], " /")
		args := strings.Fields(s.Text[to:at[5]])
		if n := len(args); n > 0 && behind { // the word before another command, as "or"
			args = args[:n-1]
		}
		if len(args) == 0 && t.knows(s.Text[from+1:to]) {
			continue
		}
		if len(args) <= 2 { // more than that is a sentence that continues
			to += len(strings.Join(append([]string{""}, args...), " "))
		}
		spans = append(spans, chat.Span{Text: s.Text[end:from]}, chat.Span{Text: s.Text[from:to], Mono: true})
		end = to
	}
	return append(spans, chat.Span{Text: s.Text[end:]})
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

// defuse rewrites a text so that Telegram links only commands that work when tapped, and notifies nobody but turn.
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
