package bot_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// The name of a language alone is the wish to be spoken to in it, although games are called so, too.
func TestLanguageAlone(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for text, want := range map[string]string{
			"español": "Idioma: Español.", "espanhol": "Idioma: Español.", "spanish": "Idioma: Español.",
			"português": "Língua: Português.",
			"portugués": "Língua: Português.", "Portuguese": "Língua: Português.", "english": "Language: English.",
			"inglês": "Language: English.", "inglés!": "Language: English.",
		} {
			for _, lang := range []string{"en", "es", "pt"} {
				d := newDesk()
				h, _ := start(t, memorytest.New(), d)
				privately(h, ana, "/language "+lang)
				privately(h, ana, text)
				if got := chat.Plain(d.last(t).m.Text); got != want {
					t.Errorf("%s: %q is answered with %q", lang, text, got)
				}
			}
		}
	})
}

// The answer that a player would give to some move is not played, but kept for then.
func TestConditionInWords(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for _, text := range []string{"si juega 21-18 yo juego 10-14", "se ele jogar 21-18 eu jogo 10-14",
			"if he plays 21-18 I play 10-14"} {
			for _, lang := range []string{"en", "es", "pt"} {
				d := newDesk()
				h, _ := start(t, memorytest.New(), d)
				h.grants = d
				privately(h, ana, "/language "+lang)
				says(h, ana, "/play damas @rui colour=white")
				says(h, rui, "/accept")
				says(h, ana, "11-15")
				d.heard()
				privately(h, ana, text)
				if got := chat.Plain(d.last(t).m.Text); !strings.Contains(got, "• 21-18 10-14") {
					t.Errorf("%s: %q is answered with %q", lang, text, got)
				}
			}
		}
	})
}

// A command that there is not does nothing, whatever it is like; a person who wants no more of the bot is asked about
// that.
func TestUnknownCommand(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		for text, want := range map[string]string{
			"/mensaje hola": "I do not know /mensaje", "no quiero jugar más, borra todo": "I will forget you",
			"não quero jogar mais, apaga tudo": "I will forget you",
		} {
			privately(h, ana, text)
			if got := chat.Plain(d.last(t).m.Text); !strings.Contains(got, want) {
				t.Errorf("%q is answered with %q", text, got)
			}
		}
	})
}

// The move that the help has for an example can be made in what is played.
func TestHelpExample(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		privately(h, ana, "/help")
		if got := chat.Plain(d.last(t).m.Text); !strings.Contains(got, "like 11-15") {
			t.Errorf("before any match: %q", got)
		}
		privately(h, ana, "/play 10x10 house level=1 colour=white")
		privately(h, ana, "/help")
		want := "like " + string(firstMove(only(t, h.store, storage.Query{}))) + "."
		if got := chat.Plain(d.last(t).m.Text); !strings.Contains(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	})
}
