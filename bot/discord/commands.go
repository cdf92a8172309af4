package discord

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"tabuleiro/bot/chat"
)

// Words are a text in several languages, by BCP 47 tag. English is also for all languages that are not there.
type Words map[string]string

const everybody = "en"

// Command is a slash command. Its English name, after a slash, begins the text that the bot hears.
type Command struct {
	Name        Words
	Description Words // at most 100 characters, the rest is cut off
	Options     []Option
}

// Option is something that can be given with a command. What is given follows the command in the text, in the order of
// the options.
type Option struct {
	Kind        Kind
	Name        Words
	Description Words
	Required    bool     // required ones come first
	Prefix      string   // put before what is given, unless it begins with that: "#", "colour="
	Choices     []Choice // only these; for Text
}

// Kind is what an option takes.
type Kind int

const (
	Text      Kind = iota // any text
	Completed             // any text, and while it is typed the bot suggests how it may go on
	Person                // somebody, who becomes @handle
	OwnThread             // yes or no: whether what the command begins is to have a thread of its own; no part of the text
)

// Choice is a text with a name that can be read.
type Choice struct {
	Name  Words
	Value string
}

// What Discord takes.
const (
	longestName        = 32
	longestDescription = 100
)

var nameForm = regexp.MustCompile(`^[-_'\p{L}\p{N}]{1,32}$`)

// define turns commands into Discord's definitions.
func define(commands []Command) ([]*discordgo.ApplicationCommand, error) {
	all := []*discordgo.ApplicationCommand{}
	for _, c := range commands {
		name, names, err := named(c.Name)
		if err != nil {
			return nil, fmt.Errorf("command %q: %w", c.Name[everybody], err)
		}
		description, descriptions := described(c.Description, name)
		def := &discordgo.ApplicationCommand{
			Type:                     discordgo.ChatApplicationCommand,
			Name:                     name,
			NameLocalizations:        &names,
			Description:              description,
			DescriptionLocalizations: &descriptions,
			Contexts:                 &[]discordgo.InteractionContextType{discordgo.InteractionContextGuild, discordgo.InteractionContextBotDM},
			IntegrationTypes:         &[]discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall},
		}
		for _, o := range c.Options {
			option, err := o.define()
			if err != nil {
				return nil, fmt.Errorf("command %q: option %q: %w", name, o.Name[everybody], err)
			}
			def.Options = append(def.Options, option)
		}
		all = append(all, def)
	}
	return all, nil
}

func (o Option) define() (*discordgo.ApplicationCommandOption, error) {
	name, names, err := named(o.Name)
	if err != nil {
		return nil, err
	}
	description, descriptions := described(o.Description, name)
	def := &discordgo.ApplicationCommandOption{
		Type:                     discordgo.ApplicationCommandOptionString,
		Name:                     name,
		NameLocalizations:        names,
		Description:              description,
		DescriptionLocalizations: descriptions,
		Required:                 o.Required,
		Autocomplete:             o.Kind == Completed,
	}
	switch o.Kind {
	case Person:
		def.Type = discordgo.ApplicationCommandOptionUser
	case OwnThread:
		def.Type = discordgo.ApplicationCommandOptionBoolean
	}
	for _, c := range o.Choices {
		label, labels := described(c.Name, c.Value)
		def.Choices = append(def.Choices, &discordgo.ApplicationCommandOptionChoice{Name: label, NameLocalizations: labels, Value: c.Value})
	}
	return def, nil
}

// named is a name and its translations, as Discord wants them: lower case, without spaces.
func named(w Words) (string, map[discordgo.Locale]string, error) {
	names := map[discordgo.Locale]string{}
	for lang, word := range w {
		word = strings.ToLower(word)
		if !nameForm.MatchString(word) {
			return "", nil, fmt.Errorf("%q (%s) is not a name of at most %d letters and digits", word, lang, longestName)
		}
		for _, l := range localesOf(lang) {
			names[l] = word
		}
	}
	if w[everybody] == "" {
		return "", nil, fmt.Errorf("it has no English name")
	}
	return strings.ToLower(w[everybody]), names, nil
}

// described is a description and its translations; the fallback is for those that have none.
func described(w Words, fallback string) (string, map[discordgo.Locale]string) {
	texts := map[discordgo.Locale]string{}
	for lang, text := range w {
		for _, l := range localesOf(lang) {
			texts[l] = cut(text, longestDescription)
		}
	}
	if w[everybody] != "" {
		fallback = w[everybody]
	}
	return cut(fallback, longestDescription), texts
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

// said is the text that a command with its options stands for, the people in it, and whether a thread was asked for.
func (d *Discord) said(i *interaction) (text string, people []chat.User, thread bool) {
	words := []string{"/" + i.Data.Name}
	at := slices.IndexFunc(d.Commands, func(c Command) bool { return strings.EqualFold(c.Name[everybody], i.Data.Name) })
	if at < 0 {
		return words[0], nil, false // registered by an older version
	}
	for _, o := range d.Commands[at].Options {
		n := slices.IndexFunc(i.Data.Options, func(g given) bool { return strings.EqualFold(g.Name, o.Name[everybody]) })
		if n < 0 {
			continue
		}
		value := strings.TrimSpace(i.Data.Options[n].text())
		switch o.Kind {
		case OwnThread:
			thread = value == "true"
			continue
		case Person:
			u := i.Data.Resolved.Users[value]
			if u == nil {
				continue
			}
			u.ID = value
			p := person(u, i.Data.Resolved.Members[value])
			people = append(people, p)
			value = "@" + p.Handle
		}
		if value != "" && !strings.HasPrefix(value, o.Prefix) {
			value = o.Prefix + value
		}
		if value != "" {
			words = append(words, value)
		}
	}
	return strings.Join(words, " "), people, thread
}

// register tells Discord the commands if they are not the ones that it was told before.
func (d *Discord) register() {
	app := *d.app.Load()
	what, url := "discord/commands/"+app, discordgo.EndpointApplicationGlobalCommands(app)
	if d.Guild != "" {
		what, url = what+"/"+d.Guild, discordgo.EndpointApplicationGuildCommands(app, d.Guild)
	}
	body, err := json.Marshal(d.definitions)
	if err != nil {
		d.Log.Error("register commands", "error", err)
		return
	}
	sum := sha256.Sum256(body)
	hash := hex.EncodeToString(sum[:])
	known, err := d.Settings.Get(d.life, what)
	if err != nil {
		d.Log.Warn("which commands were registered is not known", "error", err)
	}
	if known == hash {
		return
	}
	err = d.do(d.life, call{what: "register commands", method: "PUT", url: url, route: "commands", body: json.RawMessage(body)}, nil)
	if err != nil {
		d.Log.Error("the commands are not registered", "error", err)
		return
	}
	d.Log.Info("commands registered", "commands", len(d.definitions), "server", d.Guild)
	if err := d.Settings.Put(context.WithoutCancel(d.life), what, hash); err != nil {
		d.Log.Warn("that the commands are registered could not be noted", "error", err)
	}
}
