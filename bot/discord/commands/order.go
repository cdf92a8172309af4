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

// Order is what somebody asks for with a command and its options.
type Order struct {
	Text   string // what it stands for
	People []chat.User
	Robot  *discordgo.User              // somebody who cannot be meant: a bot, and not this one
	Thread bool                         // of its own is wanted
	File   *discordgo.MessageAttachment // nil if none is given
}

// lookup is the command that an interaction gives, and what is given with it. Of one that is not known, and was
// registered by an older version, that is the name alone.
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

// Ordered reads what was given with a command. self is the id of the bot, "" if it is not known.
func (s *Set) Ordered(i *wire.Interaction, self string) Order {
	c, with := s.lookup(i)
	return orderedAs(c, with, i, self)
}

// Completing is the text of a command and its options without the one that is being typed, head, and with it.
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

// Name is how somebody is named whom an interaction gives by an id, and means from now on; "" if it does not say who
// that is.
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
