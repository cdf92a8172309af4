package config

import (
	"encoding"
	"regexp"
	"slices"
	"strings"
)

// setting is one that can be set, in the file under its name: "database", "log.level".
type setting struct {
	name string
	to   encoding.TextUnmarshaler // nil: one of earlier versions, which says nothing and stops nobody
}

// variableOf is the name of a setting in the environment.
func variableOf(name string) string {
	return Prefix + strings.ToUpper(strings.ReplaceAll(name, ".", "_"))
}

type settings []setting

// settings are all of them.
func (c *Config) settings() settings {
	return settings{
		{"database", &c.Database},
		{"language", &c.Language},
		{"owner", &c.Owner},
		{"operator.name", &c.Operator.Name},
		{"operator.contact", &c.Operator.Contact},
		{"ranking", &c.Ranking},
		{"log.level", &c.Log.Level},
		{"log.format", &c.Log.Format},
		{"metrics.listen", &c.Metrics.Listen},
		{"telegram.token", &c.Telegram.Token},
		{"telegram.api", &c.Telegram.API},
		{"telegram.local", &c.Telegram.Local},
		{"telegram.webhook.url", &c.Telegram.Webhook.URL},
		{"telegram.webhook.listen", &c.Telegram.Webhook.Listen},
		{"telegram.webhook.secret", &c.Telegram.Webhook.Secret},
		{"discord.token", &c.Discord.Token},
		{"discord.api", &c.Discord.API},
		{"discord.content", &c.Discord.Content},
		{"discord.guild", nil}, {"discord.shard", nil}, {"discord.shards", nil},
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
			if err := s.to.UnmarshalText([]byte(value)); err != nil {
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
