package bot_test

import (
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/bot/discord"
	"tabuleiro/bot/discord/discordtest"
	"tabuleiro/bot/telegram"
	"tabuleiro/bot/telegram/telegramtest"
	"tabuleiro/storage"
)

// calls counts the calls of a service.
type calls struct {
	service string
	before  map[string]int
}

// since returns the calls since the last time.
func (c *calls) since(now map[string]int) []string {
	var all []string
	for _, kind := range slices.Sorted(maps.Keys(now)) {
		n := now[kind] - c.before[kind]
		if n == 0 || kind == "getUpdates" || kind == "GET gateway" {
			continue
		}
		if n > 1 {
			kind += fmt.Sprint(" ", n)
		}
		all = append(all, kind)
	}
	c.before = now
	if len(all) == 0 {
		return nil
	}
	return []string{c.service + ": " + strings.Join(all, ", ")}
}

// onTelegram plays a conversation on Telegram.
type onTelegram struct {
	calls
	names        []string
	server       *telegramtest.Server
	people       map[string]*telegramtest.Person
	group, other *telegramtest.Chat
}

func newTelegram(names []string) Stage {
	return &onTelegram{calls: calls{service: "telegram"}, names: names, people: map[string]*telegramtest.Person{}}
}

func (s *onTelegram) Open(t *testing.T) {
	s.server = telegramtest.Virtual(t)
	s.server.Privacy(false)
	var all []*telegramtest.Person
	for _, name := range s.names {
		s.people[name] = s.server.Person(name, name)
		all = append(all, s.people[name])
	}
	s.group, s.other = s.server.Supergroup(all...), s.server.Supergroup(all...)
}

func (s *onTelegram) Adapter(store storage.Store) chat.Adapter {
	a, err := telegram.New(telegram.Config{Token: s.server.Token, API: s.server.URL, Dial: s.server.Dial, Places: store,
		Say: func(_, key string, _ map[string]string) string { return key }, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		panic(err)
	}
	return a
}

func (s *onTelegram) room(l ScriptLine) *telegramtest.Chat {
	switch l.Room {
	case "private":
		return s.people[l.Who].Private()
	case "other":
		return s.other
	}
	return s.group
}

func (s *onTelegram) Does(l ScriptLine) {
	in, who := s.room(l), s.people[l.Who]
	if l.Verb == "says" {
		who.Says(in, l.Words)
		return
	}
	for _, m := range slices.Backward(in.Sent()) {
		switch {
		case m.Deleted():
		case l.Verb == "answers":
			who.Says(in, l.Words, telegramtest.Reply(m))
			return
		case l.Verb == "taps" && slices.Contains(m.Buttons(), l.Words):
			who.Taps(m, l.Words)
			return
		}
	}
}

func (s *onTelegram) Directs(l ScriptLine) {
	_, what, _ := strings.Cut(l.Text, "--- ")
	switch verb, who, _ := strings.Cut(what, " "); verb {
	case "leaves":
		s.people[who].Leaves(s.group)
	case "joins":
		s.group.Add(s.people[who])
	}
}

func (s *onTelegram) News() []string   { return nil }
func (s *onTelegram) Counts() []string { return s.since(s.server.Counts()) }

// onDiscord plays a conversation on Discord.
type onDiscord struct {
	calls
	names        []string
	server       *discordtest.Server
	people       map[string]*discordtest.User
	guild        *discordtest.Guild
	group, other *discordtest.Channel
}

func newDiscord(names []string) Stage {
	return &onDiscord{calls: calls{service: "discord"}, names: names, people: map[string]*discordtest.User{}}
}

func (s *onDiscord) Open(t *testing.T) {
	s.server = discordtest.Virtual(t)
	var all []*discordtest.User
	for _, name := range s.names {
		s.people[name] = s.server.User(name)
		all = append(all, s.people[name])
	}
	s.guild = s.server.Guild(all...)
	s.group, s.other = s.guild.Channel("general"), s.guild.Channel("other")
}

func (s *onDiscord) Adapter(store storage.Store) chat.Adapter {
	a, err := discord.New(discord.Config{Token: discordtest.Token, API: s.server.API, Dial: s.server.Dial, Content: true,
		Say:      func(_, key string, _ map[string]string) string { return key },
		Settings: store, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		panic(err)
	}
	return a
}

func (s *onDiscord) Does(l ScriptLine) {
	in, who := s.group, s.people[l.Who]
	switch l.Room {
	case "private":
		in = who.Direct()
	case "other":
		in = s.other
	}
	text := Handle.ReplaceAllStringFunc(l.Words, func(at string) string {
		if u := s.people[strings.ToLower(at[1:])]; u != nil {
			return u.Mention()
		}
		return at
	})
	if strings.HasPrefix(text, "/") {
		text = s.server.Bot.Mention() + " " + text
	}
	if l.Verb == "says" {
		who.Types(in, text)
		return
	}
	for _, m := range slices.Backward(in.Sent()) {
		m = m.Edited(0)
		switch {
		case m.Deleted():
		case l.Verb == "answers":
			who.Replies(m, text)
			return
		case l.Verb == "taps" && slices.Contains(m.Buttons(), l.Words):
			who.Presses(m, l.Words)
			return
		}
	}
}

func (s *onDiscord) Directs(l ScriptLine) {
	_, what, _ := strings.Cut(l.Text, "--- ")
	if who, leaves := strings.CutPrefix(what, "leaves "); leaves {
		s.guild.Leave(s.people[who])
	}
}

func (s *onDiscord) News() []string   { return nil }
func (s *onDiscord) Counts() []string { return s.since(s.server.Counts()) }
