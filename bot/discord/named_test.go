package discord_test

import (
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/discord"
	"tabuleiro/bot/discord/commands"
	"tabuleiro/bot/discord/discordtest"
	"tabuleiro/bot/speech"
)

var named = regexp.MustCompile(`(?:^|[^\p{L}\p{N}/<.}])/(\p{L}[\p{L}\p{N} _-]*)`)

// Every command that a sentence names is one that Discord knows, but for one of Telegram's BotFather, in each language:
// under the name of the bot where it stands there.
func TestCommands_Named(t *testing.T) {
	all := discordtest.Commands()
	b, err := discord.New(discord.Config{Token: discordtest.Token, Commands: all, Log: slog.New(slog.DiscardHandler),
		Say: func(string, string, map[string]string) string { return "" }})
	if err != nil {
		t.Fatal(err)
	}
	var known func(commands []commands.Command, words []string) bool
	known = func(all []commands.Command, words []string) bool {
		for _, c := range all {
			for _, name := range c.Name {
				if !c.OnPerson && len(words) > 0 && strings.EqualFold(name, words[0]) &&
					(len(c.Under) == 0 || known(c.Under, words[1:])) {
					return true
				}
			}
		}
		return false
	}
	found := 0
	for _, lang := range speech.Languages {
		files, _ := filepath.Glob("../speech/" + lang + "/*.yaml")
		for _, file := range files {
			if filepath.Base(file) == "intents.yaml" { // patterns, in which a stroke stands between choices
				continue
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for n, line := range strings.Split(string(text), "\n") {
				for _, m := range named.FindAllStringSubmatch(b.Written(line, lang), -1) {
					if found++; m[1] != "setinline" && !known(all, strings.Fields(m[1])) {
						t.Errorf("%s:%d names /%s", file, n+1, m[1])
					}
				}
			}
		}
	}
	if found < 100 {
		t.Errorf("only %d commands are named", found)
	}
}

// The sentences of the adapter itself name commands as all others do.
func TestSentences_NameCommands(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t, func(c *discord.Config) {
			c.Say = func(_, key string, _ map[string]string) string { return key + " /tabuleiro /aceitar" }
		})
		w.Registered(1, nil, "")
		time.Sleep(time.Second) // until they are known by their ids
		if m := w.User("ana").Command(w.Group(), "help").Private(); ids.ReplaceAllString(m.Content,
			":ID>") != "guest </board:ID> </tabuleiro accept:ID>" {
			t.Errorf("said: %q", m.Content)
		}
	})
}
