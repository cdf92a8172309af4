package main

import (
	"context"
	"crypto/rand"
	"log/slog"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot"
	"tabuleiro/bot/bottest"
	"tabuleiro/bot/telegram/telegramtest"
	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/engine/table"
	"tabuleiro/storage/memorytest"
)

// runOnTelegram runs the bot on a Telegram with default settings until the test ends.
func runOnTelegram(t *testing.T, s *telegramtest.Server) {
	c := config.Defaults()
	c.Telegram.Token, c.Telegram.API = config.Secret(s.Token), s.URL
	store, log := memorytest.New(), slog.New(slog.NewTextHandler(t.Output(), nil))
	chats, err := services(c, "en", store, log)
	if err != nil {
		t.Fatal(err)
	}
	b, err := bot.New(bot.Config{Store: store, Games: table.Games, Language: "en", Log: log, Now: time.Now,
		Random: rand.Reader})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- b.Run(ctx, chats...) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		bottest.Verify(t, store, table.Games)
	})
}

// A person who adds the bot to a group is greeted once, in the language of their phone, with a way to begin.
func TestJoining(t *testing.T) {
	s := telegramtest.New(t)
	runOnTelegram(t, s)
	ana, rui := s.Person("Ana", "ana"), s.Person("Rui", "rui")
	ana.Language = "pt-br"
	group := s.Group(ana, rui)
	group.Add(ana)
	m := group.Next()
	if !strings.Contains(m.Text, "responda ao tabuleiro") || strings.Join(m.Buttons(), "|") != "Contra mim|Com um amigo" {
		t.Errorf("said %q with %q", m.Text, m.Buttons())
	}
	ana.Taps(m, "Com um amigo").Wait()
	asked := group.Next()
	s.Until("games are offered", func() bool { return len(asked.Buttons()) > 1 })
}
