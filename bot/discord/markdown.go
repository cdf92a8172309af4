package discord

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf16"

	"tabuleiro/bot/adapter"
	"tabuleiro/bot/chat"
)

// compose is compose with commands as they are given here. In a fixed width only a command by itself is one: more is for other
// places. It looks like all commands, since none is given by a tap on it.
func (d *Discord) compose(m chat.Message) []part {
	m.Text = slices.Clone(m.Text)
	for i, s := range m.Text {
		if s.User == nil && (!s.Mono || slashed.FindString(s.Text) == s.Text) {
			m.Text[i].Text, m.Text[i].Mono, m.Text[i].Bold = d.Written(s.Text), false, s.Bold || s.Mono
		}
	}
	return compose(m, d.Caps())
}

// slashed is a command in a text.
var slashed = regexp.MustCompile(`(^|[^\p{L}\p{N}/<])/(\p{L}[\p{L}\p{N}_-]*)( #[a-z0-9]+-[a-z0-9]+)?`)

// Written implements chat.Menued: it writes the commands in a text as they are given here. Those with the code of a challenge are
// for other services.
func (d *Discord) Written(text string) string {
	return slashed.ReplaceAllStringFunc(text, func(s string) string {
		before, word, _ := strings.Cut(s, "/")
		if here := d.here[strings.ToLower(word)]; here != "" {
			return before + "/" + here
		}
		return s
	})
}

// hereOf is how commands are given here that are called otherwise in texts, in all languages: those that stand under another
// one with its name before theirs.
func hereOf(commands []Command) map[string]string {
	here := map[string]string{}
	for _, c := range commands {
		for lang, word := range c.Elsewhere {
			here[strings.ToLower(word)] = strings.ToLower(c.Name[lang])
		}
		for _, u := range c.Under {
			for lang, word := range u.Name {
				word = strings.ToLower(word)
				here[word] = c.Name[everybody] + " " + word
				for _, v := range u.Under {
					name := strings.ToLower(v.Name[lang])
					here[name] = c.Name[everybody] + " " + word + " " + name
				}
			}
		}
	}
	return here
}

// compose turns a message into those that Discord takes. Formatting counts as text there, so a message that is too long
// with it is cut anew, shorter.
func compose(m chat.Message, c chat.Caps) []part {
	for {
		parts, longest := render(m, c)
		if longest <= longestText || c.Text < longestText/8 {
			return parts
		}
		c.Text = c.Text * 3 / 4
		c.Caption = c.Text
	}
}

func render(m chat.Message, c chat.Caps) (parts []part, longest int) {
	pinged := m.Private // an ephemeral message and a reply need not call anybody
	fitted := chat.Fit(m, c)
	parts = make([]part, len(fitted))
	for i := len(fitted) - 1; i >= 0; i-- {
		f, p := fitted[i], &parts[i]
		mention := -1
		for n, s := range f.Text {
			if !pinged && s.User != nil && s.User.ID == m.Turn.ID && strings.HasPrefix(m.Turn.ID, prefix) {
				mention = n
			}
		}
		if mention >= 0 {
			pinged = true
			p.mentions = []string{strings.TrimPrefix(m.Turn.ID, prefix)}
		}
		p.content = format(f.Text, mention)
		p.buttons = f.Buttons
		switch {
		case f.Board != nil:
			p.file = &upload{pictureName, f.Board.PNG, f.Board.Alt}
		case f.File != nil:
			p.file = &upload{name: adapter.FileName(f.File.Name), data: f.File.Data}
		}
		longest = max(longest, length(p.content))
	}
	return parts, longest
}

// format writes spans in Discord's Markdown; the one with the number mention becomes a mention that can notify.
func format(spans []chat.Span, mention int) string {
	var b strings.Builder
	var bold string // waits for the end of its run
	flush := func() {
		text := strings.TrimSpace(bold)
		if text == "" {
			b.WriteString(bold)
		} else {
			before, after, _ := strings.Cut(bold, text)
			b.WriteString(before + "**" + escapeAt(text, false) + "**" + after)
		}
		bold = ""
	}
	for n, s := range spans {
		if (s.Bold || s.User != nil) && !s.Mono && n != mention {
			bold += s.Text
			continue
		}
		flush()
		switch {
		case strings.HasPrefix(string(s.Room), prefix):
			b.WriteString(escapeAt(s.Text, false) + ": <#" + channelOf(s.Room) + ">")
		case n == mention:
			b.WriteString("<@" + strings.TrimPrefix(s.User.ID, prefix) + ">")
		case s.Mono:
			b.WriteString(codeBlock(s.Text))
		default:
			so := b.String()
			b.WriteString(escapeAt(s.Text, so == "" || strings.HasSuffix(so, "\n")))
		}
	}
	flush()
	return strings.TrimRight(b.String(), " \n")
}

func codeBlock(text string) string {
	text = strings.ReplaceAll(text, "`", "'")
	if strings.Contains(text, "\n") {
		return "```\n" + strings.Trim(text, "\n") + "\n```"
	}
	return "`" + text + "`"
}

const special = "\\*_~`|[]<>"

// escape makes a text mean itself in Markdown.
func escape(text string) string { return escapeAt(text, true) }

// escapeAt is escape for a text at the start of a line or not: there, more characters are special. A # that begins the
// name of a match is not: it would have to be followed by a space.
func escapeAt(text string, start bool) string {
	var b strings.Builder
	for i, r := range text {
		next := text[i+len(string(r)):]
		heading := start && (r == '#' || r == '-') && (next == "" || strings.ContainsAny(next[:1], " #"))
		if heading || r < 0x80 && strings.ContainsRune(special, r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
		start = r == '\n' || start && r == ' '
	}
	return b.String()
}

// unescape takes the Markdown off a text that was written by format.
func unescape(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\\' && i+1 < len(text) && text[i+1] < 0x80 && strings.IndexByte(special+"#-", text[i+1]) >= 0:
			i++
			b.WriteByte(text[i])
		case text[i] != '*' && text[i] != '`':
			b.WriteByte(text[i])
		}
	}
	return b.String()
}

// length counts as Discord's clients do, in UTF-16: where it counts characters instead there is room to spare.
func length(s string) int { return len(utf16.Encode([]rune(s))) }

// cut shortens a text to a length.
func cut(s string, n int) string {
	return chat.Shorten(s, n, utf16.RuneLen)
}
