package discord_test

import (
	"log/slog"
	"strings"
	"testing"

	"tabuleiro/bot/adapter/adaptertest"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord/discordtest"
	"tabuleiro/storage"
)

func TestConformance(t *testing.T) {
	adaptertest.Run(t, func(t *testing.T) adaptertest.Service {
		s := service{prepare(t), map[string]*discordtest.User{}}
		for _, name := range []string{"ana", "rui", "eva"} {
			s.users[name] = s.User(name)
		}
		return s
	})
}

// service is Discord, for the cases that all services have.
type service struct {
	*world
	users map[string]*discordtest.User
}

func (s service) Adapter(store storage.Store, _ *slog.Logger) chat.Adapter {
	s.store = store
	s.make()
	return s.bot
}

func (s service) Group() adaptertest.Room {
	return channel{s, s.Guild(s.users["ana"], s.users["rui"], s.users["eva"]).Channel("general")}
}

func (s service) Talk(person string) adaptertest.Room { return channel{s, s.users[person].Direct()} }

func (s service) Fail() func() {
	return s.Server.Fail(discordtest.Fault{Method: "POST", Path: "/messages", Status: 500, Times: 1 << 30}).End
}

func (s service) Hold(in adaptertest.Room) func() {
	return s.Server.Fail(discordtest.Fault{Method: "POST", Path: in.(channel).Channel.ID + "/messages", Hang: true, Times: 1 << 30}).End
}

// channel is one of the service.
type channel struct {
	service
	*discordtest.Channel
}

func (c channel) ID() chat.Room { return roomOf(c.Channel) }

func (c channel) Says(who, text string, file *chat.File) {
	for name, u := range c.users {
		text = strings.ReplaceAll(text, "@"+name, u.Mention())
	}
	if strings.HasPrefix(text, "/") && file == nil { // to the bot
		text = c.Bot.Mention() + " " + text
	}
	if file != nil {
		c.users[who].Uploads(c.Channel, text, &discordtest.File{Name: file.Name, Data: file.Data})
		return
	}
	c.users[who].Types(c.Channel, text)
}

func (c channel) Messages() (all []adaptertest.Message) {
	for _, m := range c.Sent() {
		if !m.Deleted() {
			all = append(all, c.message(m))
		}
	}
	return all
}

func (c channel) message(m *discordtest.Message) adaptertest.Message {
	m = m.Edited(0)
	shown := adaptertest.Message{
		Text: strings.NewReplacer("*", "", `\`, "", "\u2068", "", "\u2069", "").Replace(m.Content), Board: m.Picture != nil, Buttons: m.Buttons(), Called: []string{},
		Now: func() adaptertest.Message { return c.message(m) },
		Tap: func(who, label string) func() []adaptertest.Message {
			i := c.users[who].Presses(m, label)
			return func() (told []adaptertest.Message) {
				for range i.Secrets() {
					told = append(told, c.message(i.Private()))
				}
				return told
			}
		},
	}
	if m.File != nil {
		shown.File = &chat.File{Name: m.File.Name, Data: m.File.Data}
	}
	for name, u := range c.users {
		if strings.Contains(m.Content, u.Mention()) {
			shown.Called = append(shown.Called, name)
		}
	}
	return shown
}
