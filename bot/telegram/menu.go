package telegram

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"tabuleiro/bot/telegram/client"
	"tabuleiro/bot/telegram/commands"
)

// describe gives Telegram the commands and the descriptions that have changed. Without them everything works but the
// suggestions, so a failure is left for the next start.
func (t *Telegram) describe(ctx context.Context) {
	for lang, list := range t.Commands {
		for _, scope := range commands.Scopes {
			suggested := []tgbotapi.BotCommand{}
			for _, c := range list {
				if slices.Contains(c.In, scope) {
					suggested = append(suggested, tgbotapi.BotCommand{Command: c.Name, Description: t.words.Plain(c.Help)})
				}
			}
			params := tgbotapi.Params{}
			err := errors.Join(params.AddInterface("commands", suggested),
				params.AddInterface("scope", map[string]commands.Scope{"type": scope}))
			t.tell(ctx, "setMyCommands", lang, params, err)
		}
	}
	for lang, d := range t.Descriptions {
		t.tell(ctx, "setMyDescription", lang, tgbotapi.Params{"description": d.Long}, nil)
		t.tell(ctx, "setMyShortDescription", lang, tgbotapi.Params{"short_description": d.Short}, nil)
	}
}

// tell tells Telegram something of the bot in a language, unless that is what it was told last.
func (t *Telegram) tell(ctx context.Context, method, lang string, params tgbotapi.Params, err error) {
	at := fmt.Sprintf("telegram/%d/%s/%s%s", t.myself().ID, method, lang, params["scope"])
	text, wrong := json.Marshal(params)
	digest := sha256.Sum256(text)
	sum := hex.EncodeToString(digest[:])
	last, unread := t.Places.Get(ctx, at)
	if err = errors.Join(err, wrong, unread); err == nil && last != sum {
		params.AddNonEmpty("language_code", lang)
		err = t.brief(ctx, client.Request{Method: method, Params: params})
		if err == nil {
			err = t.Places.Put(ctx, at, sum)
		}
	}
	if err != nil && ctx.Err() == nil {
		t.Log.Warn("telegram: the bot's texts in Telegram could not be set", "method", method, "language", lang, "error", err)
	}
}
