package main

import (
	"cmp"
	"encoding/json"
	"regexp"
	"testing"

	"tabuleiro/bot/command"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/telegram"
	"tabuleiro/bot/telegram/telegramtest"
)

// In every language and scope twelve commands are suggested, and commands named in their descriptions are ones that
// Telegram recognises and the bot understands in that language.
func TestSuggested_OnTelegram(t *testing.T) {
	book, err := speech.Load()
	if err != nil {
		t.Fatal(err)
	}
	s := telegramtest.New(t)
	runOnTelegram(t, s)
	s.Until("all is described", func() bool {
		return s.Described("setMyDescription", "pt") != "" && s.Described("setMyDescription", "es") != "" &&
			s.Described("setMyDescription", "en") != ""
	})
	named := regexp.MustCompile(`/[^\s;:,.)]+`)
	known, spelt := map[string]map[string]bool{}, map[string]map[string]bool{}
	for lang := range telegramCommands(book) {
		known[lang], spelt[lang] = map[string]bool{}, map[string]bool{}
		voice, _ := book.In(cmp.Or(lang, "en"))
		for _, c := range command.Public() {
			for _, word := range voice.Words(c.Name) {
				known[lang]["/"+speech.Fold(word)], spelt[lang]["/"+word] = true, true
			}
		}
	}
	texts, names := 0, 0
	for _, lang := range append([]string{""}, speech.Languages...) {
		for _, scope := range telegram.Menus {
			var list []struct{ Command, Description string }
			if err := json.Unmarshal([]byte(s.Commands(scope, lang)), &list); err != nil {
				t.Fatalf("%s %q: %v", scope, lang, err)
			}
			if len(list) != 12 {
				t.Errorf("%s %q: %d commands", scope, lang, len(list))
			}
			for _, c := range list {
				texts++
				for _, word := range named.FindAllString(c.Description, -1) {
					names++
					if !known[lang][word] {
						t.Errorf("%s %q: %s is no command, in what is said of /%s: %s", scope, lang, word, c.Command, c.Description)
					}
				}
			}
		}
		for _, c := range telegramCommands(book)[lang] { // suggested or not, as they are before Telegram is told
			for _, word := range named.FindAllString(c.Help, -1) {
				if !known[lang][word] && !spelt[lang][word] {
					t.Errorf("%q: %s is no command, in what is said of /%s: %s", lang, word, c.Name, c.Help)
				}
			}
		}
	}
	if texts != 4*3*12 || names < 20 {
		t.Errorf("%d texts with %d commands in them", texts, names)
	}
}
