package setup

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"

	"golang.org/x/term"
)

// telegram tries a token, and says what is still to be pressed at BotFather.
func (s *setup) telegram(ctx context.Context, token string) error {
	if strings.ContainsAny(token, "/?#% ") {
		return errors.New("telegram: that is no token: one looks like 123456:AAE")
	}
	at := strings.TrimRight(string(s.services.Telegram.API), "/") + "/bot" + token + "/"
	var got struct {
		OK     bool `json:"ok"`
		Result struct {
			Username string `json:"username"`
			Name     string `json:"first_name"`
			HearsAll bool   `json:"can_read_all_group_messages"`
			Inline   bool   `json:"supports_inline_queries"`
		} `json:"result"`
	}
	status, err := call(ctx, http.MethodPost, at+"getMe", "", nil, &got)
	switch {
	case status == http.StatusUnauthorized, status == http.StatusNotFound:
		return errors.New("telegram: this token is not known there: copy it again from @BotFather (/mybots, API Token)")
	case err != nil:
		return fmt.Errorf("telegram: %w", err)
	case !got.OK || got.Result.Username == "":
		return errors.New("telegram: the answer names no bot")
	}
	me := got.Result
	s.answers.Telegram.Token = token
	s.say("Telegram knows it: @%s, called %q.", me.Username, me.Name)
	name, err := s.line("Another name for it:", false)
	if err != nil {
		return err
	}
	if name != "" && name != me.Name {
		if _, err := call(ctx, http.MethodPost, at+"setMyName", "", url.Values{"name": {name}}, nil); err != nil {
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
	token = strings.TrimPrefix(token, "Bot ")
	at := strings.TrimRight(string(s.services.Discord.API), "/") + "/v10"
	var me struct {
		Name string `json:"username"`
		Bot  bool   `json:"bot"`
	}
	var app struct {
		ID    string `json:"id"`
		Flags int64  `json:"flags"`
	}
	status, err := call(ctx, http.MethodGet, at+"/users/@me", "Bot "+token, nil, &me)
	if err == nil {
		status, err = call(ctx, http.MethodGet, at+"/applications/@me", "Bot "+token, nil, &app)
	}
	switch {
	case status == http.StatusUnauthorized:
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

// most is how much of an answer is read, in bytes.
const most = 1 << 20

// call makes a call with a form, if there is one, and reads the answer. Its error says nothing of the address, of which
// a token may be a part.
func call(ctx context.Context, method, at, authorization string, form url.Values, answer any) (status int, err error) {
	r, err := http.NewRequestWithContext(ctx, method, at, strings.NewReader(form.Encode()))
	if err != nil {
		return 0, errors.New("the address of the API, or the token, cannot be part of an address")
	}
	if form != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if authorization != "" {
		r.Header.Set("Authorization", authorization)
		r.Header.Set("User-Agent", "DiscordBot (tabuleiro, 1)")
	}
	got, err := http.DefaultClient.Do(r)
	if err != nil {
		var failed *url.Error
		if errors.As(err, &failed) {
			err = failed.Err
		}
		return 0, err
	}
	defer got.Body.Close()
	text, err := io.ReadAll(io.LimitReader(got.Body, most))
	switch {
	case got.StatusCode != http.StatusOK:
		return got.StatusCode, errors.New(got.Status)
	case err != nil:
		return got.StatusCode, err
	case answer != nil:
		if err := json.Unmarshal(text, answer); err != nil {
			return got.StatusCode, errors.New("the answer is not what it should be")
		}
	}
	return got.StatusCode, nil
}

// hiddenFrom reads a line of a terminal without showing it; nil if it is none.
func hiddenFrom(in io.Reader) func() (string, error) {
	f, ok := in.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return nil
	}
	return func() (string, error) {
		text, err := term.ReadPassword(int(f.Fd()))
		return string(text), err
	}
}
