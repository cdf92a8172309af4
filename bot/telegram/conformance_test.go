package telegram_test

import (
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"tabuleiro/bot/adapter/adaptertest"
	"tabuleiro/bot/bottest"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram"
	"tabuleiro/bot/telegram/telegramtest"
	allgames "tabuleiro/engine/table"
	"tabuleiro/storage"
)

func TestConformance(t *testing.T) {
	adaptertest.Run(t, serve, map[string]func(adaptertest.Room){
		"removed":           func(in adaptertest.Room) { in.(chatOf).Expel(in.(chatOf).named("eva")) },
		"restricted":        func(in adaptertest.Room) { in.(chatOf).Restrict(true) },
		"no right to write": func(in adaptertest.Room) { in.(chatOf).Permit(false) },
	})
}

func BenchmarkFloods(b *testing.B) { adaptertest.Floods(b, serve) }

func serve(t testing.TB) adaptertest.Service {
	s := service{telegramtest.Virtual(t), t, &sync.Map{}}
	s.Limit(telegramtest.Real)
	s.Privacy(false)
	return s
}

// service is Telegram, for the cases that all services have.
type service struct {
	*telegramtest.Server
	t      testing.TB
	people *sync.Map // by name
}

func (s service) named(name string) *telegramtest.Person {
	if p, ok := s.people.Load(name); ok {
		return p.(*telegramtest.Person)
	}
	p, _ := s.people.LoadOrStore(name, s.Person(name, name))
	return p.(*telegramtest.Person)
}

func (s service) Adapter(store storage.Store, log *slog.Logger) chat.Adapter {
	c := telegram.Config{Token: s.Token, API: s.URL, Dial: s.Dial, Places: store, Log: log}
	speaks(&c)
	judge := &bottest.Judge{T: s.t, Store: store, Games: allgames.Games, Now: time.Now}
	s.Watch(judge.Seen)
	a, err := telegram.New(c)
	if err != nil {
		s.t.Fatal(err)
	}
	return a
}

func (s service) Group(people ...string) adaptertest.Room {
	var members []*telegramtest.Person
	for _, name := range people {
		members = append(members, s.named(name))
	}
	return chatOf{s, s.Server.Supergroup(members...)}
}

func (s service) Talk(person string) adaptertest.Room { return chatOf{s, s.named(person).Private()} }
func (s service) TooMuch() int                        { return s.Floods() }

func (s service) Fail() func() {
	for _, method := range []string{"sendPhoto", "sendMessage", "editMessageMedia"} {
		s.Server.Fail(method, 1<<30, telegramtest.Status(http.StatusBadGateway))
	}
	return s.Mend
}

func (s service) Hold(in adaptertest.Room) func() {
	now := make(chan struct{})
	in.(chatOf).Chat.Hold(now)
	return func() { close(now) }
}

// chatOf is a chat of the service.
type chatOf struct {
	service
	*telegramtest.Chat
}

func (c chatOf) ID() chat.Room { return roomOf(c.Chat) }

func (c chatOf) Says(who, text string, file *chat.File) {
	var how []telegramtest.Manner
	if file != nil {
		how = append(how, telegramtest.Attached(telegramtest.Document{Name: file.Name, Data: file.Data}))
	}
	c.named(who).Says(c.Chat, text, how...)
}

func (c chatOf) Messages() (all []adaptertest.Message) {
	for _, m := range c.Sent() {
		if !m.Deleted() {
			all = append(all, c.message(m))
		}
	}
	return all
}

func (c chatOf) message(m *telegramtest.Message) adaptertest.Message {
	now := m.Now()
	shown := adaptertest.Message{
		Text: strings.NewReplacer("\u2060", "", "\u2068", "", "\u2069", "").Replace(now.Text), Board: now.Photo != nil,
		Picture: now.Photo, Buttons: m.Buttons(), Called: []string{},
		Now:   func() adaptertest.Message { return c.message(m) },
		Reply: func(who, text, told string) { c.named(who).Says(c.Chat, text, telegramtest.ReplyTold(m, told)) },
	}
	if d := now.Document; d != nil {
		shown.File = &chat.File{Name: d.Name, Data: d.Data}
	}
	for _, id := range m.Mentions() {
		c.people.Range(func(name, p any) bool {
			if p.(*telegramtest.Person).ID == id {
				shown.Called = append(shown.Called, name.(string))
			}
			return true
		})
	}
	data := map[string]string{}
	for _, label := range shown.Buttons {
		data[label] = m.Data(label)
	}
	shown.Tap = func(who, label string) func() []adaptertest.Message {
		tap := c.named(who).TapsData(m, data[label])
		return func() []adaptertest.Message {
			if text := tap.Wait(); text != "" {
				return []adaptertest.Message{{Text: text}}
			}
			return nil
		}
	}
	return shown
}
