package speech_test

import (
	"slices"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
)

// The name in an example is that of nobody present.
func TestExample(t *testing.T) {
	for _, c := range []struct {
		others []string
		want   string
	}{{nil, "ana"}, {[]string{"Rui"}, "ana"}, {[]string{"eva", "ANA"}, "rui"}, {[]string{"Rui", "Aná"}, "eva"}, {[]string{"anabela"}, "ana"}} {
		if got := speech.Example(c.others...); got != c.want {
			t.Errorf("beside %q it is %s, want %s", c.others, got, c.want)
		}
	}
}

// A device's country selects the variety of a language, if it has the same language.
func TestNearer(t *testing.T) {
	for _, c := range [][3]string{{"pt", "pt-BR", "pt-BR"}, {"pt", "pt-PT", "pt"}, {"en", "pt-BR", "en"}, {"es", "pt-BR", "es"},
		{"pt", "es-CL", "pt"}, {"pt", "", "pt"}, {"pt", "not a language", "pt"}} {
		if got := book(t).Nearer(c[0], c[1]); got != c[2] {
			t.Errorf("%s on a device in %q is %s, want %s", c[0], c[1], got, c[2])
		}
	}
}

// A command is named by its words and by the noun of its action, in any language.
func TestNames_Commands(t *testing.T) {
	for _, c := range []struct {
		command, word string
		want          bool
	}{
		{"resign", "resign", true}, {"resign", "Desistir", true}, {"resign", "resignation", true}, {"resign", "cube", false},
		{"challenge", "desafío", true},
		{"double", "cube", true}, {"double", "resignation", false}, {"play", "resignation", false}, {"play", "play", true},
		{"play", "help", false}, {"resign", "", false}, {"help", "word", false},
	} {
		if got := book(t).Names(c.command, c.word); got != c.want {
			t.Errorf("%q names %s: %v", c.word, c.command, got)
		}
	}
}

func TestVisible(t *testing.T) {
	for text, want := range map[string]bool{"": false, " \n": false, "\u200b": false, "\u3164\u2800": false, "a": true, ".": true,
		"7": true, "🎲": true, " é": true, "\u0301": false} {
		if got := speech.Visible(text); got != want {
			t.Errorf("%q is seen: %v", text, got)
		}
	}
	for text, want := range map[string]string{"Ação": "acao", "ÑANDÚ": "nandu", "plain": "plain", "한": "한", "": ""} {
		if got := speech.Fold(text); got != want {
			t.Errorf("%q is %q", text, got)
		}
	}
	if got := speech.Clean("\u0335\u0335\u0335a", 10); got != "\u0335\u0335a" {
		t.Errorf("marks at the beginning are %q", got)
	}
	if got := speech.Clean("a\u0335\u0335b\u0335\u0335\u0335", 10); got != "a\u0335\u0335b\u0335\u0335" {
		t.Errorf("marks of each letter are %q", got)
	}
}

// Words are split at everything else, without capitals, accents and apostrophes.
func TestWords(t *testing.T) {
	if got, want := speech.Words("Don’t! É o nº 7, I'm-off"), []string{"dont", "e", "o", "nº", "7", "im", "off"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	for text, want := range map[string][2]bool{"why?": {true, true}, "why? ": {true, true}, "why? so": {false, true}, "why": {false, false}} {
		if speech.Asks(text) != want[0] || speech.HasQuestion(text) != want[1] {
			t.Errorf("%q ends as a question: %v, asks: %v", text, speech.Asks(text), speech.HasQuestion(text))
		}
	}
}

// A phrase is matched by whole consecutive words. A question, a doubt or a refusal does not state it, and a no states
// nothing else.
func TestPhrased(t *testing.T) {
	b := book(t)
	for text, want := range map[string]struct{ wonders, declines bool }{
		"resign":                 {false, false},
		"resign?":                {true, false},
		"What if I resign":       {true, false},
		"what, if I resign":      {true, false},
		"what about if I resign": {false, false},
		"can I resign":           {true, false},
		"I dont want to resign":  {true, false},
		"I don't want to":        {true, true},
		"I don't want to?":       {true, false},
		"no":                     {false, true},
		"não":                    {false, true},
		"perhaps":                {true, false},
		"perhapses":              {false, false},
		"eu não quero":           {true, true},
	} {
		if got := b.Wonders(text); got != want.wonders {
			t.Errorf("%q wonders: %v", text, got)
		}
		if got := b.Declines(text); got != want.declines {
			t.Errorf("%q declines: %v", text, got)
		}
	}
}

// The bot has a level in the title of a match alone, in the reader's language; a person of that name keeps the name.
func TestTitled(t *testing.T) {
	pt, en := voice(t, "pt"), voice(t, "en")
	for u, want := range map[chat.User][2]string{
		{Name: "Bot (level 3)", Robot: true, Level: "3"}: {"Bot", "Bot, nível 3"},
		{Name: "Bot (max)", Robot: true, Level: "max"}:   {"Bot", "Bot, máximo"},
		{Name: "Bot (level 3)", Robot: true}:             {"Bot (level 3)", "Bot (level 3)"},
		{Name: "Ana"}:                                    {"Ana", "Ana"},
	} {
		if got := [2]string{pt.DisplayName(u), pt.Titled(u)}; got != want {
			t.Errorf("%+v is called %q", u, got)
		}
	}
	bot := chat.User{Name: "Bot (nível 3)", Robot: true, Level: "3"}
	if got := en.DisplayName(bot) + " " + en.Titled(bot); got != "Bot Bot, level 3" {
		t.Errorf("in English it is %s", got)
	}
	if got := en.DisplayName(chat.User{Handle: "rui"}) + en.DisplayName(chat.User{Name: "Rui", Handle: "rui"}); got != "@ruiRui" {
		t.Errorf("people are called %s", got)
	}
}
