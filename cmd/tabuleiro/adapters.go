package main

import (
	"cmp"
	"crypto/rand"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"golang.org/x/term"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/command"
	"tabuleiro/bot/discord"
	"tabuleiro/bot/discord/commands"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/telegram"
	"tabuleiro/bot/terminal"
	"tabuleiro/bot/view"
	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/engine/table"
	"tabuleiro/render"
	"tabuleiro/storage"
)

// handOver is how long a stopped bot continues to send while a standby may wait to take over.
const handOver = 800 * time.Millisecond

// services makes the adapters of the configured services; without any, the caller uses the terminal. usual is the
// language for people whose own is not supported; the error names everything that failed.
func services(c config.Config, usual string, store storage.Store, log *slog.Logger) ([]chat.Adapter, error) {
	book, err := speech.Load()
	if err != nil {
		return nil, err
	}
	var all []chat.Adapter
	var wrong error
	add := func(a chat.Adapter, err error) {
		if wrong = errors.Join(wrong, err); err == nil {
			all = append(all, a)
		}
	}
	grace := time.Duration(0) // the default
	if c.Database.File() == "" {
		grace = handOver
	}
	say := sayer(book, usual)
	if c.Telegram.Token != "" {
		hook := c.Telegram.Webhook
		add(telegram.New(telegram.Config{
			Token:        string(c.Telegram.Token),
			API:          c.Telegram.API,
			Webhook:      telegram.Webhook{URL: hook.URL, Listen: string(hook.Listen), Secret: string(hook.Secret)},
			Commands:     telegramCommands(book),
			Descriptions: telegramDescriptions(book),
			Say:          say,
			Local:        c.Telegram.Local,
			Places:       store,
			Times:        telegram.Times{Grace: grace},
			Log:          log,
		}))
	}
	if c.Discord.Token != "" {
		add(discord.New(discord.Config{
			Token:    string(c.Discord.Token),
			API:      c.Discord.API,
			Content:  c.Discord.Content,
			Commands: discordCommands(book),
			Say:      say,
			Settings: store,
			Grace:    grace,
			Log:      log,
		}))
	}
	if wrong != nil {
		wrong = config.Mistakef("%w", wrong)
	}
	return all, wrong
}

// atTerminal makes the adapter of the terminal.
func atTerminal(interactive bool, c runCommand, d config.Database, usual string,
	log *slog.Logger) (*terminal.Terminal, error) {
	book, err := speech.Load()
	if err != nil {
		return nil, err
	}
	files, err := filepath.Abs(c.Files) // absolute, so that it does not depend on the working directory
	if err != nil {
		return nil, err
	}
	say := sayer(book, usual)
	login := cmp.Or(os.Getenv("USER"), os.Getenv("USERNAME")) // the latter on Windows
	return terminal.New(terminal.Config{
		In:          os.Stdin,
		Out:         os.Stdout,
		Interactive: interactive,
		Pictures:    c.Pictures,
		Files:       files,
		History:     d.Typed(),
		Unpaced:     true,
		Plain:       os.Getenv("TERM") == "dumb",
		Columns: func() int {
			columns, _, _ := term.GetSize(int(os.Stdout.Fd()))
			return columns
		},
		Say: func(key, language string) string {
			return say(cmp.Or(language, usual), key, map[string]string{"File": d.Log(), "Example": speech.Example(login)})
		},
		Leaves:  func(word string) bool { return book.Means("leave", word) },
		Common:  func(word string) bool { return book.Command(word) != "" || book.Means("small-talk", word) },
		User:    login,
		Session: rand.Text()[:8],
		Log:     log,
	}), nil
}

// telegramCommands returns the commands under names that Telegram accepts: one word without accents in each language.
// Telegram knows only the two letters of ISO 639-1, so Portuguese ("pt") also serves telephones set to pt-BR.
func telegramCommands(book *speech.Book) map[string][]telegram.Command {
	all := map[string][]telegram.Command{}
	for _, lang := range append([]string{""}, speech.Languages...) { // "" is for all others, in English
		voice, _ := book.In(lang)
		for _, c := range command.Public() {
			name := speech.Fold(voice.Words(c.Name)[0])
			all[lang] = append(all[lang], telegram.Command{Name: name, Help: voice.Text("help." + c.Name), Menu: c.Menu})
		}
	}
	return all
}

// telegramDescriptions returns what Telegram shows about the bot before the first message.
func telegramDescriptions(book *speech.Book) map[string]telegram.Description {
	all := map[string]telegram.Description{}
	for _, lang := range append([]string{""}, speech.Languages...) {
		voice, _ := book.In(lang)
		all[lang] = telegram.Description{Long: voice.Text("telegram-description"), Short: voice.Text("telegram-short")}
	}
	return all
}

// discordCommands returns the commands, with choices for arguments of few values. The words for arguments are in the
// message files under "slash".
func discordCommands(book *speech.Book) []commands.Command {
	words := func(key string) commands.Words {
		w := commands.Words{}
		for _, tag := range speech.Spoken { // regional variants come last: Discord's only Portuguese is Brazil's
			voice, _ := book.In(tag)
			w[voice.Language] = voice.Text(key)
		}
		return w
	}
	choices := map[string][]string{"colour": {"slash.lot"}, "theme": {"value.size.phone", "value.size.desktop"}}
	for _, g := range table.Games {
		choices["game"] = append(choices["game"], "game."+g.Name)
		for _, c := range g.Colours {
			if key := "colour." + c; !slices.Contains(choices["colour"], key) {
				choices["colour"] = append(choices["colour"], key)
			}
		}
	}
	choices["colour"] = append(choices["colour"], "slash.theirs")
	for _, name := range slices.Backward(render.Themes) {
		choices["theme"] = slices.Insert(choices["theme"], 0, "value.theme."+name)
	}
	for option, c := range map[string]view.Choice{"switch": view.ChoiceNamed("confirm"), "pace": view.Replay} {
		for _, value := range c.Values {
			choices[option] = append(choices[option], "value."+c.Name+"."+value)
		}
	}
	return commands.All(command.Public(), words, choices)
}

// sayer returns the function by which adapters get sentences of their own.
func sayer(book *speech.Book, usual string) func(locale, key string, gaps map[string]string) string {
	return func(locale, key string, gaps map[string]string) string {
		voice, spoken := book.In(locale)
		if !spoken {
			voice, _ = book.In(usual)
		}
		var facts []speech.Fact
		for name, text := range gaps {
			fact := speech.Text(name, text)
			if n, err := strconv.Atoi(text); err == nil && name == "Count" {
				fact = speech.Count(n)
			}
			facts = append(facts, fact)
		}
		return voice.Text(key, facts...)
	}
}
