package router_test

import (
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// [Play me] begins the usual game of the country that a device comes from; if two are likely, the bot asks, once.
func TestPlayMe_InACountry(t *testing.T) {
	for locale, want := range map[string]string{"pt-PT": "Damas Clássicas", "es-CL": "Damas chilenas",
		"es-ES": "Damas portuguesas", "en-US": "Portuguese draughts", "pt-BR": "Damas Brasileiras"} {
		Subtest(t, locale, func(t *testing.T) {
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d)
			press := func(says string) (told string) {
				d.Heard()
				Hear(h, chat.Event{Room: chat.Room(Ana.ID), From: Ana, Text: says, Tap: true, Addressed: true, Private: true,
					Locale: locale})
				return chat.PlainText(d.Last(t).M.Text)
			}
			told := press("/play house")
			if locale == "pt-BR" {
				if !strings.Contains(told, "Quais damas?") {
					t.Errorf("nothing is asked: %q", told)
				}
				press(d.Last(t).M.Buttons[0][0].Says)
				Later(time.Minute)
				told = press("/play house")
			}
			if !strings.Contains(told, want) {
				t.Errorf("it begins with %q, not %q", told, want)
			}
		})
	}
}
