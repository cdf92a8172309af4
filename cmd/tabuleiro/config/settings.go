package config

import (
	"encoding"
	"slices"
	"strings"
)

// setting is one that can be set, in the file under its name: "database", "log.level".
type setting struct {
	name string
	to   encoding.TextUnmarshaler
}

// variable is its name in the environment.
func (s setting) variable() string {
	return Prefix + strings.ToUpper(strings.ReplaceAll(s.name, ".", "_"))
}

// unused are settings of earlier versions that a file may still have: they say nothing, and stop nobody.
var unused = []string{"discord.guild", "discord.shard", "discord.shards"}

// isUnused reports whether a variable is that of an unused setting.
func isUnused(variable string) bool {
	return slices.ContainsFunc(unused, func(name string) bool { return setting{name: name}.variable() == variable })
}

// settings are all of them.
func (c *Config) settings() []setting {
	return []setting{
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
	}
}
