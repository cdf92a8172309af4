package telegram

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"tabuleiro/bot/command"
	"tabuleiro/bot/telegram/client"
)

// Command is one that the bot understands.
type Command struct {
	Name string        // a-z, 0-9 and _, at most 32
	Help string        // at most 256 characters
	Menu command.Scope // where Telegram suggests it to people who type a slash; 0: it is understood all the same
}

// Menus are what Telegram calls the scopes. An administrator of a group is suggested those for administrators alone.
var Menus = map[command.Scope]string{command.Private: "all_private_chats", command.Groupwide: "all_group_chats",
	command.Administrators: "all_chat_administrators"}

// Description is what Telegram shows of a bot to somebody who has not spoken with it.
type Description struct {
	Long  string // in the empty chat, at most 512 characters
	Short string // on its profile, and where it is shared; at most 120 characters
}

// describe gives Telegram the commands and the descriptions that have changed. Without them everything works but the
// suggestions, so a failure is left for the next start.
func (t *Telegram) describe(ctx context.Context) {
	for lang, list := range t.Commands {
		for menu, scope := range Menus {
			suggested := []tgbotapi.BotCommand{}
			for _, c := range list {
				if c.Menu&menu != 0 {
					suggested = append(suggested, tgbotapi.BotCommand{Command: c.Name, Description: respell(c.Help)})
				}
			}
			t.tell(ctx, "setMyCommands", lang, scope, client.Params{"commands": suggested,
				"scope": map[string]string{"type": scope}})
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
	sum := fmt.Sprintf("%x", sha256.Sum256(text))
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
