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

	Spelt map[string]string // words for it with accents, with how they are written without
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

// Description is what Telegram shows of a bot to somebody who has not spoken with it.
type Description struct {
	Long  string // in the empty chat, at most 512 characters
	Short string // on its profile, and where it is shared; at most 120 characters
}

// checkDescriptions returns them under the two letters that Telegram knows a language by.
func checkDescriptions(given map[string]Description) (map[string]Description, error) {
	checked := map[string]Description{}
	for tag, d := range given {
		lang, _, _ := strings.Cut(strings.ToLower(tag), "-")
		long, short := utf8.RuneCountInString(d.Long), utf8.RuneCountInString(d.Short)
		if lang != "" && len(lang) != 2 || long > 512 || short > 120 {
			return nil, fmt.Errorf("telegram: descriptions: %q is no language of two letters, or %d and %d characters are too many", tag, long, short)
		}
		checked[lang] = d
	}
	return checked, nil
}

// describedAt is where the sum of a part of what Telegram tells of a bot is kept.
func describedAt(bot int64, part string) string { return fmt.Sprintf("telegram/%d/%s", bot, part) }

// describe gives Telegram the commands and the descriptions if they have changed. Without them everything works but the
// suggestions, so a failure is left for the next start.
func (t *Telegram) describe(ctx context.Context) {
	t.ifChanged(ctx, "commands", t.Commands, func() error {
		for lang, list := range t.Commands {
			public := slices.DeleteFunc(slices.Clone(list), func(c Command) bool { return c.Private })
			for scope, list := range map[string][]Command{"all_private_chats": list, "all_group_chats": public} {
				if err := t.setCommands(ctx, scope, lang, list); err != nil {
					return err
				}
			}
		}
		return nil
	})
	for part, of := range map[string]struct {
		method string
		text   func(Description) string
	}{
		"description":       {"setMyDescription", func(d Description) string { return d.Long }},
		"short_description": {"setMyShortDescription", func(d Description) string { return d.Short }},
	} {
		for lang, d := range t.Descriptions {
			text := of.text(d)
			t.ifChanged(ctx, part+"/"+lang, text, func() error {
				params := tgbotapi.Params{part: text}
				params.AddNonEmpty("language_code", lang)
				return t.tell(ctx, of.method, params)
			})
		}
	}
}

// ifChanged tells Telegram something of the bot, unless that is what it was told last.
func (t *Telegram) ifChanged(ctx context.Context, part string, value any, tell func() error) {
	text, err := json.Marshal(value)
	if err != nil || ctx.Err() != nil || string(text) == "{}" || string(text) == "null" {
		return
	}
	digest := sha256.Sum256(text)
	sum, at := hex.EncodeToString(digest[:]), describedAt(t.myself().ID, part)
	last, err := t.Places.Get(ctx, at)
	if err == nil && last == sum {
		return
	}
	if err == nil {
		err = tell()
	}
	if err == nil {
		err = t.Places.Put(ctx, at, sum)
	}
	if err != nil && ctx.Err() == nil {
		t.Log.Warn("telegram: the bot's texts in Telegram could not be set", "what", part, "error", err)
	}
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
	return t.tell(ctx, "setMyCommands", params)
}

func (t *Telegram) tell(ctx context.Context, method string, params tgbotapi.Params) error {
	ctx, cancel := context.WithTimeout(ctx, t.Times.Send)
	defer cancel()
	return t.line.insist(ctx, request{method: method, params: params}, nil)
}
