package telegram

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"tabuleiro/bot/telegram/client"
	"tabuleiro/bot/telegram/commands"
)

// menu is what Telegram tells of the bot.
type menu struct {
	line         *client.Client
	places       Places
	log          *slog.Logger
	bot          int64 // its number
	patience     time.Duration
	commands     map[string][]commands.Command
	words        commands.Speller
	descriptions map[string]commands.Description
}

// describe gives Telegram the commands and the descriptions if they have changed. Without them everything works but the
// suggestions, so a failure is left for the next start.
func (m *menu) describe(ctx context.Context) {
	suggested := m.suggested()
	m.ifChanged(ctx, "commands", suggested, func() error {
		for lang, scopes := range suggested {
			for scope, list := range scopes {
				if err := m.setCommands(ctx, scope, lang, list); err != nil {
					return err
				}
			}
		}
		return nil
	})
	for part, of := range map[string]struct {
		method string
		text   func(commands.Description) string
	}{
		"description":       {"setMyDescription", func(d commands.Description) string { return d.Long }},
		"short_description": {"setMyShortDescription", func(d commands.Description) string { return d.Short }},
	} {
		for lang, d := range m.descriptions {
			text := of.text(d)
			m.ifChanged(ctx, part+"/"+lang, text, func() error {
				params := tgbotapi.Params{part: text}
				params.AddNonEmpty("language_code", lang)
				return m.tell(ctx, of.method, params)
			})
		}
	}
}

// ifChanged tells Telegram something of the bot, unless that is what it was told last.
func (m *menu) ifChanged(ctx context.Context, part string, value any, tell func() error) {
	text, err := json.Marshal(value)
	if err != nil || ctx.Err() != nil || string(text) == "{}" || string(text) == "null" {
		return
	}
	digest := sha256.Sum256(text)
	sum, at := hex.EncodeToString(digest[:]), fmt.Sprintf("telegram/%d/%s", m.bot, part)
	last, err := m.places.Get(ctx, at)
	if err == nil && last == sum {
		return
	}
	if err == nil {
		err = tell()
	}
	if err == nil {
		err = m.places.Put(ctx, at, sum)
	}
	if err != nil && ctx.Err() == nil {
		m.log.Warn("telegram: the bot's texts in Telegram could not be set", "what", part, "error", err)
	}
}

// suggestion is a command as Telegram shows it.
type suggestion struct {
	Command     string `json:"command"`
	Description string `json:"description"`
}

// suggested are the commands of each language and scope, in the order in which they are given.
func (m *menu) suggested() map[string]map[commands.Scope][]suggestion {
	all := map[string]map[commands.Scope][]suggestion{}
	for lang, list := range m.commands {
		all[lang] = map[commands.Scope][]suggestion{}
		for _, scope := range commands.Scopes {
			of := []suggestion{}
			for _, c := range list {
				if slices.Contains(c.In, scope) {
					of = append(of, suggestion{c.Name, m.words.Plain(c.Help)})
				}
			}
			all[lang][scope] = of
		}
	}
	return all
}

func (m *menu) setCommands(ctx context.Context, scope commands.Scope, lang string, list []suggestion) error {
	params := tgbotapi.Params{}
	params.AddNonEmpty("language_code", lang)
	if err := params.AddInterface("commands", list); err != nil {
		return err
	}
	if err := params.AddInterface("scope", map[string]commands.Scope{"type": scope}); err != nil {
		return err
	}
	return m.tell(ctx, "setMyCommands", params)
}

func (m *menu) tell(ctx context.Context, method string, params tgbotapi.Params) error {
	ctx, cancel := context.WithTimeout(ctx, m.patience)
	defer cancel()
	return m.line.Insist(ctx, client.Request{Method: method, Params: params}, nil)
}
