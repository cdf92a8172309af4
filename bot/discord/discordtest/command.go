package discordtest

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
)

// command is a slash command as it was registered.
type command struct {
	Name         string
	Names        map[string]string `json:"name_localizations"`
	Description  string
	Descriptions map[string]string `json:"description_localizations"`
	Options      []option
	Contexts     []int
}

type option struct {
	Type         int
	Name         string
	Names        map[string]string `json:"name_localizations"`
	Description  string
	Descriptions map[string]string `json:"description_localizations"`
	Required     bool
	Autocomplete bool
	Choices      []struct{ Name, Value string }
}

var (
	nameForm = regexp.MustCompile(`^[-_'\p{L}\p{N}]{1,32}$`)
	locales  = strings.Fields("id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th zh-CN ja zh-TW ko")
)

func (s *Server) overwriteCommands(r *call) (any, *problem) {
	var all []command
	if err := json.Unmarshal(r.payload, &all); err != nil {
		return nil, invalid("%v", err)
	}
	if len(all) > 100 || r.PathValue("app") != s.App {
		return nil, invalid("%d commands of application %s", len(all), r.PathValue("app"))
	}
	seen := map[string]bool{}
	for _, c := range all {
		if wrong := c.check(); wrong != nil {
			return nil, wrong
		}
		if seen[c.Name] {
			return nil, invalid("two commands %q", c.Name)
		}
		seen[c.Name] = true
	}
	s.commands[r.PathValue("guild")] = all
	s.registered++
	s.bell.ring()
	return all, nil
}

func (c command) check() *problem {
	if wrong := checkTexts(c.Name, c.Names, c.Description, c.Descriptions); wrong != nil {
		return wrong
	}
	if len(c.Options) > 25 {
		return invalid("%s: too many options", c.Name)
	}
	optional := false
	for _, o := range c.Options {
		if wrong := checkTexts(o.Name, o.Names, o.Description, o.Descriptions); wrong != nil {
			return wrong
		}
		if o.Required && optional || len(o.Choices) > 25 || o.Autocomplete && (o.Type != 3 || len(o.Choices) > 0) {
			return invalid("%s: option %s", c.Name, o.Name)
		}
		optional = !o.Required
	}
	return nil
}

func checkTexts(name string, names map[string]string, description string, descriptions map[string]string) *problem {
	if !nameForm.MatchString(name) || name != strings.ToLower(name) {
		return invalid("name %q", name)
	}
	if n := len([]rune(description)); n < 1 || n > 100 {
		return invalid("%s: description: Must be between 1 and 100 in length.", name)
	}
	for l, word := range names {
		if !slices.Contains(locales, l) || !nameForm.MatchString(word) || word != strings.ToLower(word) {
			return invalid("%s: name_localizations: %s: %q", name, l, word)
		}
	}
	for l, text := range descriptions {
		if n := len([]rune(text)); !slices.Contains(locales, l) || n < 1 || n > 100 {
			return invalid("%s: description_localizations: %s", name, l)
		}
	}
	return nil
}

// Registered waits until commands were registered so many times, and returns the names of those of a server (nil: of those
// for everywhere) as somebody with a locale sees them.
func (s *Server) Registered(times int, g *Guild, locale string) []string {
	s.t.Helper()
	s.await(&s.bell, func() bool { return s.registered >= times }, "commands to be registered %d times", times)
	s.mu.Lock()
	defer s.mu.Unlock()
	where := ""
	if g != nil {
		where = g.ID
	}
	var names []string
	for _, c := range s.commands[where] {
		name := c.Name
		if c.Names[locale] != "" {
			name = c.Names[locale]
		}
		names = append(names, name)
	}
	return names
}

// Registrations is how often commands were registered.
func (s *Server) Registrations() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.registered
}

// offered waits until a command can be given in a channel, and checks the options.
func (s *Server) offered(c *Channel, name string, options []Option) {
	s.t.Helper()
	var found *command
	s.await(&s.bell, func() bool {
		for _, where := range []string{"", c.place()} {
			for i, x := range s.commands[where] {
				if x.Name == name {
					found = &s.commands[where][i]
				}
			}
		}
		return found != nil
	}, "the command /%s to be registered", name)
	for _, o := range options {
		kind := 3
		switch o.Value.(type) {
		case *User:
			kind = 6
		case bool:
			kind = 5
		}
		if !slices.ContainsFunc(found.Options, func(x option) bool { return x.Name == o.Name && x.Type == kind }) {
			s.t.Fatalf("/%s has no option %s for %v", name, o.Name, o.Value)
		}
	}
}

func (c *Channel) place() string {
	if c.guild == nil {
		return ""
	}
	return c.guild.ID
}
