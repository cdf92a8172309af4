package discord_test

import (
	"slices"
	"strings"
	"testing"

	"tabuleiro/bot/command"
	"tabuleiro/bot/discord"
	"tabuleiro/bot/discord/commands"
	"tabuleiro/bot/discord/discordtest"
)

// plain are words for everything: what stands behind the last dot of the key.
func plain(key string) commands.Words {
	return commands.Words{"en": key[strings.LastIndexByte(key, '.')+1:]}
}

// rows are those of the table of commands, in its order, that have one of some names.
func rows(names ...string) []command.Command {
	return slices.DeleteFunc(slices.Clone(command.Table), func(c command.Command) bool {
		return !slices.Contains(names, c.Name)
	})
}

// importing makes /import a command, and /help.
func importing(c *discord.Config) {
	c.Commands = commands.All(rows("import", "help"), plain, nil)
}

// The options of a command become the text that would have been typed.
func TestCommandTexts(t *testing.T) {
	virtually(t, func(t *testing.T) {
		choices := map[string][]string{"format": {"formats.pdn"}}
		names := []string{"import", "why", "settings", "replay", "history", "block", "unblock", "manual", "export", "accept",
			"play", "games", "step", "board", "text"}
		w, heard := listen(t, func(c *discord.Config) { c.Commands = commands.All(rows(names...), plain, choices) })
		ana, rui, c := w.people()
		file := &discordtest.File{Name: "k7q2.pdn", Data: []byte("x")}
		with := discordtest.With
		for _, x := range []struct {
			name    string
			options []discordtest.Option
			want    string
		}{
			{"import", []discordtest.Option{with("opponent", rui), with("file", file)}, "/import @rui"},
			{"why", []discordtest.Option{with("move", "11-15")}, "/why 11-15"},
			{"settings", []discordtest.Option{with("what", "theme slate")}, "/settings theme slate"},
			{"replay", []discordtest.Option{with("match", "k7q2")}, "/replay #k7q2"},
			{"replay", []discordtest.Option{with("public", true)}, "/replay public"},
			{"history", []discordtest.Option{with("page", 2)}, "/history 2"},
			{"block", []discordtest.Option{with("user", rui)}, "/block @rui"},
			{"unblock", []discordtest.Option{with("user", rui)}, "/unblock @rui"},
			{"manual", []discordtest.Option{with("section", "dice")}, "/manual dice"},
			{"export", []discordtest.Option{with("format", "pdn"), with("match", "#k7q2")}, "/export #k7q2 pdn"},
			{"accept", []discordtest.Option{with("word", "sunflower"), with("match", "k7q2")}, "/accept #k7q2 word=sunflower"},
			{"play", []discordtest.Option{with("thread", true), with("opponent", rui)}, "/play @rui thread"},
			{"play", []discordtest.Option{with("thread", false), with("opponent", rui)}, "/play @rui"},
			{"board", []discordtest.Option{with("flip", true)}, "/board flip"},
			{"text", []discordtest.Option{with("match", "k7q2")}, "/text #k7q2"},
			{"play", []discordtest.Option{with("colour", "white"), with("opponent", rui), with("game", "cage")},
				"/play cage @rui colour=white"},
			{"step", []discordtest.Option{with("match", "k7q2"), with("step", 0)}, "/step #k7q2 0"},
			{"games", nil, "/games"},
		} {
			ana.Command(c, x.name, x.options...)
			e := <-heard
			if e.Text != x.want || strings.Contains(x.want, "@") != (len(e.Mentions) == 1 && e.Mentions[0].ID == "discord:"+
				rui.ID) {
				t.Errorf("/%s is %q with %v", x.name, e.Text, e.Mentions)
			}
		}
	})
}
