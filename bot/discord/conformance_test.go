package discord_test

import (
	"log/slog"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"tabuleiro/bot/adapter/adaptertest"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord"
	"tabuleiro/bot/discord/discordtest"
	"tabuleiro/bot/discord/styled"
	games "tabuleiro/engine/table"
	"tabuleiro/storage"
)

func TestConformance(t *testing.T) {
	adaptertest.Run(t, serve, map[string]func(adaptertest.Room){
		"deleted":    func(in adaptertest.Room) { in.(channel).Channel.Delete() },
		"expelled":   func(in adaptertest.Room) { in.(channel).Expel() },
		"unseen":     func(in adaptertest.Room) { in.(channel).Deny(discordtest.ViewChannel) },
		"no writing": func(in adaptertest.Room) { in.(channel).Deny(discordtest.SendMessages) },
	})
}

func BenchmarkFloods(b *testing.B) { adaptertest.Floods(b, serve) }

func serve(t testing.TB) adaptertest.Service {
	s := service{prepare(t), &sync.Map{}}
	s.games = games.Games
	s.Pace()
	return s
}

// service is Discord, for the cases that all services have.
type service struct {
	*world
	users *sync.Map // by name
}

func (s service) named(name string) *discordtest.User {
	if u, ok := s.users.Load(name); ok {
		return u.(*discordtest.User)
	}
	u, _ := s.users.LoadOrStore(name, s.User(name))
	return u.(*discordtest.User)
}

func (s service) Adapter(store storage.Store, _ *slog.Logger) chat.Adapter {
	s.store = store
	s.make(func(c *discord.Config) { c.Rate = 0 })
	return s.bot
}

func (s service) Group(people ...string) adaptertest.Room {
	var members []*discordtest.User
	for _, name := range people {
		members = append(members, s.named(name))
	}
	return channel{s, s.Guild(members...).Channel("general")}
}

func (s service) Talk(person string) adaptertest.Room { return channel{s, s.named(person).Direct()} }
func (s service) TooMuch() int                        { return s.TooFast() }

func (s service) Fail() func() {
	return s.Server.Fail(discordtest.Fault{Method: "POST", Path: "/messages", Status: 500, Times: 1 << 30}).End
}

func (s service) Hold(in adaptertest.Room) func() {
	return s.Server.Fail(discordtest.Fault{Method: "POST", Path: in.(channel).Channel.ID + "/messages", Hang: true,
		Times: 1 << 30}).End
}

var (
	handles  = regexp.MustCompile(`@\w+`)
	mentions = regexp.MustCompile(`<@(\d+)>`)
)

// channel is one of the service.
type channel struct {
	service
	*discordtest.Channel
}

func (c channel) ID() chat.Room { return roomOf(c.Channel) }

func (c channel) Says(who, text string, file *chat.File) {
	if text == "/games" { // as most do
		c.named(who).Command(c.Channel, "games")
		return
	}
	text = handles.ReplaceAllStringFunc(text, func(at string) string { return c.named(at[1:]).Mention() })
	if strings.HasPrefix(text, "/") && file == nil { // to the bot
		text = c.Bot.Mention() + " " + text
	}
	if file != nil {
		c.named(who).Uploads(c.Channel, text, &discordtest.File{Name: file.Name, Data: file.Data})
		return
	}
	c.named(who).Types(c.Channel, text)
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
		Text: strings.NewReplacer("\u2068", "", "\u2069", "").Replace(styled.Unescape(m.Content)), Board: m.Picture != nil,
		Picture: m.Picture, Buttons: m.Buttons(), Called: []string{},
		Now:   func() adaptertest.Message { return c.message(m) },
		Reply: func(who, text, told string) { c.named(who).RepliesTold(m, text, told) },
		Tap: func(who, label string) func() []adaptertest.Message {
			i := c.named(who).Presses(m, label)
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
	for _, mention := range mentions.FindAllStringSubmatch(m.Content, -1) {
		u := c.Person(mention[1])
		if u == nil || slices.Contains(shown.Called, u.Handle) {
			continue
		}
		if _, named := c.users.Load(u.Handle); named {
			shown.Called = append(shown.Called, u.Handle)
		}
	}
	return shown
}
