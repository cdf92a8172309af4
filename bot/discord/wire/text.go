package wire

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/bwmarrin/discordgo"

	"tabuleiro/bot/chat"
)

// Person converts a user to the bot's form. The name is the one shown on the server.
func Person(u *discordgo.User, m *discordgo.Member) chat.User {
	p := chat.User{ID: Prefix + u.ID, Handle: strings.ReplaceAll(u.Username, " ", "_"), Name: u.GlobalName, Robot: u.Bot}
	if m != nil && m.Nick != "" {
		p.Name = m.Nick
	}
	if p.Name == "" {
		p.Name = u.Username
	}
	return p
}

var mentioned = regexp.MustCompile(`<@!?(\d+)>`)

var mentionedCommand = regexp.MustCompile(`</([^:<>]+):\d+>`)

// Commands replaces the command mentions in a text by commands as typed.
func Commands(text string) string { return mentionedCommand.ReplaceAllString(text, "/$1") }

// Text returns the text of a message, with people by handle and without the bot. toBot reports whether the bot was
// mentioned.
func (m *Message) Text(self string) (text string, people []chat.User, toBot bool) {
	text = mentioned.ReplaceAllStringFunc(Commands(m.Content), func(s string) string {
		id := mentioned.FindStringSubmatch(s)[1]
		if id == self {
			toBot = true
			return " "
		}
		at := slices.IndexFunc(m.Mentions, func(u Mention) bool { return u.ID == id && u.Username != "" })
		if at < 0 {
			return s
		}
		p := Person(&m.Mentions[at].User, m.Mentions[at].Member)
		people = append(people, p)
		return "@" + p.Handle
	})
	return chat.Trim(text), people, toBot
}

// MemberOf returns the server membership of a mentioned person, nil if the message does not have it.
func (m *Message) MemberOf(id string) *discordgo.Member {
	for i := range m.Mentions {
		if m.Mentions[i].ID == id {
			return m.Mentions[i].Member
		}
	}
	return nil
}

// Author returns the author of an interaction: a member on a server, a user elsewhere, nil if it has none.
func (i *Interaction) Author() (*discordgo.User, *discordgo.Member) {
	if i.Member != nil && i.Member.User != nil {
		return i.Member.User, i.Member
	}
	return i.User, nil
}

// Text returns an option's value as text, or its JSON if it is not a string.
func (g Given) Text() string {
	var s string
	if json.Unmarshal(g.Value, &s) == nil {
		return s
	}
	return string(g.Value)
}

// Chosen returns the language that a server has chosen, "" if none. Only community servers can choose.
func (g Guild) Chosen() string {
	if slices.Contains(g.Features, "COMMUNITY") {
		return g.Locale
	}
	return ""
}

// IsWhole reports whether a message has the fields that identify it, its channel and its author.
func (m *Message) IsWhole() bool {
	return m.ID != "" && m.Channel != "" && m.Author != nil && m.Author.ID != ""
}

// IsTyped reports whether a whole message was typed by a person.
func (m *Message) IsTyped(self string) bool {
	return m.Author.ID != self && !m.Author.Bot && m.Webhook == "" &&
		(m.Type == discordgo.MessageTypeDefault || m.Type == discordgo.MessageTypeReply)
}

// IsWhole reports whether an interaction has the fields that identify it, its channel and its author.
func (i *Interaction) IsWhole() bool {
	u, _ := i.Author()
	return i.ID != "" && i.Token != "" && i.ChannelID != "" && u != nil && u.ID != ""
}

// Length returns the length in UTF-16 units, as Discord's clients count. Where Discord counts characters, that errs on
// the safe side.
func Length(s string) int { return len(utf16.Encode([]rune(s))) }

// CutWords truncates a text to n UTF-16 units, at the end of a word.
func CutWords(text string, n int) string {
	short := chat.Shorten(text, n)
	if short == text {
		return text
	}
	short = strings.TrimSuffix(short, "…")
	if at := strings.LastIndexByte(short, ' '); at > 0 && text[len(short)] != ' ' {
		short = short[:at]
	}
	return strings.TrimRight(short, " ,;:") + "…"
}
