package bot_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/storage/memorytest"
)

// An author who says something in another language is still answered in the own one, until the wish is for the other.
func TestTongueStays(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		h.grants = d
		told := func(text string) string {
			d.heard()
			hear(h, chat.Event{Room: "desk:ana", From: ana, Text: text, Private: true, Addressed: true, Locale: "es"})
			return strings.Join(d.heard(), "\n")
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
func TestLanguageOfTheDevice(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for text, want := range map[string]string{
			"volta pro português": "pt-BR", "muda o idioma pra português": "pt-BR", "português": "pt-BR",
			"/idioma português":             "pt",
			"fala em português de Portugal": "pt", "/idioma pt": "pt",
		} {
			store, d := memorytest.New(), newDesk()
			h, _ := start(t, store, d)
			h.grants = d
			hear(h, chat.Event{Room: "desk:ana", From: ana, Text: text, Private: true, Addressed: true, Locale: "pt-BR"})
			if got := stored(t, store); !strings.Contains(got, `\"value\":\"`+want+`\"`) {
				t.Errorf("%s: %s; said %q", text, got, d.heard())
			}
		}
	})
}
