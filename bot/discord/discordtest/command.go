package discordtest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// command is a registered slash command.
type command struct {
	ID           string `json:"id"`
	Name         string
	Type         int
	Names        map[string]string `json:"name_localizations"`
	Description  string
	Descriptions map[string]string `json:"description_localizations"`
	Options      []option
	Contexts     []int
	Integrations []int `json:"integration_types"`
	Handler      int   // of an entry point: how it is handled
}

// isEntryPoint reports whether a command opens the Activity of the application.
func isEntryPoint(c command) bool { return c.Type == 4 }

// AddActivity gives the application an Activity, whose entry point is then among its commands.
func (s *Server) AddActivity() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.commands[""] = append(s.commands[""], command{ID: s.snowflake(), Name: "launch", Type: 4, Handler: 2})
}

// HasActivity reports whether the entry point of the Activity still exists.
func (s *Server) HasActivity() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.ContainsFunc(s.commands[""], isEntryPoint)
}

func (s *Server) listCommands(r *call) (any, *problem) {
	told := []any{}
	for _, c := range s.commands[r.PathValue("guild")] {
		one := map[string]any{"id": c.ID, "application_id": s.App, "version": "1", "name": c.Name, "type": c.Type}
		if isEntryPoint(c) {
			one["handler"] = c.Handler
		}
		told = append(told, one)
	}
	return told, nil
}

type option struct {
	Type         int
	Name         string
	Names        map[string]string `json:"name_localizations"`
	Description  string
	Descriptions map[string]string `json:"description_localizations"`
	Required     bool
	Autocomplete bool
	Options      []option // of a subcommand
	Choices      []struct {
		Name  string
		Names map[string]string `json:"name_localizations"`
		Value string
	}
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
		for _, locale := range locales {
			key := fmt.Sprint(c.Type, " ", locale, " ", cmp.Or(c.Names[locale], c.Name))
			if seen[key] {
				return nil, invalid("two commands %q: Application command names must be unique", key)
			}
			seen[key] = true
		}
	}
	where := r.PathValue("guild")
	if i := slices.IndexFunc(s.commands[where], isEntryPoint); i >= 0 && !slices.ContainsFunc(all, isEntryPoint) {
		return nil, entryPointMissing
	}
	told := []any{}
	for i, c := range all {
		same := slices.IndexFunc(s.commands[where], func(x command) bool { return x.Name == c.Name && x.Type == c.Type })
		if all[i].ID = s.snowflake(); same >= 0 {
			all[i].ID = s.commands[where][same].ID
		}
		told = append(told, map[string]any{"id": all[i].ID, "name": c.Name, "type": c.Type})
	}
	s.commands[where] = all
	s.registered++
	s.bell.ring()
	return told, nil
}

var mentionedCommand = regexp.MustCompile(`</([^:<>]*):(\d+)>`)

// checkMentioned fails the test if a text mentions a command that a client would not run: name and id must be those
// registered here.
func (s *Server) checkMentioned(text string) {
	s.t.Helper()
	for _, m := range mentionedCommand.FindAllStringSubmatch(text, -1) {
		words := strings.Fields(m[1])
		found := slices.ContainsFunc(slices.Concat(slices.Collect(maps.Values(s.commands))...), func(c command) bool {
			return c.ID == m[2] && c.Type != 2 && len(words) > 0 && c.Name == words[0] && standsUnder(c.Options, words[1:])
		})
		if !found {
			s.t.Errorf("nothing would happen when %s is tapped", m[0])
		}
	}
}

// standsUnder reports whether words lead to a command, not only to a parent of commands.
func standsUnder(options []option, words []string) bool {
	if len(words) == 0 {
		return len(options) == 0 || options[0].Type > 2
	}
	return slices.ContainsFunc(options, func(o option) bool {
		return o.Type <= 2 && o.Name == words[0] &&
			standsUnder(o.Options, words[1:])
	})
}

func (c command) check() *problem {
	if isEntryPoint(c) && c.Handler == 2 && c.Name != "" {
		return nil
	}
	if c.Type == 2 {
		if n := longest(c.Name, c.Names); n < 1 || n > 32 || c.Description != "" || len(c.Options) > 0 {
			return invalid("%s: a command in the menu of a person has a name and nothing else", c.Name)
		}
		return nil
	}
	size, wrong := c.size()
	if wrong == nil && size > 8000 {
		return invalid("%s: Command exceeds maximum size (8000)", c.Name)
	}
	return wrong
}

// size returns the size of a command as Discord counts it.
func (c command) size() (int, *problem) {
	if wrong := checkTexts(c.Name, c.Names, c.Description, c.Descriptions); wrong != nil {
		return 0, wrong
	}
	if len(c.Options) > 25 {
		return 0, invalid("%s: too many options", c.Name)
	}
	optional := false
	size := longest(c.Name, c.Names) + longest(c.Description, c.Descriptions)
	seen := map[string]bool{}
	for _, o := range c.Options {
		if wrong := checkTexts(o.Name, o.Names, o.Description, o.Descriptions); wrong != nil {
			return 0, wrong
		}
		if o.Type == 1 || o.Type == 2 {
			under, wrong := (command{Name: o.Name, Names: o.Names, Description: o.Description, Descriptions: o.Descriptions,
				Options: o.Options}).size()
			if wrong != nil {
				return 0, wrong
			}
			size += under
		} else if wrong := o.check(); wrong != nil {
			return 0, wrong
		}
		if (o.Type <= 2) != (c.Options[0].Type <= 2) {
			return 0, invalid("%s: commands and options beside each other", c.Name)
		}
		if o.Required && optional {
			return 0, invalid("%s: %s: Required options must be placed before non-required options", c.Name, o.Name)
		}
		for _, locale := range locales {
			key := locale + " " + cmp.Or(o.Names[locale], o.Name)
			if seen[key] {
				return 0, invalid("%s: two options %q: Option names must be unique", c.Name, key)
			}
			seen[key] = true
		}
		optional = !o.Required && o.Type > 2
		size += longest(o.Name, o.Names) + longest(o.Description, o.Descriptions)
		for _, x := range o.Choices {
			size += longest(x.Name, x.Names) + len([]rune(x.Value))
		}
	}
	return size, nil
}

func (o option) check() *problem {
	switch o.Type {
	case 3, 4, 5, 6, 11:
	default:
		return invalid("%s: option of type %d", o.Name, o.Type)
	}
	if len(o.Choices) > 25 || len(o.Choices) > 0 && (o.Autocomplete || o.Type != 3) || o.Autocomplete && o.Type != 3 {
		return invalid("%s: %d choices for type %d, completed: %v", o.Name, len(o.Choices), o.Type, o.Autocomplete)
	}
	for _, x := range o.Choices {
		if n := longest(x.Name, x.Names); n < 1 || n > 100 || x.Value == "" || len([]rune(x.Value)) > 100 {
			return invalid("%s: choice %q: %q", o.Name, x.Name, x.Value)
		}
	}
	return nil
}

// longest returns the length of a text's longest translation.
func longest(text string, translated map[string]string) int {
	n := len([]rune(text))
	for _, t := range translated {
		n = max(n, len([]rune(t)))
	}
	return n
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

// Registered waits until commands were registered so many times, and returns the names of a server's commands (nil: the
// global ones) as seen in a locale.
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
		if c.Type == 2 {
			continue
		}
		name := c.Name
		if c.Names[locale] != "" {
			name = c.Names[locale]
		}
		names = append(names, name)
	}
	return names
}

// Under returns the names of a command's subcommands.
func (s *Server) Under(name string) (names []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.commands[""] {
		for _, o := range c.Options {
			if c.Name == name && o.Type == 1 {
				names = append(names, o.Name)
			}
			for _, v := range o.Options {
				if c.Name == name && o.Type == 2 {
					names = append(names, v.Name)
				}
			}
		}
	}
	return names
}

// Descriptions returns the descriptions of all commands and options as seen in a locale.
func (s *Server) Descriptions(locale string) (all []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var of func(options []option)
	of = func(options []option) {
		for _, o := range options {
			all = append(all, cmp.Or(o.Descriptions[locale], o.Description))
			of(o.Options)
		}
	}
	for _, c := range s.commands[""] {
		if c.Type != 2 {
			all = append(all, cmp.Or(c.Descriptions[locale], c.Description))
		}
		of(c.Options)
	}
	return all
}

// Registrations counts the registrations of commands.
func (s *Server) Registrations() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.registered
}

// offered waits until a command is available in a channel, and fails the test for unknown or, if complete, missing
// options. It returns the names of its parent and of the subcommand group, if any.
func (s *Server) offered(c *Channel, name string, options []Option, complete bool) (above []string) {
	s.t.Helper()
	var found *option
	s.await(&s.bell, func() bool {
		for _, where := range []string{"", c.place()} {
			for _, x := range s.commands[where] {
				if !x.reaches(c) {
					continue
				}
				if x.Type != 2 && x.Name == name {
					found, above = &option{Options: x.Options}, nil
					return true
				}
				for i, o := range x.Options {
					if o.Type == 1 && o.Name == name {
						found, above = &x.Options[i], []string{x.Name}
					}
					for j, v := range o.Options {
						if o.Type == 2 && v.Name == name {
							found, above = &o.Options[j], []string{x.Name, o.Name}
						}
					}
				}
			}
		}
		return found != nil
	}, "the command /%s to be registered", name)
	for _, o := range options {
		if !slices.ContainsFunc(found.Options, func(x option) bool { return x.Name == o.Name && x.Type == o.kind() }) {
			s.t.Fatalf("/%s has no option %s for %v", name, o.Name, o.Value)
		}
	}
	for _, x := range found.Options {
		if complete && x.Required && !slices.ContainsFunc(options, func(o Option) bool { return x.Name == o.Name }) {
			s.t.Fatalf("/%s needs the option %s", name, x.Name)
		}
	}
	return above
}

// reaches reports whether a command is available in a channel; where the bot is not a member, to users who have
// installed it.
func (c command) reaches(in *Channel) bool {
	context := 0
	switch {
	case in.group:
		context = 2
	case in.guild == nil:
		context = 1
	}
	installed := 0
	if in.away() {
		installed = 1
	}
	return slices.Contains(c.Contexts, context) && slices.Contains(c.Integrations, installed)
}

func (c *Channel) place() string {
	if c.guild == nil {
		return ""
	}
	return c.guild.ID
}
