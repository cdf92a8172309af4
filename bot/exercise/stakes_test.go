package exercise_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// A person who asks to be forgotten is told which games that costs more than one point, and nothing about others.
func TestForget_TellsStakes(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for lang, told := range map[string]string{"en": "In these matches you lose the most points: #",
			"es": "En estas partidas pierdes el máximo de puntos: #", "pt": "Nestas partidas perde o máximo de pontos: #"} {
			d, store := NewDesk(), memorytest.New()
			h, _ := Start(t, store, d)
			Says(h, Ana, "/language "+lang)
			Says(h, Ana, "/play gamao @rui")
			Says(h, Rui, "/accept")
			if Says(h, Ana, "/forget"); strings.Contains(chat.PlainText(d.Last(t).M.Text), told) {
				t.Errorf("%s: of a match that does not count told %q", lang, chat.PlainText(d.Last(t).M.Text))
			}
			PlayOn(t, h, store, 6)
			Says(h, Ana, "/play damas @eva")
			if Says(h, Ana, "/forget"); strings.Count(chat.PlainText(d.Last(t).M.Text), told) != 1 {
				t.Errorf("%s: told %q", lang, chat.PlainText(d.Last(t).M.Text))
			}
		}
	})
}
