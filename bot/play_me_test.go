package bot_test

import (
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/storage/memorytest"
)

// The game that [Play me] begins is that of the country where a device comes from; where two are likely it asks, once.
func TestPlayMe_InACountry(t *testing.T) {
	for locale, want := range map[string]string{"pt-PT": "Damas Clássicas", "es-CL": "Damas chilenas",
		"es-ES": "Damas portuguesas", "en-US": "Portuguese draughts", "pt-BR": "Damas Brasileiras"} {
		subtest(t, locale, func(t *testing.T) {
			d := newDesk()
			h, _ := start(t, memorytest.New(), d)
			press := func(says string) (told string) {
				d.heard()
				hear(h, chat.Event{Room: chat.Room(ana.ID), From: ana, Text: says, Tap: true, Addressed: true, Private: true,
					Locale: locale})
				return chat.Plain(d.last(t).m.Text)
			}
			told := press("/play house")
			if locale == "pt-BR" {
				if !strings.Contains(told, "Quais damas?") {
					t.Errorf("nothing is asked: %q", told)
				}
				press(d.last(t).m.Buttons[0][0].Says)
				later(time.Minute)
				told = press("/play house")
			}
			if !strings.Contains(told, want) {
				t.Errorf("it begins with %q, not %q", told, want)
			}
		})
	}
}
