// Package setup asks an operator for what the bot needs, tries it, and writes the configuration.
package setup

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
	"golang.org/x/term"

	discordclient "tabuleiro/bot/discord/client"
	telegramclient "tabuleiro/bot/telegram/client"
	"tabuleiro/cmd/tabuleiro/config"
)

// Command is the command that does this. The addresses of the services are those that are configured.
type Command struct{}

// Run writes a configuration that is not there yet, which nobody but its owner can read.
func (Command) Run(ctx context.Context, file config.File, in io.Reader, out *bufio.Writer) error {
	name := cmp.Or(string(file), config.DefaultFile)
	if _, err := os.Lstat(name); err == nil {
		return config.Mistakef("there is a %s already: change it by hand, move it away, or name another file (tabuleiro --config FILE setup)", name)
	}
	services, err := config.Read(os.DevNull, os.Environ())
	if err != nil {
		return err
	}
	s := &setup{ctx: ctx, in: in, out: out, lines: bufio.NewReader(in), services: services}
	if err := s.ask(); err != nil {
		return err
	}
	if err := write(name, s.answers); err != nil {
		return err
	}
	start := "tabuleiro"
	if file != "" {
		start += " --config " + name
	}
	s.say("\n%s is written; nobody but you can read it. Start the bot with: %s\nIt gives the services its commands and descriptions in each language itself. "+
		"Say /status to it: to those who are not its owner it tells their id, which belongs into the file as owner.", name,
		start)
	return nil
}

// setup is one under way.
type setup struct {
	ctx      context.Context
	in       io.Reader
	out      *bufio.Writer
	lines    *bufio.Reader
	services config.Config // where the services are
	answers  config.Config // what the file will hold; what is empty is left out
}

func (s *setup) say(format string, args ...any) {
	fmt.Fprintf(s.out, format+"\n", args...)
	_ = s.out.Flush() // the end of the run reports what cannot be printed
}

// line asks for a line; "" where nothing is answered. A secret is not shown while it is typed.
func (s *setup) line(question string, secret bool) (string, error) {
	fmt.Fprint(s.out, question+" ")
	_ = s.out.Flush()
	if f, ok := s.in.(*os.File); secret && ok && term.IsTerminal(int(f.Fd())) {
		text, err := term.ReadPassword(int(f.Fd()))
		s.say("")
		return strings.TrimSpace(string(text)), err
	}
	text, err := s.lines.ReadString('\n')
	if errors.Is(err, io.EOF) {
		if text == "" {
			return "", errors.New("the input ended: nothing is written")
		}
		err = nil
	}
	return strings.TrimSpace(text), err
}

// ask asks for everything.
func (s *setup) ask() error {
	s.say("What is not wanted may be left empty. Nothing is written before the end.")
	if err := s.service("Telegram", "Talk to @BotFather in Telegram, send /newbot, and copy the token that comes.",
		s.telegram); err != nil {
		return err
	}
	if err := s.service("Discord", "At https://discord.com/developers/applications make a New Application; under Bot press Reset Token, and copy it.", s.discord); err != nil {
		return err
	}
	if s.answers.Telegram.Token == "" && s.answers.Discord.Token == "" {
		return errors.New("without a token there is nothing to write: tabuleiro alone plays in this terminal")
	}
	var err error
	s.say("\nEverybody may read with /privacy what the bot keeps about people, and who answers for it.")
	if s.answers.Operator.Name, err = s.line("Your name, or that of an organisation:", false); err == nil {
		s.answers.Operator.Contact, err = s.line("A mail address, a page or a handle for questions:", false)
	}
	return err
}

// tries is how often a token may be wrong.
const tries = 3

// serviceTimeout is how long a service may take to answer.
const serviceTimeout = 20 * time.Second

// service asks for the token of a service until it is one, or none is given.
func (s *setup) service(name, how string, try func(context.Context, string) error) error {
	s.say("\n%s: %s", name, how)
	for left := tries; ; left-- {
		token, err := s.line("Token of "+name+":", true)
		if err != nil || token == "" {
			return err
		}
		ctx, cancel := context.WithTimeout(s.ctx, serviceTimeout)
		err = try(ctx, token)
		cancel()
		if err == nil || left == 1 || s.ctx.Err() != nil {
			return err
		}
		s.say("%v", err)
	}
}

// write makes the file, for this user alone. It does not take the place of another one.
func write(name string, answers config.Config) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s has come into being meanwhile, and stays as it is", name)
	}
	if err != nil {
		return err
	}
	_, err = f.WriteString("# Made by tabuleiro setup; config.example.yaml explains every setting.\n")
	if err == nil {
		err = yaml.NewEncoder(f, yaml.OmitZero()).Encode(answers)
	}
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, os.Remove(name))
	}
	return nil
}

// telegram tries a token, and says what is still to be pressed at BotFather.
func (s *setup) telegram(ctx context.Context, token string) error {
	if strings.ContainsAny(token, "/?#% ") {
		return errors.New("telegram: that is no token: one looks like 123456:AAE")
	}
	client := telegramclient.New(telegramclient.Client{Token: token,
		API: strings.TrimRight(s.services.Telegram.API, "/"), Times: telegramclient.Times{}.Complete(),
		Log: slog.New(slog.DiscardHandler)})
	var me struct {
		Username string `json:"username"`
		Name     string `json:"first_name"`
		HearsAll bool   `json:"can_read_all_group_messages"`
		Inline   bool   `json:"supports_inline_queries"`
	}
	err := client.Ask(ctx, telegramclient.Request{Method: "getMe"}, &me)
	switch {
	case telegramclient.AsFailure(err).Refused():
		return errors.New("telegram: this token is not known there: copy it again from @BotFather (/mybots, API Token)")
	case err != nil:
		return fmt.Errorf("telegram: %w", err)
	case me.Username == "":
		return errors.New("telegram: the answer names no bot")
	}
	s.answers.Telegram.Token = config.Secret(token)
	s.say("Telegram knows it: @%s, called %q.", me.Username, me.Name)
	name, err := s.line("Another name for it:", false)
	if err != nil {
		return err
	}
	if name != "" && name != me.Name {
		if err := client.Ask(ctx, telegramclient.Request{Method: "setMyName", Params: telegramclient.Params{"name": name}}, nil); err != nil {
			s.say("The name could not be changed: %v", err)
		}
	}
	if me.HearsAll {
		s.say("In groups it hears all that is said: moves can just be typed.")
	} else {
		s.say("In groups it hears taps, replies to it and commands. To let players just type: @BotFather, /setprivacy, @%s, Disable; then add it to the groups again.", me.Username)
	}
	if !me.Inline {
		s.say("To let people post challenges in any chat: @BotFather, /setinline, @%s.", me.Username)
	}
	s.say("Add it to a group: https://t.me/%s?startgroup=true", me.Username)
	return nil
}

// Flags of an application at Discord: the Message Content intent, as every small bot and as a verified one has it.
const content = 1<<18 | 1<<19

// Permissions are those that the bot needs at Discord: View Channels, Send Messages, Attach Files, Read Message
// History, Create Public Threads, Send Messages in Threads.
const Permissions = 1<<10 | 1<<11 | 1<<15 | 1<<16 | 1<<35 | 1<<38

// discord tries a token, and says how the bot is invited.
func (s *setup) discord(ctx context.Context, token string) error {
	base, err := url.Parse(strings.TrimRight(s.services.Discord.API, "/"))
	if err != nil {
		return errors.New("discord: the address of the API is none")
	}
	token = strings.TrimPrefix(token, "Bot ")
	client := discordclient.New(discordclient.Config{Token: token, Base: base, Rate: 1, Life: ctx,
		Log: slog.New(slog.DiscardHandler)})
	var me struct {
		Name string `json:"username"`
	}
	var app struct {
		ID    string `json:"id"`
		Flags int64  `json:"flags"`
	}
	about := func(what string, answer any) error {
		return client.Do(ctx, discordclient.Call{What: "ask who the bot is", Method: http.MethodGet, URL: what + "/@me",
			Once: true}, answer)
	}
	err = about("users", &me)
	if err == nil {
		err = about("applications", &app)
	}
	switch refused, ok := errors.AsType[*discordclient.Refusal](err); {
	case ok && refused.Status == http.StatusUnauthorized:
		return errors.New("discord: this token is not known there: the client id, the public key and the client secret are something else; under Bot, Reset Token makes a new one")
	case err != nil:
		return fmt.Errorf("discord: %w", err)
	case app.ID == "":
		return errors.New("discord: the answer names no application")
	}
	s.answers.Discord.Token = config.Secret(token)
	s.answers.Discord.Content = app.Flags&content != 0
	s.say("Discord knows it: %s.", me.Name)
	if s.answers.Discord.Content {
		s.say("The Message Content intent is ticked: moves can just be typed.")
	} else {
		s.say("Moves are tapped, /move, or a reply to the board. To let players just type: under Bot tick Message Content Intent, and set discord.content.")
	}
	s.say("Invite it: https://discord.com/oauth2/authorize?client_id=%s&scope=bot+applications.commands&permissions=%d",
		app.ID, Permissions)
	return nil
}
