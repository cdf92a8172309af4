// Package commands has the slash commands: how they are registered with Discord, and what is meant by one that was
// given.
package commands

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"tabuleiro/bot/command"
	"tabuleiro/bot/discord/wire"
)

// Words are a text in several languages, by BCP 47 tag. English is also for all languages that are not there.
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

// text begins what the bot hears.
func (c Command) text() string {
	if c.Text != "" {
		return c.Text
	}
	return "/" + strings.ToLower(c.Name[everybody])
}

// Option is something that can be given with a command. The value follows the command in the text, in the order of
// the options; Discord shows the required ones first.
type Option struct {
	Kind        command.Kind
	Name        Words
	Description Words
	Required    bool
	Prefix      string   // put before what is given, unless it begins with that: "#", "colour="
	Word        string   // of a Flag
	Choices     []Choice // only these, at most 25; for command.Text

	// Words are those that texts have for what can be given, by language: such as mean the same together.
	Words map[string][][]string
}

// Choice is a text with a name that can be read.
type Choice struct {
	Name  Words
	Value string
}

// The bounds of Discord.
const (
	mostCommands       = 100
	mostOptions        = 25
	mostChoices        = 25
	longestName        = 32
	longestDescription = 100
)

// Kinds of commands and options.
const (
	commandTyped    = 1
	commandOnPerson = 2
	optionCommand   = 1
	optionGroup     = 2
)

var (
	nameForm   = regexp.MustCompile(`^[-_'\p{L}\p{N}]+$`)
	personForm = regexp.MustCompile(`^[-_'\p{L}\p{N} ]+$`)
)

// Set is all commands of a bot.
type Set struct {
	Definitions []*discordgo.ApplicationCommand
	all         []Command
	places      map[string]place // by what texts call the commands
	links       atomic.Pointer[links]
}

// New makes a set of commands. It fails for those that Discord would not take.
func New(all []Command) (*Set, error) {
	definitions, err := define(all)
	if err != nil {
		return nil, err
	}
	return &Set{Definitions: definitions, all: all, places: placesOf(all)}, nil
}

// define turns commands into Discord's definitions.
func define(commands []Command) ([]*discordgo.ApplicationCommand, error) {
	if len(commands) > mostCommands {
		return nil, fmt.Errorf("%d commands are more than Discord takes: %d", len(commands), mostCommands)
	}
	all := []*discordgo.ApplicationCommand{}
	taken, onPeople := map[string]bool{}, map[string]bool{}
	for _, c := range commands {
		def, err := c.define(taken, onPeople)
		if err != nil {
			return nil, fmt.Errorf("command %q: %w", c.Name[everybody], err)
		}
		all = append(all, def)
	}
	return all, nil
}

// Where commands can be given: on servers, to the bot itself and, for those who have the bot with their account,
// anywhere.
var (
	contexts = []discordgo.InteractionContextType{discordgo.InteractionContextGuild, discordgo.InteractionContextBotDM,
		discordgo.InteractionContextPrivateChannel}
	integrations = []discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall,
		discordgo.ApplicationIntegrationUserInstall}
)

// define is a command as Discord wants it. taken are the names that there are already, onPeople those of the other
// kind.
func (c Command) define(taken, onPeople map[string]bool) (*discordgo.ApplicationCommand, error) {
	def := &discordgo.ApplicationCommand{Type: discordgo.ChatApplicationCommand, Contexts: &contexts,
		IntegrationTypes: &integrations}
	var err error
	if c.OnPerson {
		var names map[discordgo.Locale]string
		def.Type = discordgo.UserApplicationCommand
		def.Name, names, err = named(c.Name, personForm, onPeople)
		def.NameLocalizations = &names
		return def, err
	}
	var names, descriptions map[discordgo.Locale]string
	if def.Name, names, err = named(lower(c.Name), nameForm, taken); err != nil {
		return nil, err
	}
	def.Description, descriptions = described(c.Description, def.Name)
	def.NameLocalizations, def.DescriptionLocalizations = &names, &descriptions
	def.Options, err = defineOptions(c.Options)
	if err != nil || len(c.Under) == 0 {
		return def, err
	}
	if len(c.Options) > 0 || len(c.Under) > mostOptions {
		return nil, fmt.Errorf("%d commands under one with %d options are not what Discord takes", len(c.Under),
			len(c.Options))
	}
	def.Options, err = defineUnder(c.Under, discordgo.ApplicationCommandOptionSubCommandGroup)
	return def, err
}

// defineUnder are commands that stand under another one. Those that have some under them are groups, which may not
// stand everywhere.
func defineUnder(commands []Command,
	group discordgo.ApplicationCommandOptionType) ([]*discordgo.ApplicationCommandOption, error) {
	var all []*discordgo.ApplicationCommandOption
	below := map[string]bool{}
	for _, u := range commands {
		sub, err := u.define(below, nil)
		kind := discordgo.ApplicationCommandOptionSubCommand
		if len(u.Under) > 0 {
			kind = group
			if err == nil {
				sub.Options, err = defineUnder(u.Under, 0)
			}
		}
		if err == nil && (u.OnPerson || kind == 0) {
			err = fmt.Errorf("it cannot stand here")
		}
		if err != nil {
			return nil, fmt.Errorf("%q: %w", u.Name[everybody], err)
		}
		all = append(all, &discordgo.ApplicationCommandOption{
			Type: kind, Name: sub.Name, NameLocalizations: *sub.NameLocalizations,
			Description: sub.Description, DescriptionLocalizations: *sub.DescriptionLocalizations, Options: sub.Options,
		})
	}
	return all, nil
}

// defineOptions are options as Discord wants them, those that have to be given first.
func defineOptions(options []Option) ([]*discordgo.ApplicationCommandOption, error) {
	if len(options) > mostOptions {
		return nil, fmt.Errorf("%d options are more than Discord takes: %d", len(options), mostOptions)
	}
	var all []*discordgo.ApplicationCommandOption
	taken := map[string]bool{}
	for _, o := range options {
		def, err := o.define(taken)
		if err != nil {
			return nil, fmt.Errorf("option %q: %w", o.Name[everybody], err)
		}
		all = append(all, def)
	}
	slices.SortStableFunc(all, requiredFirst)
	return all, nil
}

func requiredFirst(a, b *discordgo.ApplicationCommandOption) int {
	switch {
	case a.Required == b.Required:
		return 0
	case a.Required:
		return -1
	}
	return 1
}

// define is an option as Discord wants it. taken are the names that its command has for others.
func (o Option) define(taken map[string]bool) (*discordgo.ApplicationCommandOption, error) {
	name, names, err := named(lower(o.Name), nameForm, taken)
	if err != nil {
		return nil, err
	}
	if len(o.Choices) > mostChoices {
		return nil, fmt.Errorf("%d choices are more than Discord takes: %d", len(o.Choices), mostChoices)
	}
	description, descriptions := described(o.Description, name)
	def := &discordgo.ApplicationCommandOption{
		Type:                     discordgo.ApplicationCommandOptionString,
		Name:                     name,
		NameLocalizations:        names,
		Description:              description,
		DescriptionLocalizations: descriptions,
		Required:                 o.Required,
		Autocomplete:             o.Kind == command.Completed,
	}
	switch o.Kind {
	case command.Person:
		def.Type = discordgo.ApplicationCommandOptionUser
	case command.Flag, command.Thread:
		def.Type = discordgo.ApplicationCommandOptionBoolean
	case command.Number:
		least := 0.0
		def.Type, def.MinValue = discordgo.ApplicationCommandOptionInteger, &least
	case command.Upload:
		def.Type = discordgo.ApplicationCommandOptionAttachment
	}
	for _, c := range o.Choices {
		label, labels := described(c.Name, c.Value)
		def.Choices = append(def.Choices, &discordgo.ApplicationCommandOptionChoice{Name: label, NameLocalizations: labels,
			Value: c.Value})
	}
	return def, nil
}

// lower are words as names of commands and options are written.
func lower(w Words) Words {
	all := Words{}
	for lang, word := range w {
		all[lang] = strings.ToLower(word)
	}
	return all
}

// named is a name and its translations, as Discord wants them. None of them must be taken in its language, and all are
// from now on.
func named(w Words, form *regexp.Regexp, taken map[string]bool) (string, map[discordgo.Locale]string, error) {
	names := map[discordgo.Locale]string{}
	for lang, word := range w {
		if !form.MatchString(word) || utf8.RuneCountInString(word) > longestName {
			return "", nil, fmt.Errorf("%q (%s) is not a name of at most %d letters and digits", word, lang, longestName)
		}
		for _, l := range localesOf(lang) {
			names[l] = word
		}
	}
	name := w[everybody]
	if name == "" {
		return "", nil, fmt.Errorf("it has no English name")
	}
	for l := range discordgo.Locales {
		shown := string(l) + " " + cmp.Or(names[l], name)
		if taken[shown] {
			return "", nil, fmt.Errorf("there are two for locale %q", l)
		}
		taken[shown] = true
	}
	return name, names, nil
}

// described is a description and its translations; the fallback is for those that have none.
func described(w Words, fallback string) (string, map[discordgo.Locale]string) {
	texts := map[discordgo.Locale]string{}
	for lang, text := range w {
		if text == "" {
			continue
		}
		for _, l := range localesOf(lang) {
			texts[l] = wire.CutWords(text, longestDescription)
		}
	}
	if w[everybody] != "" {
		fallback = w[everybody]
	}
	return wire.CutWords(fallback, longestDescription), texts
}

// localesOf are the languages of Discord's clients for a tag: of Portuguese there is only Brazil's, of Spanish two.
func localesOf(tag string) []discordgo.Locale {
	var found []discordgo.Locale
	for l := range discordgo.Locales {
		base, _, _ := strings.Cut(string(l), "-")
		if l != discordgo.Unknown && (base == tag || string(l) == tag) {
			found = append(found, l)
		}
	}
	return found
}
