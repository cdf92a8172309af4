package router_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// A number may be said in words, also one beyond fifteen.
func TestWords_Number(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for lang, says := range map[string][2]string{
			"en": {"remind me in twenty hours", "remind me in thirty-five hours"},
			"es": {"recuérdame en veinte horas", "recuérdame en treinta y cinco horas"},
			"pt": {"lembra-me dentro de vinte horas", "lembra-me daqui a trinta e cinco horas"},
		} {
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d)
			Privately(h, Ana, "/language "+lang)
			Privately(h, Ana, "/play damas house level=1")
			for i, want := range []string{" 20 ", "11 "} {
				d.Heard()
				Privately(h, Ana, says[i])
				if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, want) {
					t.Errorf("%s: told %q", says[i], got)
				}
			}
		}
	})
}
