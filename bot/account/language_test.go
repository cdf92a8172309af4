package account_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// An author who writes in another language is answered in the chosen one, until it is changed.
func TestLanguage_Stays(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		h.Grants = d
		told := func(text string) string {
			d.Heard()
			Hear(h, chat.Event{Room: "desk:ana", From: Ana, Text: text, Private: true, Addressed: true, Locale: "es"})
			return strings.Join(d.Heard(), "\n")
		}
		told("/jugar damas bot color=blancas")
		for _, text := range []string{"hint please", "can you help me?", "undo please", "board please", "I don't get it"} {
			told(text)
			if got := told("/tablero"); !strings.Contains(got, "Juega Ana") {
				t.Errorf("after %q: told %q", text, got)
			}
		}
		told("in English please")
		if got := told("/tablero"); !strings.Contains(got, "Ana (⚪) to move") {
			t.Errorf("told %q", got)
		}
	})
}

// A person who chooses the language of the own device gets the variety of its country, unless another one is named.
func TestLanguage_OfTheDevice(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for text, want := range map[string]string{
			"volta pro português": "pt-BR", "muda o idioma pra português": "pt-BR", "português": "pt-BR",
			"/idioma português":             "pt",
			"fala em português de Portugal": "pt", "/idioma pt": "pt",
		} {
			store, d := memorytest.New(), NewDesk()
			h, _ := Start(t, store, d)
			h.Grants = d
			Hear(h, chat.Event{Room: "desk:ana", From: Ana, Text: text, Private: true, Addressed: true, Locale: "pt-BR"})
			if got := Stored(t, store); !strings.Contains(got, `\"value\":\"`+want+`\"`) {
				t.Errorf("%s: %s; said %q", text, got, d.Heard())
			}
		}
	})
}
