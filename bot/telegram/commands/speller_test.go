package commands_test

import (
	"slices"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram/commands"
)

// speller knows three commands, one of which has an accent elsewhere.
func speller() commands.Speller {
	return commands.NewSpeller(map[string][]commands.Command{
		"en": {{Name: "play"}, {Name: "help"}},
		"pt": {{Name: "posicao", Spelt: map[string]string{"posição": "posicao"}}},
	})
}

func TestSpeller_Accents(t *testing.T) {
	for text, want := range map[string]string{
		"/posição": "/posicao", "see /posição, or /play": "see /posicao, or /play", "a posição": "a posição", "/Posição": "/Posição",
	} {
		if got := speller().Plain(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
	person := &chat.User{Handle: "/posição"}
	spans := []chat.Span{{Text: "/posição", Bold: true}, {Text: "/posição", User: person}}
	want := []chat.Span{{Text: "/posicao", Bold: true}, {Text: "/posição", User: person}}
	if got := speller().Respell(spans); !slices.Equal(got, want) || spans[0].Text != "/posição" {
		t.Errorf("%v become %v", spans, got)
	}
}

// A command is a link only if it is the bot's, and stands alone: what stands behind it would be lost.
func TestSpeller_Unlinked(t *testing.T) {
	for text, want := range map[string][]string{
		"/play":                           nil,
		"(/play) or /help.":               nil,
		"/play or /help":                  nil,
		"/start":                          {"/start"},
		"/play damas":                     {"/play damas"},
		"/play damas @rui":                {"/play damas @rui"},
		"/play damas.":                    {"/play damas"},
		"/play damas or /help":            {"/play damas"},
		"/play is how a game is begun":    {"/play"},
		"/play - begins":                  nil,
		"/play\ndamas":                    nil,
		"/play, and go":                   nil,
		"/play …":                         {"/play …"},
		"/play #k7q2":                     {"/play #k7q2"},
		"https://example.org/start/play":  nil,
		"x/start and /start":              {"/start"},
		"/play@other":                     nil,
		"á /play damas":                   {"/play damas"},
		"/play damas\nand /help":          {"/play damas"},
		"/help or /play damas, or /start": {"/play damas", "/start"},
	} {
		var got []string
		for _, s := range speller().Unlinked(text) {
			got = append(got, text[s[0]:s[1]])
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q are no links, want %q", text, got, want)
		}
	}
}
