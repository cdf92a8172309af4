package commands_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"tabuleiro/bot/command"
	"tabuleiro/bot/discord/commands"
	"tabuleiro/bot/discord/discordtest"
)

// Each command is defined once, with those under it and with each of its options once, those first that have to be
// given, in all languages that Discord's clients have.
func TestDefinitions(t *testing.T) {
	all := discordtest.Commands()
	defined := commands.New(all).Definitions
	if len(defined) != len(all) {
		t.Fatalf("%d commands are defined, of %d", len(defined), len(all))
	}
	seen := map[string]bool{}
	for i, def := range defined {
		c := all[i]
		if seen[def.Name] || def.Name != c.Name["en"] || len(*def.Contexts) != 3 || len(*def.IntegrationTypes) != 2 {
			t.Errorf("%s is defined as %+v", c.Name["en"], def)
		}
		seen[def.Name] = true
		if c.OnPerson {
			if def.Type != discordgo.UserApplicationCommand || def.Description != "" || len(def.Options) > 0 {
				t.Errorf("on a person: %+v", def)
			}
			continue
		}
		if def.Type != discordgo.ChatApplicationCommand {
			t.Errorf("%s is of the type %d", def.Name, def.Type)
		}
		described(t, def.Name, def.Description, c)
		localized(t, *def.NameLocalizations, c.Name)
		localized(t, *def.DescriptionLocalizations, c.Description)
		holds(t, def.Options, c)
	}
}

// Discord wants what has to be given before what may be left out, in whatever order a command has them, and no long
// descriptions.
func TestDefinitions_Order(t *testing.T) {
	option := func(name string, required bool) commands.Option {
		return commands.Option{Arg: command.Arg{Name: name, Required: required}, Name: commands.Words{"en": name},
			Description: commands.Words{"en": strings.Repeat("x", 200), "pt": strings.Repeat("ø", 200)}}
	}
	def := commands.New([]commands.Command{{Name: commands.Words{"en": "play"}, Options: []commands.Option{option("a", false),
		option("b", true), option("c", false), option("d", true)}}}).Definitions[0]
	var got []string
	for _, o := range def.Options {
		if o.Required != (o.Name == "b" || o.Name == "d") {
			t.Errorf("%s has to be given: %t", o.Name, o.Required)
		}
		if pt := o.DescriptionLocalizations[discordgo.PortugueseBR]; utf8.RuneCountInString(o.Description) != 100 ||
			utf8.RuneCountInString(pt) != 100 {
			t.Errorf("%s is described as %q, %q", o.Name, o.Description, pt)
		}
		got = append(got, o.Name)
	}
	if !slices.Equal(got, []string{"b", "d", "a", "c"}) {
		t.Errorf("the order is %v", got)
	}
}

// holds wants the definitions of what is under a command, or of its options.
func holds(t *testing.T, defined []*discordgo.ApplicationCommandOption, c commands.Command) {
	t.Helper()
	if len(defined) != len(c.Under)+len(c.Options) || len(defined) > 25 {
		t.Fatalf("%s has %d parts", c.Name["en"], len(defined))
	}
	seen := map[string]bool{}
	for i, u := range c.Under {
		want := discordgo.ApplicationCommandOptionSubCommand
		if len(u.Under) > 0 {
			want = discordgo.ApplicationCommandOptionSubCommandGroup
		}
		if defined[i].Name != u.Name["en"] || seen[u.Name["en"]] || defined[i].Type != want {
			t.Errorf("under %s: %+v", c.Name["en"], defined[i])
		}
		seen[u.Name["en"]] = true
		described(t, u.Name["en"], defined[i].Description, u)
		localized(t, defined[i].NameLocalizations, u.Name)
		holds(t, defined[i].Options, u)
	}
	if !slices.IsSortedFunc(defined, func(a, b *discordgo.ApplicationCommandOption) int {
		if a.Required == b.Required || !b.Required {
			return 0
		}
		return 1
	}) {
		t.Errorf("the options of %s are not in order", c.Name["en"])
	}
	for _, o := range c.Options {
		i := slices.IndexFunc(defined, func(d *discordgo.ApplicationCommandOption) bool { return d.Name == o.Name["en"] })
		if i < 0 {
			t.Errorf("%s has no option %s", c.Name["en"], o.Name["en"])
			continue
		}
		d := defined[i]
		want := map[command.Kind]discordgo.ApplicationCommandOptionType{command.Person: discordgo.ApplicationCommandOptionUser,
			command.Flag: discordgo.ApplicationCommandOptionBoolean, command.Thread: discordgo.ApplicationCommandOptionBoolean,
			command.Number: discordgo.ApplicationCommandOptionInteger, command.Upload: discordgo.ApplicationCommandOptionAttachment,
			command.Text: discordgo.ApplicationCommandOptionString, command.Completed: discordgo.ApplicationCommandOptionString}[o.Kind]
		if d.Type != want || d.Required != o.Required || d.Autocomplete != (o.Kind == command.Completed) ||
			(d.MinValue != nil) != (o.Kind == command.Number) || len(d.Choices) != len(o.Choices) || len(d.Choices) > 25 {
			t.Errorf("%s %s is %+v", c.Name["en"], d.Name, d)
		}
		for k, choice := range d.Choices {
			if choice.Value != o.Choices[k].Value || choice.Name == "" {
				t.Errorf("%s %s has the choice %+v", c.Name["en"], d.Name, choice)
			}
		}
		localized(t, d.NameLocalizations, o.Name)
	}
}

// described wants a description that Discord takes, which is not cut in a word.
func described(t *testing.T, name, is string, c commands.Command) {
	t.Helper()
	whole := c.Description["en"]
	if whole == "" {
		whole = c.Name["en"]
	}
	if is == "" || utf8.RuneCountInString(is) > 100 || is != whole && !strings.HasPrefix(whole, strings.TrimSuffix(is, "…")) {
		t.Errorf("%s is described as %q", name, is)
	}
}

// localized wants a text for the clients of each of its languages.
func localized(t *testing.T, is map[discordgo.Locale]string, words commands.Words) {
	t.Helper()
	for l, lang := range map[discordgo.Locale]string{discordgo.PortugueseBR: "pt", discordgo.SpanishES: "es",
		discordgo.SpanishLATAM: "es", discordgo.EnglishUS: "en", discordgo.EnglishGB: "en"} {
		if whole := words[lang]; (is[l] == "") != (whole == "") || !strings.HasPrefix(whole, strings.TrimSuffix(is[l], "…")) {
			t.Errorf("%s for %q is %q", l, words, is[l])
		}
	}
	if len(is) > 5 {
		t.Errorf("%q is there for %v", words["en"], is)
	}
}

// Of a table each command stands for itself, in its folder, or under the others; who can be challenged is in the menu of
// a person.
func TestAll(t *testing.T) {
	words := func(key string) commands.Words { return commands.Words{"en": key[strings.LastIndexByte(key, '.')+1:]} }
	for _, c := range []struct {
		table []command.Command
		want  string
	}{
		{nil, ""},
		{[]command.Command{{Name: "help"}}, "tabuleiro(help)"},
		{[]command.Command{{Name: "play", Top: 1}}, "play challenge"},
		{[]command.Command{{Name: "dice", Folder: "record"}, {Name: "log", Folder: "record"}}, "tabuleiro(record(dice log))"},
		{[]command.Command{{Name: "log", Folder: "record"}, {Name: "board", Top: 2}, {Name: "play", Top: 1}, {Name: "ask", Folder: "people"},
			{Name: "help"}, {Name: "dice", Folder: "record"}}, "play board tabuleiro(help record(log dice) people(ask)) challenge"},
	} {
		var written func(list []commands.Command) string
		written = func(list []commands.Command) string {
			var all []string
			for _, c := range list {
				text := c.Name["en"]
				if c.Under != nil {
					text += "(" + written(c.Under) + ")"
				}
				if c.OnPerson != (text == "challenge") || c.OnPerson && c.Text != "/play" {
					t.Errorf("%+v", c)
				}
				all = append(all, text)
			}
			return strings.Join(all, " ")
		}
		if got := written(commands.All(c.table, words, nil)); got != c.want {
			t.Errorf("%+v is %s, want %s", c.table, got, c.want)
		}
	}
}

// Words that go with an option that takes several of them stay together, and a name may be a single letter.
func TestWritten_Several(t *testing.T) {
	option := func(name string, kind command.Kind, prefix string) commands.Option {
		return commands.Option{Arg: command.Arg{Name: name, Kind: kind, Prefix: prefix}, Name: commands.Words{"en": name}}
	}
	s := commands.New([]commands.Command{
		{Name: commands.Words{"en": "ask"}, Options: []commands.Option{option("user", command.Person, ""),
			option("text", command.Text, ""), option("match", command.Text, "#"), option("pages", command.Number, "")}},
		{Name: commands.Words{"en": "more"}, Under: []commands.Command{{Name: commands.Words{"en": "dice"},
			Options: []commands.Option{option("match", command.Completed, "#")}}}},
	})
	s.Learn("ask=11 more=12")
	for text, want := range map[string]string{
		"/ask @a 1 2 #k7q2":        "</ask:11> user: @a text: 1 2 match: k7q2",
		"/ask #k7q2 @rui":          "</ask:11> user: @rui match: k7q2",
		"/ask @rui @eva":           "</ask:11> user: @rui text: @eva",
		"/ask @":                   "</ask:11> @",
		"/ask 1, 2":                "</ask:11> text: 1, 2",
		"/ask #k7q2 #abcd":         "</ask:11> match: k7q2 #abcd",
		"/ask … #k7q2":             "</ask:11> match: k7q2",
		"/more":                    "/more",
		"/dice #k7q2":              "</more dice:12> match: k7q2",
		"/dice #":                  "</more dice:12> #",
		"/dice and /more and /no.": "</more dice:12> and /more and /no.",
	} {
		if got := s.Written(text, "en"); got != want {
			t.Errorf("%q is written %q, want %q", text, got, want)
		}
	}
}
