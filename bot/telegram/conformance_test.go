package telegram_test

import (
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"tabuleiro/bot/adapter/adaptertest"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram"
	"tabuleiro/bot/telegram/telegramtest"
	"tabuleiro/storage"
)

func TestConformance(t *testing.T) {
	adaptertest.Run(t, func(t *testing.T) adaptertest.Service {
		s := service{telegramtest.Virtual(t), t, map[string]*telegramtest.Person{}}
		s.Limit(telegramtest.Real)
		s.Privacy(false)
		for _, name := range []string{"Ana", "Rui", "Eva"} {
			s.people[strings.ToLower(name)] = s.Person(name, strings.ToLower(name))
		}
		return s
	})
}

// service is Telegram, for the cases that all services have.
type service struct {
	*telegramtest.Server
	t      *testing.T
	people map[string]*telegramtest.Person
}

func (s service) Adapter(store storage.Store, log *slog.Logger) chat.Adapter {
	c := telegram.Config{Token: s.Token, API: s.URL, Dial: s.Dial, Places: store, Log: log}
	speaks(&c)
	a, err := telegram.New(c)
	if err != nil {
		s.t.Fatal(err)
	}
	return a
}

func (s service) Group() adaptertest.Room {
	return chatOf{s, s.Server.Supergroup(s.people["ana"], s.people["rui"], s.people["eva"])}
}

func (s service) Talk(person string) adaptertest.Room { return chatOf{s, s.people[person].Private()} }

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
	c.people[who].Says(c.Chat, text, how...)
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
		Text: strings.NewReplacer("\u2060", "", "\u2068", "", "\u2069", "").Replace(now.Text), Board: now.Photo != nil, Buttons: m.Buttons(), Called: []string{},
		Now: func() adaptertest.Message { return c.message(m) },
	}
	if d := now.Document; d != nil {
		shown.File = &chat.File{Name: d.Name, Data: d.Data}
	}
	for _, id := range m.Mentions() {
		for name, p := range c.people {
			if p.ID == id {
				shown.Called = append(shown.Called, name)
			}
		}
	}
	data := map[string]string{}
	for _, label := range shown.Buttons {
		data[label] = m.Data(label)
	}
	shown.Tap = func(who, label string) func() []adaptertest.Message {
		tap := c.people[who].TapsData(m, data[label])
		return func() []adaptertest.Message {
			if text := tap.Wait(); text != "" {
				return []adaptertest.Message{{Text: text}}
			}
			return nil
		}
	}
	return shown
}
