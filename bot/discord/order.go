package discord

import (
	"slices"
	"strings"

	"tabuleiro/bot/chat"
)

// order is what somebody asks for with a command and its options.
type order struct {
	text   string // what it stands for
	people []chat.User
	robot  *user     // somebody who cannot be meant: a bot, and not this one
	thread bool      // of its own is wanted
	file   *attached // nil if none is given
}

// asked is the command that an interaction gives, and what is given with it. It is false for one that is not known, and was
// registered by an older version.
func (d *Discord) asked(i *interaction) (c Command, with []given, known bool) {
	name, with := i.Data.Name, i.Data.Options
	for len(with) == 1 && (with[0].Type == optionCommand || with[0].Type == optionGroup) {
		name, with = with[0].Name, with[0].Options
	}
	var find func(all []Command) (Command, bool)
	find = func(all []Command) (Command, bool) {
		for _, c := range all {
			if len(c.Under) == 0 && strings.EqualFold(c.Name[everybody], name) && c.OnPerson == (i.Data.Type == commandOnPerson) {
				return c, true
			}
			if c, ok := find(c.Under); ok {
				return c, true
			}
		}
		return Command{}, false
	}
	if c, known = find(d.Commands); !known {
		c = Command{Name: Words{everybody: name}}
	}
	return c, with, known
}

// ordered reads what was given with a command.
func (d *Discord) ordered(i *interaction) order {
	c, with, _ := d.asked(i)
	return d.orderedAs(c, with, i)
}

func (d *Discord) orderedAs(c Command, with []given, i *interaction) order {
	var o order
	words := []string{c.text()}
	if c.OnPerson {
		words = append(words, d.personIn(i, i.Data.Target, &o))
	}
	for _, option := range c.Options {
		n := slices.IndexFunc(with, func(g given) bool { return strings.EqualFold(g.Name, option.Name[everybody]) })
		if n < 0 {
			continue
		}
		value := strings.TrimSpace(with[n].text())
		switch option.Kind {
		case Flag, Thread:
			if value != "true" {
				continue
			}
			value, o.thread = option.Word, o.thread || option.Kind == Thread
		case Upload:
			if o.file == nil {
				o.file = i.Data.Resolved.Files[value]
			}
			continue
		case Person:
			value = d.personIn(i, value, &o)
		}
		if value != "" && !strings.HasPrefix(value, option.Prefix) {
			value = option.Prefix + value
		}
		words = append(words, value)
	}
	o.text = strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), " ")
	return o
}

// personIn is how somebody is named whom an interaction gives by an id, "" if it does not say who that is. The interaction tells
// whether this one is on the server, too.
func (d *Discord) personIn(i *interaction, id string, o *order) string {
	u := i.Data.Resolved.Users[id]
	if u == nil {
		return ""
	}
	u.ID = id
	if self := d.self.Load(); u.Bot && (self == nil || *self != id) {
		o.robot = u
	}
	m := i.Data.Resolved.Members[id]
	if i.GuildID != "" {
		d.present.Put(rank{i.GuildID, id}, m != nil)
	}
	p := person(u, m)
	o.people = append(o.people, p)
	return "@" + p.Handle
}
