package commands

import (
	"cmp"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/command"
	"tabuleiro/bot/discord/wire"
)

// Order is what a command with its options asks for.
type Order struct {
	Text   string // in the bot's form
	People []chat.User
	Robot  *discordgo.User              // a bot other than this one, which cannot be challenged
	Thread bool                         // a thread is wanted
	File   *discordgo.MessageAttachment // nil if there is none
}

// lookup returns the command of an interaction, and its options. An unknown command, registered by an older version,
// has only its name.
func (s *Set) lookup(i *wire.Interaction) (c Command, with []wire.Given) {
	name, with := i.Data.Name, i.Data.Options
	for len(with) == 1 && (with[0].Type == discordgo.ApplicationCommandOptionSubCommand ||
		with[0].Type == discordgo.ApplicationCommandOptionSubCommandGroup) {
		name, with = with[0].Name, with[0].Options
	}
	key := name
	if i.Data.Type == discordgo.UserApplicationCommand {
		key = onMenu + name
	}
	if is, known := s.places[key]; known {
		return is.command, with
	}
	return Command{Name: Words{everybody: name}}, with
}

// Ordered decodes a command with its options. self is the bot's id, "" if unknown.
func (s *Set) Ordered(i *wire.Interaction, self string) Order {
	c, with := s.lookup(i)
	return orderedAs(c, with, i, self)
}

// Completing returns the text of a command without the option being typed, head, and with it.
func (s *Set) Completing(i *wire.Interaction, self string) (head, text string) {
	c, with := s.lookup(i)
	for n, o := range with {
		if o.Focused {
			head = orderedAs(c, slices.Delete(slices.Clone(with), n, n+1), i, self).Text + " "
			text = head + o.Text()
		}
	}
	return head, text
}

func orderedAs(c Command, with []wire.Given, i *wire.Interaction, self string) Order {
	o := Order{Text: cmp.Or(c.Text, "/"+c.name(everybody))}
	if c.OnPerson {
		o.Text = strings.TrimSpace(o.Text + " " + o.Name(i, i.Data.Target, self))
	}
	o.Text += c.say(func(option Option) string {
		n := slices.IndexFunc(with, func(g wire.Given) bool { return strings.EqualFold(g.Name, option.Name[everybody]) })
		if n < 0 {
			return ""
		}
		value := with[n].Text()
		switch option.Kind {
		case command.Thread:
			o.Thread = o.Thread || value == "true"
		case command.Upload:
			if o.File == nil {
				o.File = i.Data.Resolved.Files[value]
			}
			return ""
		case command.Person:
			return o.Name(i, value, self)
		}
		return value
	})
	return o
}

// Name returns the handle of a person given by id in an interaction, and adds the person to People. It returns "" if
// the interaction does not have the person.
func (o *Order) Name(i *wire.Interaction, id, self string) string {
	u := i.Data.Resolved.Users[id]
	if u == nil {
		return ""
	}
	u.ID = id
	if u.Bot && self != id {
		o.Robot = u
	}
	p := wire.Person(u, i.Data.Resolved.Members[id])
	o.People = append(o.People, p)
	return "@" + p.Handle
}
