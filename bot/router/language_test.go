package router_test

import (
	"strings"
	"testing"

	"tabuleiro/bot"
	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// An answer is in the language that is known best: the chosen one, that of the service's own text, that of the device
// or, if nobody has set a usual one, that of the sentence.
func TestLanguage_OfAnswer(t *testing.T) {
	InTime(t, func(t *testing.T) {
		const english, spanish, portuguese = "begin a match", "empezar una partida", "começar uma partida"
		for _, x := range []struct {
			usual, chosen, spoken, device, text, want string
		}{
			{"", "", "", "", "/help", english}, {"", "", "", "", "¿cuáles son los comandos?", spanish},
			{"", "", "", "xx", "¿cuáles son los comandos?", spanish},
			{"", "", "", "en", "¿cuáles son los comandos?", english},
			{"", "en", "", "", "¿cuáles son los comandos?", english},
			{"en", "", "", "", "¿cuáles son los comandos?", english},
			{"en", "", "", "es", "/help", spanish}, {"en", "", "pt", "es", "/help", portuguese},
			{"en", "", "xx", "es", "/help", spanish}, {"en", "es", "pt", "", "/help", spanish},
		} {
			d := NewDesk()
			h, stop := Start(t, memorytest.New(), d, func(c *bot.Config) { c.Language = x.usual })
			h.Grants = d
			if x.chosen != "" {
				Privately(h, Ana, "/language "+x.chosen)
			}
			d.Heard()
			Hear(h, chat.Event{Room: chat.Room(Ana.ID), From: Ana, Text: x.text, Locale: x.device, Spoken: x.spoken,
				Addressed: true, Private: true})
			if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, x.want) {
				t.Errorf("%+v: told %q", x, got)
			}
			stop()
		}
	})
}
