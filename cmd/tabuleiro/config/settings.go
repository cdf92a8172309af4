package config

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"tabuleiro/bot/speech"
)

// setting is one that can be set, in the file under its name: "database", "log.level".
type setting struct {
	name    string
	to      any      // nil: one of earlier versions, which says nothing and stops nobody
	allowed []string // the texts that a *string may be; nil: any, which the package that it is for checks
}

// set takes a text, of the file or of the environment. Its error says what is wrong without the name of the setting,
// and quotes the text only where that cannot be a secret.
func (s setting) set(text string) error {
	switch to := s.to.(type) {
	case *Database:
		return to.Set(text)
	case *Secret:
		*to = Secret(strings.TrimSpace(text))
	case *bool:
		*to = slices.Contains([]string{"true", "yes", "on"}, strings.ToLower(text))
		if !*to && !slices.Contains([]string{"false", "no", "off"}, strings.ToLower(text)) {
			return errors.New("has to be yes or no, or true or false")
		}
	case *[]string:
		return setPeople(to, text)
	case *ListenAddress:
		return to.set(text)
	case *string:
		*to = text
		if s.allowed != nil {
			return s.choose(to, text)
		}
	}
	return nil
}

// choose takes one of the texts that are allowed, in any letter case.
func (s setting) choose(to *string, text string) error {
	i := slices.IndexFunc(s.allowed, func(one string) bool { return strings.EqualFold(one, text) })
	if i < 0 {
		return fmt.Errorf("cannot be %s: choose %s", harmless(text), strings.Join(s.allowed, ", "))
	}
	*to = s.allowed[i]
	return nil
}

var personForm = regexp.MustCompile(`^(?:(?:telegram|discord):[1-9][0-9]*|terminal:[^\s,]+)$`)

// setPeople takes ids with commas between them, or nothing.
func setPeople(to *[]string, text string) error {
	*to = nil
	for one := range strings.SplitSeq(text, ",") {
		if one = strings.TrimSpace(one); personForm.MatchString(one) {
			*to = append(*to, one)
		} else if text != "" {
			return errors.New("has to be an id like telegram:42 or discord:1234; the bot tells you yours when you say /status to it")
		}
	}
	return nil
}

// variableOf is the name of a setting in the environment.
func variableOf(name string) string {
	return Prefix + strings.ToUpper(strings.ReplaceAll(name, ".", "_"))
}

type settings []setting

// settings are all of them.
func (c *Config) settings() settings {
	return settings{
		{"database", &c.Database, nil},
		{"language", (*string)(&c.Language), append([]string{"auto"}, speech.Spoken...)},
		{"owner", &c.Owner, nil},
		{"operator.name", &c.Operator.Name, nil},
		{"operator.contact", &c.Operator.Contact, nil},
		{"ranking", &c.Ranking, nil},
		{"log.level", &c.Log.Level, []string{"auto", "debug", "info", "warn", "error"}},
		{"log.format", &c.Log.Format, []string{"text", "json"}},
		{"metrics.listen", &c.Metrics.Listen, nil},
		{"telegram.token", &c.Telegram.Token, nil},
		{"telegram.api", &c.Telegram.API, nil},
		{"telegram.local", &c.Telegram.Local, nil},
		{"telegram.webhook.url", &c.Telegram.Webhook.URL, nil},
		{"telegram.webhook.listen", &c.Telegram.Webhook.Listen, nil},
		{"telegram.webhook.secret", &c.Telegram.Webhook.Secret, nil},
		{"discord.token", &c.Discord.Token, nil},
		{"discord.api", &c.Discord.API, nil},
		{"discord.content", &c.Discord.Content, nil},
		{name: "discord.guild"}, {name: "discord.shard"}, {name: "discord.shards"},
	}
}

// names lists those of the settings that begin with a prefix, like "log.".
func (all settings) names(prefix string) string {
	var names []string
	for _, s := range all {
		if s.to != nil && strings.HasPrefix(s.name, prefix) {
			names = append(names, s.name)
		}
	}
	return strings.Join(names, ", ")
}

// find is the setting that is called so in the file or in the environment.
func (all settings) find(name string) (setting, bool) {
	i := slices.IndexFunc(all, func(s setting) bool { return s.name == name || variableOf(s.name) == name })
	if i < 0 {
		return setting{}, false
	}
	return all[i], true
}

// readEnvironment takes the settings from variables ("NAME=value") and returns what is wrong with them. An empty
// variable is one that is not set.
func (c *Config) readEnvironment(environment []string) (wrong []string) {
	all := c.settings()
	known := variableOf(strings.ReplaceAll(all.names(""), ", ", ", "+Prefix))
	for _, variable := range environment {
		name, value, _ := strings.Cut(variable, "=")
		rest, ours := strings.CutPrefix(name, Prefix)
		if !ours || value == "" {
			continue
		}
		s, ok := all.find(name)
		switch {
		case !ok:
			wrong = append(wrong, Prefix+harmless(rest)+" is not known: known are "+known)
		case s.to != nil:
			if err := s.set(value); err != nil {
				wrong = append(wrong, name+" "+err.Error())
			}
		}
	}
	return wrong
}

// harmless is a word that should not be where it is, to be repeated if it has none of the digits, dots and colons of
// which tokens are made, and is not long.
func harmless(word string) string {
	if harmlessForm.MatchString(word) {
		return word
	}
	return "(not repeated here, as it may be a secret)"
}

var harmlessForm = regexp.MustCompile(`^[A-Za-z][A-Za-z_-]{0,23}$`)
