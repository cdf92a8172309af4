package conversation_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// The game that [Play me] begins is that of the country where a device comes from; nothing is asked.
func TestPlayMe_InACountry(t *testing.T) {
	for locale, want := range map[string]string{"pt-PT": "Damas Clássicas", "es-CL": "Damas chilenas",
		"es-ES": "Damas portuguesas", "en-US": "Portuguese draughts", "pt-BR": "Damas Brasileiras"} {
		Subtest(t, locale, func(t *testing.T) {
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d)
			Hear(h, chat.Event{Room: chat.Room(Ana.ID), From: Ana, Text: "/play house", Tap: true, Addressed: true, Private: true,
				Locale: locale})
			if told := chat.Plain(d.Last(t).M.Text); !strings.Contains(told, want) {
				t.Errorf("it begins with %q, not %q", told, want)
			}
		})
	}
}
