package commands

import (
	"regexp"
	"strings"
)

// Slashed is a command in a text.
var Slashed = regexp.MustCompile(`(^|[^\p{L}\p{N}/<])/(\p{L}[\p{L}\p{N}_-]*)( #[a-z0-9]+-[a-z0-9]+)?`)

// Written writes the commands in a text as they are given here. Those with the code of a challenge are
// for other services.
func (s *Set) Written(text string) string {
	return Slashed.ReplaceAllStringFunc(text, func(found string) string {
		before, word, _ := strings.Cut(found, "/")
		if here := s.here[strings.ToLower(word)]; here != "" {
			return before + "/" + here
		}
		return found
	})
}

// hereOf is how commands are given here that are called otherwise in texts, in all languages: those that stand under
// another one with its name before theirs.
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
