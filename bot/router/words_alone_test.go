package router_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// The name of a language alone is the wish to be spoken to in it, although games are called so, too.
func TestWords_LanguageAlone(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for text, want := range map[string]string{
			"español": "Idioma: Español.", "espanhol": "Idioma: Español.", "spanish": "Idioma: Español.",
			"português": "Língua: Português.",
			"portugués": "Língua: Português.", "Portuguese": "Língua: Português.", "english": "Language: English.",
			"inglês": "Language: English.", "inglés!": "Language: English.",
		} {
			for _, lang := range []string{"en", "es", "pt"} {
				d := NewDesk()
				h, _ := Start(t, memorytest.New(), d)
				Privately(h, Ana, "/language "+lang)
				Privately(h, Ana, text)
				if got := chat.PlainText(d.Last(t).M.Text); got != want {
					t.Errorf("%s: %q is answered with %q", lang, text, got)
				}
			}
		}
	})
}

// The answer that a player would give to some move is not played, but kept for then.
func TestWords_Condition(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, text := range []string{"si juega 21-18 yo juego 10-14", "se ele jogar 21-18 eu jogo 10-14",
			"if he plays 21-18 I play 10-14"} {
			for _, lang := range []string{"en", "es", "pt"} {
				d := NewDesk()
				h, _ := Start(t, memorytest.New(), d)
				h.Grants = d
				Privately(h, Ana, "/language "+lang)
				Says(h, Ana, "/play damas @rui colour=white")
				Says(h, Rui, "/accept")
				Says(h, Ana, "11-15")
				d.Heard()
				Privately(h, Ana, text)
				if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "• 21-18 10-14") {
					t.Errorf("%s: %q is answered with %q", lang, text, got)
				}
			}
		}
	})
}

// A command that there is not does nothing, whatever it is like; a person who wants no more of the bot is asked about
// that.
func TestCommand_Unknown(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		for text, want := range map[string]string{
			"/mensaje hola": "I do not know /mensaje", "no quiero jugar más, borra todo": "I will forget you",
			"não quero jogar mais, apaga tudo": "I will forget you",
		} {
			Privately(h, Ana, text)
			if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, want) {
				t.Errorf("%q is answered with %q", text, got)
			}
		}
	})
}

// The move that the help has for an example can be made in what is played.
func TestHelp_Example(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Privately(h, Ana, "/help")
		if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "like 11-15") {
			t.Errorf("before any match: %q", got)
		}
		Privately(h, Ana, "/play 10x10 house level=1 colour=white")
		Privately(h, Ana, "/help")
		want := "like " + string(FirstMove(Only(t, h.Store, storage.Query{}))) + "."
		if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	})
}
