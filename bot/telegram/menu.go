package telegram

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/command"
	"tabuleiro/bot/telegram/client"
)

// Command is a command of the bot.
type Command struct {
	Name string        // 1 to 32 characters of a-z, 0-9 and _
	Help string        // at most 256 characters
	Menu command.Scope // scopes in which Telegram suggests it after a slash; 0 for none, though it works all the same
}

// Menus maps scopes to Telegram's names for them. An administrator of a group is suggested only the commands of the
// administrators' scope.
var Menus = map[command.Scope]string{command.Private: "all_private_chats", command.Groupwide: "all_group_chats",
	command.Administrators: "all_chat_administrators"}

// Description is what Telegram shows of a bot to people who have not written to it.
type Description struct {
	Long  string // shown in the empty chat, at most 512 characters
	Short string // shown on the profile and when the bot is shared, at most 120 characters
}

// describe sends Telegram the commands and descriptions that have changed. A failure is only logged and left to the
// next start, because they merely provide suggestions.
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

// tell calls a method that sets a text of the bot in a language, unless the parameters are those of the last call.
// scope tells the calls for different command menus apart.
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
	chat.Warn(t.Log, err, "telegram: the bot's texts in Telegram could not be set", "method", method, "language", lang)
}
