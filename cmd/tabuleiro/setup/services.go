package setup

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"

	discordclient "tabuleiro/bot/discord/client"
	telegramclient "tabuleiro/bot/telegram/client"
)

// telegram tries a token, and says what is still to be pressed at BotFather.
func (s *setup) telegram(ctx context.Context, token string) error {
	if strings.ContainsAny(token, "/?#% ") {
		return errors.New("telegram: that is no token: one looks like 123456:AAE")
	}
	client := telegramclient.New(telegramclient.Connection{Token: token,
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
	s.answers.Telegram.Token = token
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
	var refused *discordclient.Refusal
	switch {
	case errors.As(err, &refused) && refused.Status == http.StatusUnauthorized:
		return errors.New("discord: this token is not known there: the client id, the public key and the client secret are something else; under Bot, Reset Token makes a new one")
	case err != nil:
		return fmt.Errorf("discord: %w", err)
	case app.ID == "":
		return errors.New("discord: the answer names no application")
	}
	s.answers.Discord.Token = token
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
