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
// the options; Discord shows the required ones first.
type Option struct {
	Kind        Kind
	Name        Words
	Description Words
	Required    bool
	Prefix      string   // put before what is given, unless it begins with that: "#", "colour="
	Choices     []Choice // only these, at most 25; for Text
}

// Kind is what an option takes.
type Kind int

const (
	Text      Kind = iota // any text
	Completed             // any text, and while it is typed the bot suggests how it may go on
	Person                // somebody, who becomes @handle
	OwnThread             // yes or no: whether what the command begins is to have a thread of its own; the word "thread" if it is
	Number                // a whole number from 0
	Upload                // a file, which goes with the event; no part of the text
)

// Choice is a text with a name that can be read.
type Choice struct {
	Name  Words
	Value string
}

// What Discord takes.
const (
	mostCommands       = 100
	mostOptions        = 25
	longestName        = 32
	longestDescription = 100
)

var nameForm = regexp.MustCompile(`^[-_'\p{L}\p{N}]{1,32}$`)

// define turns commands into Discord's definitions.
func define(commands []Command) ([]*discordgo.ApplicationCommand, error) {
	if len(commands) > mostCommands {
		return nil, fmt.Errorf("%d commands are more than Discord takes: %d", len(commands), mostCommands)
	}
	all := []*discordgo.ApplicationCommand{}
	taken := map[string]bool{}
	for _, c := range commands {
		name, names, err := named(c.Name, taken)
		if err != nil {
			return nil, fmt.Errorf("command %q: %w", c.Name[everybody], err)
		}
		if len(c.Options) > mostOptions {
			return nil, fmt.Errorf("command %q: %d options are more than Discord takes: %d", name, len(c.Options), mostOptions)
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
		optionsTaken := map[string]bool{}
		for _, o := range c.Options {
			option, err := o.define(optionsTaken)
			if err != nil {
				return nil, fmt.Errorf("command %q: option %q: %w", name, o.Name[everybody], err)
			}
			def.Options = append(def.Options, option)
		}
		slices.SortStableFunc(def.Options, requiredFirst)
		all = append(all, def)
	}
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
	name, names, err := named(o.Name, taken)
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
		Autocomplete:             o.Kind == Completed,
	}
	switch o.Kind {
	case Person:
		def.Type = discordgo.ApplicationCommandOptionUser
	case OwnThread:
		def.Type = discordgo.ApplicationCommandOptionBoolean
	case Number:
		least := 0.0
		def.Type, def.MinValue = discordgo.ApplicationCommandOptionInteger, &least
	case Upload:
		def.Type = discordgo.ApplicationCommandOptionAttachment
	}
	for _, c := range o.Choices {
		label, labels := described(c.Name, c.Value)
		def.Choices = append(def.Choices, &discordgo.ApplicationCommandOptionChoice{Name: label, NameLocalizations: labels, Value: c.Value})
	}
	return def, nil
}

// named is a name and its translations, as Discord wants them: lower case, without spaces. The English one must not be
// taken, and is from now on.
func named(w Words, taken map[string]bool) (string, map[discordgo.Locale]string, error) {
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
	name := strings.ToLower(w[everybody])
	if name == "" {
		return "", nil, fmt.Errorf("it has no English name")
	}
	if taken[name] {
		return "", nil, fmt.Errorf("there are two")
	}
	taken[name] = true
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

// order is what somebody asks for with a command and its options.
type order struct {
	text   string // what it stands for
	people []chat.User
	thread bool      // of its own is wanted
	file   *attached // nil if none is given
}

// ordered reads what was given with a command.
func (d *Discord) ordered(i *interaction) order {
	var o order
	words := []string{"/" + i.Data.Name}
	at := slices.IndexFunc(d.Commands, func(c Command) bool { return strings.EqualFold(c.Name[everybody], i.Data.Name) })
	if at < 0 {
		return order{text: words[0]} // registered by an older version
	}
	for _, option := range d.Commands[at].Options {
		n := slices.IndexFunc(i.Data.Options, func(g given) bool { return strings.EqualFold(g.Name, option.Name[everybody]) })
		if n < 0 {
			continue
		}
		value := strings.TrimSpace(i.Data.Options[n].text())
		switch option.Kind {
		case OwnThread:
			if o.thread = value == "true"; !o.thread {
				continue
			}
			value = "thread"
		case Upload:
			if o.file == nil {
				o.file = i.Data.Resolved.Files[value]
			}
			continue
		case Person:
			u := i.Data.Resolved.Users[value]
			if u == nil {
				continue
			}
			u.ID = value
			p := person(u, i.Data.Resolved.Members[value])
			o.people = append(o.people, p)
			value = "@" + p.Handle
		}
		if value != "" && !strings.HasPrefix(value, option.Prefix) {
			value = option.Prefix + value
		}
		if value != "" {
			words = append(words, value)
		}
	}
	o.text = strings.Join(words, " ")
	return o
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
