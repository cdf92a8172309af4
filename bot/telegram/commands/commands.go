// Package commands knows the commands that Telegram suggests, and how they are written in a text.
package commands

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// Command is one that the bot understands.
type Command struct {
	Name string  // a-z, 0-9 and _, at most 32
	Help string  // at most 256 characters
	In   []Scope // where Telegram suggests it to people who type a slash; none: it is understood all the same

	Spelt map[string]string // words for it with accents, with how they are written without
}

// Scope is where Telegram suggests a command, and to whom.
type Scope string

// The scopes in which commands are suggested. An administrator of a group is suggested those for administrators alone.
const (
	Private        Scope = "all_private_chats"
	Groups         Scope = "all_group_chats"
	Administrators Scope = "all_chat_administrators"
)

// Scopes are all of them.
var Scopes = []Scope{Private, Groups, Administrators}

var commandForm = regexp.MustCompile(`^[a-z0-9_]{1,32}$`)

// Check returns the commands under the two letters that Telegram knows a language by.
func Check(given map[string][]Command) (map[string][]Command, error) {
	checked := map[string][]Command{}
	for tag, list := range given {
		lang, _, _ := strings.Cut(strings.ToLower(tag), "-")
		if lang != "" && len(lang) != 2 {
			return nil, fmt.Errorf("telegram: commands: %q is no language of two letters", tag)
		}
		if len(list) > 100 {
			return nil, fmt.Errorf("telegram: commands: %d are too many", len(list))
		}
		for _, c := range list {
			if !commandForm.MatchString(c.Name) {
				return nil, fmt.Errorf("telegram: commands: %q has more than a-z, 0-9 and _", c.Name)
			}
			if n := utf8.RuneCountInString(c.Help); n < 1 || n > 256 {
				return nil, fmt.Errorf("telegram: commands: the help of %q has %d characters", c.Name, n)
			}
		}
		checked[lang] = list
	}
	return checked, nil
}

// Description is what Telegram shows of a bot to somebody who has not spoken with it.
type Description struct {
	Long  string // in the empty chat, at most 512 characters
	Short string // on its profile, and where it is shared; at most 120 characters
}

// CheckDescriptions returns them under the two letters that Telegram knows a language by.
func CheckDescriptions(given map[string]Description) (map[string]Description, error) {
	checked := map[string]Description{}
	for tag, d := range given {
		lang, _, _ := strings.Cut(strings.ToLower(tag), "-")
		long, short := utf8.RuneCountInString(d.Long), utf8.RuneCountInString(d.Short)
		if lang != "" && len(lang) != 2 || long > 512 || short > 120 {
			return nil, fmt.Errorf("telegram: descriptions: %q is no language of two letters, or %d and %d characters are too many", tag, long, short)
		}
		checked[lang] = d
	}
	return checked, nil
}
