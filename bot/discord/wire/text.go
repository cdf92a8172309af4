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

// Person is a user as the bot knows people. The name is the one that others on the server see.
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

// Commands is a text with the commands that it mentions as they would be typed.
func Commands(text string) string { return mentionedCommand.ReplaceAllString(text, "/$1") }

// Text is what a message says in words: people by their handles, the bot left out. toBot reports whether it was
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

// MemberOf is what the message tells of somebody mentioned as a member of the server, nil if nothing.
func (m *Message) MemberOf(id string) *discordgo.Member {
	for i := range m.Mentions {
		if m.Mentions[i].ID == id {
			return m.Mentions[i].Member
		}
	}
	return nil
}

// Author is the author of an interaction: a member on a server, a user elsewhere; nil if it does not say.
func (i *Interaction) Author() (*discordgo.User, *discordgo.Member) {
	if i.Member != nil && i.Member.User != nil {
		return i.Member.User, i.Member
	}
	return i.User, nil
}

// Text is a given option's value as text, its JSON if it is none.
func (g Given) Text() string {
	var s string
	if json.Unmarshal(g.Value, &s) == nil {
		return s
	}
	return string(g.Value)
}

// Chosen is the language that a server has chosen, "" if it has not. Only servers that call themselves communities can.
func (g Guild) Chosen() string {
	if slices.Contains(g.Features, "COMMUNITY") {
		return g.Locale
	}
	return ""
}

// IsWhole reports whether a message says where it is and by whom.
func (m *Message) IsWhole() bool {
	return m.ID != "" && m.Channel != "" && m.Author != nil && m.Author.ID != ""
}

// IsTyped reports whether a whole message was typed by a person.
func (m *Message) IsTyped(self string) bool {
	return m.Author.ID != self && !m.Author.Bot && m.Webhook == "" &&
		(m.Type == discordgo.MessageTypeDefault || m.Type == discordgo.MessageTypeReply)
}

// IsWhole reports whether an interaction says where it is and by whom.
func (i *Interaction) IsWhole() bool {
	u, _ := i.Author()
	return i.ID != "" && i.Token != "" && i.ChannelID != "" && u != nil && u.ID != ""
}

// Length counts as Discord's clients do, in UTF-16: where it counts characters instead there is room to spare.
func Length(s string) int { return len(utf16.Encode([]rune(s))) }

// Shorten shortens a text to a length.
func Shorten(s string, n int) string { return chat.Shorten(s, n) }

// CutWords shortens a text to a length, after a word.
func CutWords(text string, n int) string {
	short := Shorten(text, n)
	if short == text {
		return text
	}
	short = strings.TrimSuffix(short, "…")
	if at := strings.LastIndexByte(short, ' '); at > 0 && text[len(short)] != ' ' {
		short = short[:at]
	}
	return strings.TrimRight(short, " ,;:") + "…"
}
