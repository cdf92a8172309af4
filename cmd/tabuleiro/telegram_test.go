package main

import (
	"context"
	"crypto/rand"
	"log/slog"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot"
	"tabuleiro/bot/telegram/telegramtest"
	"tabuleiro/storage/memory"
)

// runOnTelegram runs the bot on a Telegram, from nothing but its settings, until the test ends.
func runOnTelegram(t *testing.T, s *telegramtest.Server) {
	c := defaults()
	c.Telegram.Token, c.Telegram.API = secret(s.Token), text(s.URL)
	store, log := memory.New(), slog.New(slog.NewTextHandler(t.Output(), nil))
	chats, err := services(c, "en", store, nil, log)
	if err != nil {
		t.Fatal(err)
	}
	b, err := bot.New(bot.Config{Store: store, Games: games, Language: "en", Log: log, Now: time.Now, Random: rand.Reader})
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
	})
}

// In every language the commands in what the bot says are links that Telegram knows, under the names that it suggests, and
// none has something behind it that a touch would lose.
func TestCommandsOnTelegram(t *testing.T) {
	s := telegramtest.New(t)
	runOnTelegram(t, s)
	s.Until("all is described", func() bool {
		return s.Described("setMyDescription", "pt") != "" && s.Described("setMyShortDescription", "es") != ""
	})
	for lang, words := range map[string][]string{
		"en": {"/help", "/help more", "/start", "/games", "/import", "/manual 1"},
		"pt": {"/ajuda", "/ajuda mais", "/start", "/importar", "/manual 1", "/definições"},
		"es": {"/ayuda", "/ayuda más", "/start", "/partidas", "/importar", "/manual 1"},
	} {
		t.Run(lang, func(t *testing.T) {
			t.Parallel() // a chat takes a message a second
			ana := s.Person("Ana", "")
			ana.Language = lang
			private := ana.Private()
			links := 0
			for _, text := range words {
				ana.Says(private, text)
				m := private.Next()
				for _, link := range m.Commands() {
					links++
					if !strings.Contains(s.Commands("all_private_chats", lang), `"command":"`+strings.TrimPrefix(link, "/")+`"`) {
						t.Errorf("%s: %s is no name that Telegram suggests, in: %s", lang, link, m.Text)
					}
					_, behind, _ := strings.Cut(m.Text, link)
					if strings.HasPrefix(behind, " @") || strings.HasPrefix(behind, " #") || strings.HasPrefix(behind, " 1") {
						t.Errorf("%s: a touch of %s loses something: %s", lang, link, m.Text)
					}
				}
				for _, r := range []string{"/definições", "/histórico", "/língua", "/porquê", "In the terminal", "No terminal", "En el terminal"} {
					if strings.Contains(m.Text, r) {
						t.Errorf("%s: %s in: %s", lang, r, m.Text)
					}
				}
			}
			if links == 0 {
				t.Errorf("%s: no links", lang)
			}
		})
	}
}

// Somebody who takes the bot into a group is greeted once, in the language of that person's phone, with a way to begin.
func TestJoining(t *testing.T) {
	s := telegramtest.New(t)
	runOnTelegram(t, s)
	ana, rui := s.Person("Ana", "ana"), s.Person("Rui", "rui")
	ana.Language = "pt-br"
	group := s.Group(ana, rui)
	group.Add(ana)
	m := group.Next()
	if !strings.Contains(m.Text, "em resposta ao tabuleiro") || strings.Join(m.Buttons(), "|") != "Jogo novo" {
		t.Errorf("said %q with %q", m.Text, m.Buttons())
	}
	ana.Taps(m, "Jogo novo").Wait()
	s.Until("games are offered", func() bool { return len(m.Buttons()) > 1 })
	if n := len(group.Sent()); n != 1 {
		t.Errorf("%d messages", n)
	}
}
