package account_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// An author who says something in another language is still answered in the own one, until the wish is for the other.
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

// A person who names the language of the own device is spoken to as in its country, unless another one is named.
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
