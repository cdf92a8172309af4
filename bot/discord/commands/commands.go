// Package commands defines the slash commands: how they are registered with Discord, and what a given one means. It
// does not validate them: the table is part of the program, and its tests register it.
//
// From discordgo it uses the type of a registered command, and the languages of Discord's clients.
package commands

import (
	"cmp"
	"strings"
	"sync"

	"github.com/bwmarrin/discordgo"

	"tabuleiro/bot/command"
	"tabuleiro/bot/discord/wire"
)

// Words is a text by language, as BCP 47 tag. English is the fallback; the names of commands and options are in lower
// case.
type Words map[string]string

const everybody = "en"

// Command is a slash command. Its English name, after a slash, begins the text passed to the bot.
type Command struct {
	Name        Words
	Elsewhere   Words // name of the command in texts, if it differs from the name here
	Description Words // truncated to 100 characters
	Options     []Option

	// Under lists the subcommands; a command with subcommands has no options, and its name is left out of the text
	// passed to the bot.
	Under []Command

	// OnPerson makes it a user command, in a person's menu; the person is appended to the text. Its name may have
	// several words, and description and options are not shown.
	OnPerson bool
	Text     string // begins the text passed to the bot; "" for the name after a slash
}

// name returns the name in a language.
func (c Command) name(lang string) string { return cmp.Or(c.Name[lang], c.Name[everybody]) }

// Option is an option of a command. Its value is appended to the text, in the order of the options; Discord shows the
// required ones first.
type Option struct {
	command.Arg
	Name        Words
	Description Words
	Choices     []Choice // the only values, at most 25; for command.Text

	// Words are the words for its values in texts by language, synonyms together.
	Words map[string][][]string
}

// Choice is a value with a readable name.
type Choice struct {
	Name  Words
	Value string
}

// longestDescription is Discord's limit.
const longestDescription = 100

// Set is the set of a bot's commands.
type Set struct {
	Definitions []*discordgo.ApplicationCommand
	places      map[string]place // by the names in texts, the English ones included
	ids         sync.Map         // ids given by Discord, by English name
}

// New makes a set of commands.
func New(all []Command) *Set {
	s := &Set{Definitions: []*discordgo.ApplicationCommand{}, places: map[string]place{}}
	for _, c := range all {
		s.Definitions = append(s.Definitions, c.define())
		if c.OnPerson {
			s.places[onMenu+c.name(everybody)] = place{command: c}
			continue
		}
		for lang := range discordgo.Locales {
			base, _, _ := strings.Cut(string(lang), "-")
			s.add(c, base, "", "")
		}
		s.add(c, everybody, "", "") // last, so that English names win over others
	}
	return s
}

// onMenu is the prefix of the keys of user commands.
const onMenu = "@ "

// add adds a command by its name in a language, with its subcommands. here and english are the prefixes of its parents'
// names, in that language and in English.
func (s *Set) add(c Command, lang, here, english string) {
	here, english = here+c.name(lang), english+c.name(everybody)
	for _, u := range c.Under {
		s.add(u, lang, here+" ", english+" ")
	}
	if len(c.Under) > 0 {
		return
	}
	is := place{here, english, c}
	s.places[c.name(lang)] = is
	if name := c.Elsewhere[lang]; name != "" {
		s.places[strings.ToLower(name)] = is
	}
}

// Where commands can be used: on servers, in DMs with the bot and, if a user has installed the bot, anywhere.
var (
	contexts = []discordgo.InteractionContextType{discordgo.InteractionContextGuild, discordgo.InteractionContextBotDM,
		discordgo.InteractionContextPrivateChannel}
	integrations = []discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall,
		discordgo.ApplicationIntegrationUserInstall}
)

// define converts a command for registration.
func (c Command) define() *discordgo.ApplicationCommand {
	is := c.subcommand()
	def := &discordgo.ApplicationCommand{Type: discordgo.UserApplicationCommand, Name: is.Name,
		NameLocalizations: &is.NameLocalizations, Contexts: &contexts, IntegrationTypes: &integrations}
	if !c.OnPerson {
		def.Type, def.Options = discordgo.ChatApplicationCommand, is.Options
		def.Description, def.DescriptionLocalizations = is.Description, &is.DescriptionLocalizations
	}
	return def
}

// subcommand converts a command to a subcommand, with the required options first.
func (c Command) subcommand() *discordgo.ApplicationCommandOption {
	def := option(discordgo.ApplicationCommandOptionSubCommand, c.Name, c.Description)
	for _, u := range c.Under {
		def.Type, def.Options = discordgo.ApplicationCommandOptionSubCommandGroup, append(def.Options, u.subcommand())
	}
	for _, required := range []bool{true, false} {
		for _, o := range c.Options {
			if o.Required == required {
				def.Options = append(def.Options, o.define())
			}
		}
	}
	return def
}

// option returns an option with names and descriptions.
func option(kind discordgo.ApplicationCommandOptionType, name, description Words) *discordgo.ApplicationCommandOption {
	return &discordgo.ApplicationCommandOption{Type: kind, Name: name[everybody], NameLocalizations: localized(name),
		Description:              wire.CutWords(cmp.Or(description[everybody], name[everybody]), longestDescription),
		DescriptionLocalizations: localized(description)}
}

// kinds are the types of options; all others are strings.
var kinds = map[command.Kind]discordgo.ApplicationCommandOptionType{
	command.Person: discordgo.ApplicationCommandOptionUser,
	command.Flag:   discordgo.ApplicationCommandOptionBoolean,
	command.Thread: discordgo.ApplicationCommandOptionBoolean,
	command.Number: discordgo.ApplicationCommandOptionInteger,
	command.Upload: discordgo.ApplicationCommandOptionAttachment,
}

// define converts an option for registration.
func (o Option) define() *discordgo.ApplicationCommandOption {
	def := option(cmp.Or(kinds[o.Kind], discordgo.ApplicationCommandOptionString), o.Name, o.Description)
	def.Required, def.Autocomplete = o.Required, o.Kind == command.Completed
	if o.Kind == command.Number {
		def.MinValue = new(float64)
	}
	for _, c := range o.Choices {
		def.Choices = append(def.Choices, &discordgo.ApplicationCommandOptionChoice{Name: cmp.Or(c.Name[everybody], c.Value),
			NameLocalizations: localized(c.Name), Value: c.Value})
	}
	return def
}

// localized returns the translations for Discord's locales, which have only Brazilian Portuguese and two kinds of
// Spanish.
func localized(w Words) map[discordgo.Locale]string {
	all := map[discordgo.Locale]string{}
	for lang, text := range w {
		for l := range discordgo.Locales {
			base, _, _ := strings.Cut(string(l), "-")
			if text != "" && l != discordgo.Unknown && (base == lang || string(l) == lang) {
				all[l] = wire.CutWords(text, longestDescription)
			}
		}
	}
	return all
}
