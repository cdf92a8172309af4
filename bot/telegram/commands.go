package telegram

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"
)

// Command is one that Telegram suggests to who types a slash.
type Command struct {
	Name    string // a-z, 0-9 and _, at most 32
	Help    string // at most 256 characters
	Private bool   // only suggested in private chats
}

var commandForm = regexp.MustCompile(`^[a-z0-9_]{1,32}$`)

// checkCommands returns the commands under the two letters that Telegram knows a language by.
func checkCommands(given map[string][]Command) (map[string][]Command, error) {
	checked := map[string][]Command{}
	for tag, list := range given {
		lang, _, _ := strings.Cut(strings.ToLower(tag), "-")
		if lang != "" && len(lang) != 2 {
			return nil, fmt.Errorf("telegram: commands: %q is no language of two letters", tag)
		}
		if len(list) > 100 {
			return nil, fmt.Errorf("telegram: commands: %d are too many", len(list))
		}
		for _, c := range list {
			if !commandForm.MatchString(c.Name) {
				return nil, fmt.Errorf("telegram: commands: %q has more than a-z, 0-9 and _", c.Name)
			}
			if n := utf8.RuneCountInString(c.Help); n < 1 || n > 256 {
				return nil, fmt.Errorf("telegram: commands: the help of %q has %d characters", c.Name, n)
			}
		}
		checked[lang] = list
	}
	return checked, nil
}

// commandsAt is where the sum of the commands that Telegram has is kept.
const commandsAt = "telegram/commands"

// describe gives Telegram the commands if they have changed. Without it everything works but the suggestions, so a failure
// is left for the next start.
func (t *Telegram) describe(ctx context.Context) {
	if len(t.Commands) == 0 {
		return
	}
	sum, err := t.sumCommands()
	if err != nil {
		t.Log.Error("telegram: commands", "error", err)
		return
	}
	last, err := t.Places.Get(ctx, commandsAt)
	if err != nil {
		t.Log.Warn("telegram: commands", "error", err)
	}
	if last == sum {
		return
	}
	for lang, list := range t.Commands {
		public := slices.DeleteFunc(slices.Clone(list), func(c Command) bool { return c.Private })
		for scope, list := range map[string][]Command{"all_private_chats": list, "all_group_chats": public} {
			if err := t.setCommands(ctx, scope, lang, list); err != nil {
				if ctx.Err() == nil {
					t.Log.Warn("telegram: the commands could not be set", "error", err)
				}
				return
			}
		}
	}
	if err := t.Places.Put(ctx, commandsAt, sum); err != nil {
		t.Log.Warn("telegram: commands", "error", err)
	}
}

// sumCommands stands for the commands of this bot.
func (t *Telegram) sumCommands() (string, error) {
	text, err := json.Marshal(struct {
		Bot      int64
		Commands map[string][]Command
	}{t.myself().ID, t.Commands})
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), nil
}

func (t *Telegram) setCommands(ctx context.Context, scope, lang string, list []Command) error {
	type suggestion struct {
		Command     string `json:"command"`
		Description string `json:"description"`
	}
	said := make([]suggestion, len(list))
	for i, c := range list {
		said[i] = suggestion{c.Name, c.Help}
	}
	params := tgbotapi.Params{}
	params.AddNonEmpty("language_code", lang)
	if err := params.AddInterface("commands", said); err != nil {
		return err
	}
	if err := params.AddInterface("scope", map[string]string{"type": scope}); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, t.Times.Send)
	defer cancel()
	return t.line.insist(ctx, request{method: "setMyCommands", params: params}, nil)
}
