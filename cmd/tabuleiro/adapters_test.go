package main

import (
	"context"
	"crypto/rand"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot"
	"tabuleiro/bot/bottest"
	"tabuleiro/bot/command"
	"tabuleiro/bot/discord/commands"
	"tabuleiro/bot/discord/discordtest"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/telegram/telegramtest"
	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/engine/table"
	"tabuleiro/storage/memorytest"
)

// Both services run in one process with default settings: commands are registered under valid names, a challenge is
// accepted by a button and a move is played.
func TestServices(t *testing.T) {
	telegram, discord := telegramtest.New(t), discordtest.New(t)
	c := config.Defaults()
	c.Telegram.Token, c.Telegram.API = config.Secret(telegram.Token), telegram.URL
	c.Discord.Token, c.Discord.API = discordtest.Token, discord.API
	store := memorytest.New()
	log := slog.New(slog.NewTextHandler(t.Output(), nil))
	chats, err := services(c, "en", store, log)
	if err != nil {
		t.Fatal(err)
	}
	if got := names(chats); got != "telegram, discord" {
		t.Fatalf("configured: %s", got)
	}
	b, err := bot.New(bot.Config{Store: store, Games: table.Games, Language: "en", Log: log, Now: time.Now,
		Random: rand.Reader})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- b.Run(ctx, chats...) }()
	defer func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		bottest.Verify(t, store, table.Games)
	}()

	ana, rui := telegram.Person("Ana", "ana"), telegram.Person("Rui", "rui")
	group := telegram.Group(ana, rui)
	ana.Says(group, "/jogar damas cor=brancas @rui")
	rui.Taps(group.Next(), "Accept")
	ana.Says(group, "/m 11-15", telegramtest.Reply(group.Next()))
	if m := group.Next(); !strings.Contains(m.Text, "Ana: 11-15") {
		t.Errorf("Telegram: %q", m.Text)
	}

	eva, leo := discord.User("eva"), discord.User("leo")
	channel := discord.Guild(eva, leo).Channel("games")
	discord.Connected(1)
	eva.Command(channel, "settings", discordtest.With("what", "message new")).Private()
	channel.Next() // that is told to all
	eva.Command(channel, "play", discordtest.With("game", "eximo"), discordtest.With("opponent", leo),
		discordtest.With("colour", "white"))
	leo.Presses(channel.Next(), "Accept")
	channel.Next()
	eva.Command(channel, "move", discordtest.With("move", "c2-c4"))
	if m := channel.Next(); !strings.Contains(m.Content, "c2-c4") {
		t.Errorf("Discord: %q", m.Content)
	}
}

// Every completion on Discord offers something, except that of moves without a match.
func TestCompleted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := meet(t, false)
		defer a.ends()
		book, err := speech.Load()
		if err != nil {
			t.Fatal(err)
		}
		completed := 0
		var try func(all []commands.Command)
		try = func(all []commands.Command) {
			for _, c := range all {
				try(c.Under)
				for _, o := range c.Options {
					if o.Kind != command.Completed || c.Name["en"] == "move" {
						continue
					}
					completed++
					if len(a.leo.Completes(a.channel, c.Name["en"], discordtest.With(o.Name["en"], ""))) == 0 {
						t.Errorf("/%s %s: nothing is suggested", c.Name["en"], o.Name["en"])
					}
				}
			}
		}
		try(discordCommands(book))
		if completed < 6 {
			t.Errorf("only %d options are completed", completed)
		}
	})
}

// Every colour of any game can be chosen on Discord, under its own name.
func TestColourChoices(t *testing.T) {
	book, err := speech.Load()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range discordCommands(book) {
		for _, o := range c.Options {
			for _, choice := range o.Choices {
				if o.Prefix == "colour=" {
					got = append(got, choice.Name["en"]+": "+choice.Value)
				}
			}
		}
	}
	want := []string{"By lot: lot", "White: white", "Black: black", "Red: red", "Blue: blue",
		"The opponent chooses: theirs"}
	if !slices.Equal(got, want) {
		t.Errorf("the colours are %q", got)
	}
}

// A mistake in the settings of a service is reported before anything runs, without the token.
func TestServices_Wrong(t *testing.T) {
	for name, change := range map[string]func(*config.Config){
		"telegram token": func(c *config.Config) { c.Telegram.Token = "hidden" },
		"telegram api":   func(c *config.Config) { c.Telegram.Token, c.Telegram.API = "123456:AAAAhiddenhidden", "nowhere" },
		"telegram webhook": func(c *config.Config) {
			c.Telegram.Token, c.Telegram.Webhook.URL = "123456:AAAAhiddenhidden", "http://x"
		},
		"discord api":    func(c *config.Config) { c.Discord.Token, c.Discord.API = discordtest.Token, "nowhere" },
		"discord token":  func(c *config.Config) { c.Discord.Token = "hidden" },
		"discord spaces": func(c *config.Config) { c.Discord.Token = discordtest.Token + " hidden" },
	} {
		c := config.Defaults()
		change(&c)
		_, err := services(c, "en", memorytest.New(), slog.New(slog.DiscardHandler))
		about, _, _ := strings.Cut(name, " ")
		if err == nil || strings.Contains(err.Error(), "hidden") || strings.Contains(err.Error(), discordtest.Token) ||
			!strings.Contains(err.Error(), about) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Control sequences are only sent to terminals that know them.
func TestLookOfTheTerminal(t *testing.T) {
	for term, plain := range map[string]bool{"xterm": false, "dumb": true, "": false} {
		t.Setenv("TERM", term)
		at, err := atTerminal(true, runCommand{}, "x.db", "en", slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		if at.Plain != plain {
			t.Errorf("TERM=%q: plain %v", term, at.Plain)
		}
	}
}
