// Package commands has the slash commands: how they are registered with Discord, and what is meant by one that was
// given. That Discord takes them is not checked here: the table is part of the program, and its tests register it.
//
// Of discordgo it has the form in which commands are registered, and the languages of Discord's clients.
package commands

import (
	"cmp"
	"strings"
	"sync"

	"github.com/bwmarrin/discordgo"

	"tabuleiro/bot/command"
	"tabuleiro/bot/discord/wire"
)

// Words are a text in several languages, by BCP 47 tag. English is also for all languages that are not there. Names of
// commands and options are written in small letters.
type Words map[string]string

const everybody = "en"

// Command is a slash command. Its English name, after a slash, begins the text that the bot hears.
type Command struct {
	Name        Words
	Elsewhere   Words // what the command is called in texts where that is not its name here
	Description Words // at most 100 characters, the rest is cut off
	Options     []Option

	// Under are commands that are given after the name of this one, which is left out of the text that the bot hears.
	// One that has some has no options.
	Under []Command

	// OnPerson is chosen from the menu of a person, who follows the text. Its name may be several words, and neither
	// description nor options are shown.
	OnPerson bool
	Text     string // begins the text that the bot hears; "": the name after a slash
}

// name is what the command is called in a language.
func (c Command) name(lang string) string { return cmp.Or(c.Name[lang], c.Name[everybody]) }

// Option is something that can be given with a command. The value follows the command in the text, in the order of
// the options; Discord shows the required ones first.
type Option struct {
	command.Arg
	Name        Words
	Description Words
	Choices     []Choice // only these, at most 25; for command.Text

	// Words are those that texts have for what can be given, by language: such as mean the same together.
	Words map[string][][]string
}

// Choice is a text with a name that can be read.
type Choice struct {
	Name  Words
	Value string
}

// longestDescription is Discord's bound.
const longestDescription = 100

// Set is all commands of a bot.
type Set struct {
	Definitions []*discordgo.ApplicationCommand
	places      map[string]place // by what texts call the commands, their English names among that
	ids         sync.Map         // that Discord has given commands, by their English names
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
		s.add(c, everybody, "", "") // so that its names come before those of others
	}
	return s
}

// onMenu begins the keys of commands that are chosen from the menu of a person.
const onMenu = "@ "

// add takes up a command by its name in a language, with those under it. Before it stand the names of those that it
// stands under, here in that language, and in English.
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

// Where commands can be given: on servers, to the bot itself and, for those who have the bot with their account,
// anywhere.
var (
	contexts = []discordgo.InteractionContextType{discordgo.InteractionContextGuild, discordgo.InteractionContextBotDM,
		discordgo.InteractionContextPrivateChannel}
	integrations = []discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall,
		discordgo.ApplicationIntegrationUserInstall}
)

// define is a command as Discord wants it.
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

// subcommand is a command as Discord wants it under another one. Options that have to be given come first.
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

// option is one with its names and descriptions.
func option(kind discordgo.ApplicationCommandOptionType, name, description Words) *discordgo.ApplicationCommandOption {
	return &discordgo.ApplicationCommandOption{Type: kind, Name: name[everybody], NameLocalizations: localized(name),
		Description:              wire.CutWords(cmp.Or(description[everybody], name[everybody]), longestDescription),
		DescriptionLocalizations: localized(description)}
}

// kinds are the types of options; the others are texts.
var kinds = map[command.Kind]discordgo.ApplicationCommandOptionType{
	command.Person: discordgo.ApplicationCommandOptionUser,
	command.Flag:   discordgo.ApplicationCommandOptionBoolean,
	command.Thread: discordgo.ApplicationCommandOptionBoolean,
	command.Number: discordgo.ApplicationCommandOptionInteger,
	command.Upload: discordgo.ApplicationCommandOptionAttachment,
}

// define is an option as Discord wants it.
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

// localized are the translations of a text for Discord's clients, which know only Brazil's Portuguese, and two kinds of
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
