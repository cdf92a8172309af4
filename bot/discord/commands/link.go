package commands

import (
	"regexp"
	"strings"
)

// Learn says by which ids Discord has the commands that stand for themselves, by their English names. Texts have no
// mentions of those that are missing.
func (s *Set) Learn(ids map[string]string) {
	all := map[string]string{}
	for _, is := range s.places {
		top, _, _ := strings.Cut(is.english, " ")
		if id := ids[top]; id != "" {
			all[is.here] = "</" + is.english + ":" + id + ">"
		}
	}
	s.links.Store(&all)
}

// linkable is a command as Written writes it, with what may belong to it or follow it.
var (
	linkable = regexp.MustCompile(`(?:^|[^\p{L}\p{N}/<])/(\p{L}[\p{L}\p{N}-]*(?: \p{L}[\p{L}\p{N}-]*){0,2})`)
	coded    = regexp.MustCompile(`^ #[a-z0-9]+-[a-z0-9]+`)
)

// Linked turns the commands of a text that Written has written into mentions. Those have the English name: with another
// one a client shows them, and does nothing when they are tapped. A command with the code of a challenge is for another
// service.
func (s *Set) Linked(text string) string {
	all := s.links.Load()
	if all == nil {
		return text
	}
	var b strings.Builder
	done := 0
	for _, at := range linkable.FindAllStringSubmatchIndex(text, -1) {
		begin, end := at[2], at[3]
		for begin < end {
			link := (*all)[strings.ToLower(text[begin:end])]
			if link != "" && !coded.MatchString(text[end:]) {
				b.WriteString(text[done:begin-1] + link)
				done = end
				break
			}
			end = max(begin, strings.LastIndexByte(text[:end], ' '))
		}
	}
	return b.String() + text[done:]
}
