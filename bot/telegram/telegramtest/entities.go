package telegramtest

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Entity is a marked part of a text.
type Entity struct {
	Type   string `json:"type"`
	Offset int    `json:"offset"` // in UTF-16 units
	Length int    `json:"length"`
	User   *struct {
		ID int64 `json:"id"`
	} `json:"user"`
}

// Forms of the entities that Telegram finds in a text by itself. A match counts only if no letter or digit of any
// alphabet adjoins it, which RE2 cannot express and found checks: "/definições" is not a command.
var (
	commandForm = regexp.MustCompile(`/([A-Za-z0-9_]{1,64})(@[A-Za-z0-9_]{1,32})?`)
	handleForm  = regexp.MustCompile(`@[A-Za-z0-9_]{2,32}`)
	tagForm     = regexp.MustCompile(`#[\pL\pN_]{1,256}`)
)

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }

func inPath(r rune) bool { return inWord(r) || strings.ContainsRune("/<>", r) }

// found returns the matches of a form in a text that are not part of something longer.
func found(form *regexp.Regexp, text string, part func(rune) bool) (places [][]int) {
	for _, at := range form.FindAllStringIndex(text, -1) {
		before, _ := utf8.DecodeLastRuneInString(text[:at[0]])
		after, _ := utf8.DecodeRuneInString(text[at[1]:])
		if !(at[0] > 0 && part(before)) && !(at[1] < len(text) && part(after)) {
			places = append(places, at)
		}
	}
	return places
}

// entitiesOf returns the entities that Telegram finds in a text, and mentions of people by first name. The handles of
// unknown people count only if they have the length of Telegram's.
func (s *Server) entitiesOf(text string, people []*Person) []object {
	list := []object{}
	at := func(i int) int { return len(utf16.Encode([]rune(text[:i]))) }
	add := func(kind string, from, to int, more object) {
		o := object{"type": kind, "offset": at(from), "length": at(to) - at(from)}
		for k, v := range more {
			o[k] = v
		}
		list = append(list, o)
	}
	var taken [][]int
	for _, m := range found(commandForm, text, inPath) {
		taken = append(taken, m)
		add("bot_command", m[0], m[1], nil)
	}
	for _, m := range found(handleForm, text, inWord) {
		inside := slices.ContainsFunc(taken, func(c []int) bool { return c[0] <= m[0] && m[1] <= c[1] })
		if !inside && (m[1]-m[0] > 5 || s.called(text[m[0]+1:m[1]])) {
			add("mention", m[0], m[1], nil)
		}
	}
	for _, m := range found(tagForm, text, inWord) {
		if strings.IndexFunc(text[m[0]:m[1]], unicode.IsLetter) >= 0 {
			add("hashtag", m[0], m[1], nil)
		}
	}
	for _, p := range people {
		if i := strings.Index(text, p.First); i >= 0 {
			add("text_mention", i, i+len(p.First), object{"user": p.json()})
		}
	}
	slices.SortStableFunc(list, func(a, b object) int { return a["offset"].(int) - b["offset"].(int) })
	return list
}

// marks returns the entities of a message of the bot in Telegram's form.
func (c Content) marks(s *Server) []object {
	list := []object{}
	for _, e := range c.Entities {
		o := object{"type": e.Type, "offset": e.Offset, "length": e.Length}
		if e.User != nil && s.people[e.User.ID] != nil {
			o["user"] = s.people[e.User.ID].json()
		}
		list = append(list, o)
	}
	return list
}

// called reports whether anybody has a handle; the caller holds mu.
func (s *Server) called(handle string) bool {
	for _, p := range s.people {
		if p.Handle != "" && strings.EqualFold(p.Handle, handle) {
			return true
		}
	}
	return false
}

// Link is a command in a message of the bot that is sent, without arguments, when tapped.
type Link struct{ Command, Behind string } // Behind is the text that follows

// Commands returns the commands that are links in a message.
func (m *Message) Commands() (commands []string) {
	for _, link := range m.Links() {
		commands = append(commands, link.Command)
	}
	return commands
}

// Links returns the commands that are links in a message, with the text after each.
func (m *Message) Links() (links []Link) {
	now := m.Now()
	text := utf16.Encode([]rune(now.Text))
	fixed := make([]bool, len(text)) // code, in which nothing is linked
	for _, e := range now.Entities {
		if e.Type == "code" || e.Type == "pre" {
			for i := e.Offset; i < e.Offset+e.Length; i++ {
				fixed[i] = true
			}
		}
	}
	for _, at := range found(commandForm, now.Text, inPath) {
		if from := len(utf16.Encode([]rune(now.Text[:at[0]]))); !fixed[from] {
			links = append(links, Link{now.Text[at[0]:at[1]], now.Text[at[1]:]})
		}
	}
	return links
}
