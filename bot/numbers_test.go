package bot_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/storage/memorytest"
)

// A number may be said in words, also one beyond fifteen.
func TestNumberInWords(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for lang, says := range map[string][2]string{
			"en": {"remind me in twenty hours", "remind me in thirty-five hours"},
			"es": {"recuérdame en veinte horas", "recuérdame en treinta y cinco horas"},
			"pt": {"lembra-me dentro de vinte horas", "lembra-me daqui a trinta e cinco horas"},
		} {
			d := newDesk()
			h, _ := start(t, memorytest.New(), d)
			privately(h, ana, "/language "+lang)
			privately(h, ana, "/play damas house level=1")
			for i, want := range []string{" 20 ", "11 "} {
				d.heard()
				privately(h, ana, says[i])
				if got := chat.Plain(d.last(t).m.Text); !strings.Contains(got, want) {
					t.Errorf("%s: told %q", says[i], got)
				}
			}
		}
	})
}
