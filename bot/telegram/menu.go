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
			t.tell(ctx, "setMyCommands", lang, string(scope), client.Params{"commands": suggested,
				"scope": map[string]commands.Scope{"type": scope}})
		}
	}
	for lang, d := range t.Descriptions {
		t.tell(ctx, "setMyDescription", lang, "", client.Params{"description": d.Long})
		t.tell(ctx, "setMyShortDescription", lang, "", client.Params{"short_description": d.Short})
	}
}

// tell tells Telegram something of the bot in a language, unless that is what it was told last. The scope is that of
// commands.
func (t *Telegram) tell(ctx context.Context, method, lang, scope string, params client.Params) {
	at := fmt.Sprintf("telegram/%d/%s/%s/%s", t.myself().ID, method, lang, scope)
	text, err := json.Marshal(params)
	digest := sha256.Sum256(text)
	sum := hex.EncodeToString(digest[:])
	last, unread := t.Places.Get(ctx, at)
	if err = errors.Join(err, unread); err == nil && last != sum {
		params["language_code"] = lang
		err = t.brief(ctx, client.Request{Method: method, Params: params})
		if err == nil {
			err = t.Places.Put(ctx, at, sum)
		}
	}
	if err != nil && ctx.Err() == nil {
		t.Log.Warn("telegram: the bot's texts in Telegram could not be set", "method", method, "language", lang, "error", err)
	}
}
