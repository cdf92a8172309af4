package main

import (
	"crypto/rand"
	"io"
	"log/slog"
	"os"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/telegram"
	"tabuleiro/bot/terminal"
	"tabuleiro/render"
	"tabuleiro/storage"
)

// services are the chats that are configured; none is the terminal's cue. usual is the language of those whose own is not
// spoken.
func services(c config, usual string, store storage.Store, log *slog.Logger) ([]chat.Adapter, error) {
	book, err := speech.Load()
	if err != nil {
		return nil, err
	}
	var all []chat.Adapter
	if c.Telegram.Token != "" {
		t, err := telegram.New(telegram.Config{
			Token: string(c.Telegram.Token),
			API:   string(c.Telegram.API),
			Webhook: telegram.Webhook{
				URL:    string(c.Telegram.Webhook.URL),
				Listen: string(c.Telegram.Webhook.Listen),
				Secret: string(c.Telegram.Webhook.Secret),
			},
			Commands: telegramCommands(book),
			Places:   store,
			Log:      log,
		})
		if err != nil {
			return nil, mistake{err}
		}
		all = append(all, t)
	}
	if c.Discord.Token != "" {
		d, err := discord.New(discord.Config{
			Token:    string(c.Discord.Token),
			API:      string(c.Discord.API),
			Guild:    string(c.Discord.Guild),
			Content:  bool(c.Discord.Content),
			Shard:    int(c.Discord.Shard),
			Shards:   int(c.Discord.Shards),
			Commands: discordCommands(book),
			Say:      sayer(book, usual),
			Settings: store,
			Log:      log,
		})
		if err != nil {
			return nil, mistake{err}
		}
		all = append(all, d)
	}
	return all, nil
}

// atTerminal is the chat without a service.
func atTerminal(interactive bool, pictures string, out io.Writer, log *slog.Logger) chat.Adapter {
	return terminal.New(terminal.Config{
		In:          os.Stdin,
		Out:         out,
		Interactive: interactive,
		Pictures:    pictures,
		Session:     rand.Text()[:8],
		Log:         log,
	})
}

// telegramCommands are the commands under names that Telegram takes: a word without accents in each language.
func telegramCommands(book *speech.Book) map[string][]telegram.Command {
	all := map[string][]telegram.Command{}
	for i, lang := range speech.Languages {
		voice, _ := book.In(lang)
		for _, c := range speech.Commands {
			name := speech.Fold(voice.Words(c)[0])
			all[lang] = append(all[lang], telegram.Command{Name: name, Help: voice.Text("help." + c), Private: c == "start"})
		}
		if i == 0 {
			all[""] = all[lang]
		}
	}
	return all
}

// discordCommands are the commands with what Discord asks for besides. The words for that are in the message files under
// "slash".
func discordCommands(book *speech.Book) []discord.Command {
	words := func(key string) discord.Words {
		w := discord.Words{}
		for _, lang := range speech.Languages {
			voice, _ := book.In(lang)
			w[lang] = voice.Text(key)
		}
		return w
	}
	option := func(kind discord.Kind, name string) discord.Option {
		return discord.Option{Kind: kind, Name: words("slash." + name), Description: words("slash-help." + name)}
	}
	game := option(discord.Text, "game")
	for _, g := range games {
		game.Choices = append(game.Choices, discord.Choice{Name: words("game." + g.Name), Value: g.Name})
	}
	colour := option(discord.Text, "colour")
	colour.Prefix = "colour="
	for _, side := range []string{"lot", "first", "second"} {
		colour.Choices = append(colour.Choices, discord.Choice{Name: words("slash." + side), Value: strings.Fields(words("word." + side)["en"])[0]})
	}
	match := option(discord.Text, "match")
	match.Prefix = "#"
	move := option(discord.Completed, "move")
	move.Required = true
	options := map[string][]discord.Option{
		"play":     {game, option(discord.Person, "opponent"), colour, option(discord.Text, "options"), option(discord.OwnThread, "thread")},
		"move":     {move},
		"moves":    {option(discord.Text, "from")},
		"rules":    {game},
		"language": {option(discord.Completed, "language")},
	}
	for _, c := range []string{"accept", "decline", "cancel", "board", "text", "draw", "undo", "resign", "dice", "export", "stop"} {
		options[c] = []discord.Option{match}
	}
	word := option(discord.Text, "word")
	word.Prefix = "word="
	options["play"] = append(options["play"], word)
	options["accept"] = append(options["accept"], word)
	options["resign"] = append(options["resign"], option(discord.Text, "times"))
	options["dice"] = append(options["dice"], option(discord.Text, "throw"))
	options["confirm"] = []discord.Option{option(discord.Text, "switch")}
	theme := option(discord.Text, "theme")
	for _, name := range render.Themes {
		theme.Choices = append(theme.Choices, discord.Choice{Name: words("theme." + name), Value: name})
	}
	options["theme"] = []discord.Option{theme}
	var all []discord.Command
	for _, c := range speech.Commands {
		name := words("command." + c)
		for lang, w := range name {
			name[lang] = strings.Fields(w)[0]
		}
		all = append(all, discord.Command{Name: name, Description: words("help." + c), Options: options[c]})
	}
	return all
}

// sayer fills the few sentences that the adapter to Discord says itself.
func sayer(book *speech.Book, usual string) func(locale, key string, gaps map[string]string) string {
	return func(locale, key string, gaps map[string]string) string {
		voice, spoken := book.In(locale)
		if !spoken {
			voice, _ = book.In(usual)
		}
		var facts []speech.Fact
		for name, text := range gaps {
			facts = append(facts, speech.Text(name, text))
		}
		return voice.Text(key, facts...)
	}
}
