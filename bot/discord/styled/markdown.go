// Package styled formats messages for Discord: Markdown, pictures, and buttons in rows and menus.
package styled

import (
	"regexp"
	"slices"
	"strings"

	"tabuleiro/bot/adapter"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord/client"
	"tabuleiro/bot/discord/commands"
	"tabuleiro/bot/discord/wire"
)

// Compose converts a message to Discord's form, with commands as they are entered here; of monospaced text only a
// single command is converted, and shown in bold. Markdown counts towards the limit, so a message that becomes too long
// is split again into shorter parts.
func Compose(words *commands.Set, m chat.Message, c chat.Caps) []Part {
	m.Text = slices.Clone(m.Text)
	for i, s := range m.Text {
		if s.User == nil && (!s.Mono || commands.Slashed.FindString(s.Text) == s.Text) {
			m.Text[i].Text, m.Text[i].Mono, m.Text[i].Bold = words.Written(s.Text, s.Lang), false, s.Bold || s.Mono
		}
	}
	parts, longest := render(m, c)
	for longest > LongestText {
		c.Text = c.Text * 3 / 4
		c.Caption = c.Text
		parts, longest = render(m, c)
	}
	return parts
}

func render(m chat.Message, c chat.Caps) (parts []Part, longest int) {
	pinged := m.Private // an ephemeral message or a reply need not mention anybody
	fitted := chat.Fit(m, c)
	parts = make([]Part, len(fitted))
	for i := len(fitted) - 1; i >= 0; i-- {
		f, p := fitted[i], &parts[i]
		mention := slices.IndexFunc(f.Text, func(s chat.Span) bool {
			return !pinged && s.User != nil && s.User.ID == m.Turn.ID && strings.HasPrefix(m.Turn.ID, wire.Prefix)
		})
		if mention >= 0 {
			pinged = true
			p.Mentions = []string{strings.TrimPrefix(m.Turn.ID, wire.Prefix)}
		}
		p.Content = format(f.Text, mention)
		p.Buttons, p.Silent = f.Buttons, m.Quiet
		switch {
		case f.Board != nil:
			p.File = &client.Upload{Name: pictureName, Data: f.Board.PNG, Alt: f.Board.Alt}
		case f.File != nil:
			p.File = &client.Upload{Name: adapter.FileName(f.File.Name), Data: f.File.Data}
		}
		longest = max(longest, wire.Length(p.Content))
	}
	return parts, longest
}

// format writes spans in Discord's Markdown. The span with the index mention becomes a mention that notifies.
func format(spans []chat.Span, mention int) string {
	var b strings.Builder
	var bold string // pending until the end of its run
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
		case strings.HasPrefix(string(s.Room), wire.Prefix):
			b.WriteString(escapeAt(s.Text, false) + ": <#" + wire.Channel(s.Room) + ">")
		case n == mention:
			b.WriteString("<@" + strings.TrimPrefix(s.User.ID, wire.Prefix) + ">")
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

// escapedCommand matches the mention of a command, which clients show as a link.
var escapedCommand = regexp.MustCompile(`\\<(/[^:<>]+:\d+)\\>`)

// Escape escapes Markdown in a text, except for the command mentions in it.
func Escape(text string) string { return escapeAt(text, true) }

// escapeAt is Escape for a text that is at the start of a line or not; there more characters are special. The # of a
// match id is not, because a heading needs a space after it.
func escapeAt(text string, start bool) string {
	var b strings.Builder
	for i, r := range text {
		next := text[i+len(string(r)):]
		heading := start && (r == '#' || r == '-') && (next == "" || strings.ContainsAny(next[:1], " #"))
		if heading || strings.ContainsRune(special, r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
		start = r == '\n' || start && r == ' '
	}
	return escapedCommand.ReplaceAllString(b.String(), "<$1>")
}

// marks matches what Markdown adds to a text; the groups match what remains.
var marks = regexp.MustCompile("`+([^`]*)`+|" + `\\([\\*_~` + "`" + `|\[\]<>#-])|\*`)

// Unescape removes Markdown from a text written by format. Between backquotes nothing is special.
func Unescape(text string) string { return marks.ReplaceAllString(wire.Commands(text), "$1$2") }
