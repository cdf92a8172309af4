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

// variable is its name in the environment.
func (s setting) variable() string {
	return Prefix + strings.ToUpper(strings.ReplaceAll(s.name, ".", "_"))
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

// names are those of the settings that begin with a prefix, like "log.".
func (all settings) names(prefix string) (names []string) {
	for _, s := range all {
		if s.to != nil && strings.HasPrefix(s.name, prefix) {
			names = append(names, s.name)
		}
	}
	return names
}

// find is the setting that is called so in the file or in the environment.
func (all settings) find(name string) (setting, bool) {
	i := slices.IndexFunc(all, func(s setting) bool { return s.name == name || s.variable() == name })
	if i < 0 {
		return setting{}, false
	}
	return all[i], true
}

// readEnvironment takes the settings from variables ("NAME=value") and returns what is wrong with them. An empty
// variable is one that is not set.
func (c *Config) readEnvironment(environment []string) (wrong []string) {
	all := c.settings()
	for _, variable := range environment {
		name, value, _ := strings.Cut(variable, "=")
		rest, ours := strings.CutPrefix(name, Prefix)
		if !ours || value == "" {
			continue
		}
		s, known := all.find(name)
		switch {
		case !known:
			wrong = append(wrong, all.unknown(Prefix, rest, setting.variable))
		case s.to != nil:
			if err := s.to.UnmarshalText([]byte(value)); err != nil {
				wrong = append(wrong, name+" "+err.Error())
			}
		}
	}
	return wrong
}

// unknown says that there is no setting of a name behind a prefix, and which was meant or, if it is like none, which
// ones there are, as spell has them.
func (all settings) unknown(prefix, name string, spell func(setting) string) string {
	said := prefix + harmless(name) + " is not known"
	if meant, ok := all.nearest(strings.TrimPrefix(prefix, Prefix) + name); ok {
		return said + "; did you mean " + spell(meant) + "?"
	}
	var names []string
	for _, s := range all {
		if s.to != nil {
			names = append(names, spell(s))
		}
	}
	return said + ": known are " + strings.Join(names, ", ")
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

// nearest is the setting whose name differs least, if it is near enough to have been meant. The last part of a dotted
// name counts as the name, too: "level" is near to "log.level".
func (all settings) nearest(name string) (best setting, ok bool) {
	least := len([]rune(name))/3 + 1
	for _, known := range all.names("") {
		d := min(distance(name, known), distance(name, known[strings.LastIndexByte(known, '.')+1:]))
		if d < least {
			best, ok = all.find(known)
			least = d
		}
	}
	return best, ok
}

// distance is the number of letters to insert, delete or replace to make b of a; case does not matter, nor which of the
// usual characters joins words.
func distance(a, b string) int {
	plain := strings.NewReplacer("-", "_", ".", "_")
	from := []rune(plain.Replace(strings.ToLower(a)))
	to := []rune(plain.Replace(strings.ToLower(b)))
	row := make([]int, len(to)+1)
	for j := range row {
		row[j] = j
	}
	for i, r := range from {
		diagonal := row[0]
		row[0] = i + 1
		for j, t := range to {
			cost := diagonal
			if r != t {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, diagonal+1)
		}
	}
	return row[len(to)]
}
