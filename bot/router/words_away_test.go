package router_test

import (
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// A player who has been away is back by a word for it in any of the languages.
func TestWords_AwayOff(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, text := range []string{
			"/away off", "/away back", "/away none", "/ausente não", "/ausente off", "/ausente desligado", "/ausente terminar",
			"/fora não", "/fora fim",
			"/ausente no", "/ausente fin", "/ausente desactivar", "/ausente vuelta",
		} {
			d := NewDesk()
			h, stop := Start(t, memorytest.New(), d)
			Says(h, Ana, "/play damas @rui time=3d")
			Says(h, Rui, "/accept")
			Says(h, Ana, "/away 7d")
			if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, "is away for") {
				t.Fatalf("said %q", got)
			}
			Says(h, Ana, text)
			if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, "is back") {
				t.Errorf("%s: said %q", text, got)
			}
			stop()
		}
	})
}

// Until when somebody is away is told as it was said, to the end of that day where that person is; a text that names no
// day is asked about, and no clock stops.
func TestWords_AwayUntil(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		h.Grants = d
		Begin(t, h, d, "4d")
		Says(h, Ana, "/settings me zone America/Sao_Paulo")
		Later(14*time.Hour + 30*time.Minute) // half an hour before midnight there, on a Monday
		d.Heard()
		for _, said := range [][2]string{
			{"vou viajar até domingo", "Ana is away for 6 days"}, {"/ausente hasta el lunes", "Ana is away for 7 days"},
			{"away until friday", "Ana is away for 4 days"}, {"I'm away until tomorrow", "Ana is away for 1 day"},
			{"/away friday", "Ana is away for 4 days"}, {"/away until 26 November", "Ana is away for 3 days"},
			{"/fora até ao Natal", "I do not know which day “ao natal” is"},
			{"estaré fuera dos semanas", "Ana is away for 14 days"},
			{"pause until friday", "4 days"}, {"/ausente banana", "I do not understand the time “banana”"},
			{"/away banana", "“banana”"},
			{"away from friday to sunday", "as soon as you tell me"},
			{"ausente de sexta a domingo", "as soon as you tell me"},
			{"voy a estar fuera del viernes al lunes", "as soon as you tell me"},
			{"away from monday to friday", "Ana is away for 4 days"},
			{"away from friday", "as soon as you tell me"}, {"/ausente a partir de sexta", "as soon as you tell me"},
			{"/ausente desde el viernes", "as soon as you tell me"},
		} {
			Hear(h, chat.Event{Room: "desk:group", From: Ana, Text: said[0], Addressed: true})
			if got := strings.Join(d.Heard(), "\n"); !strings.Contains(got, said[1]) {
				t.Errorf("%q is answered with %q, want %q", said[0], got, said[1])
			}
			Says(h, Ana, "/away 0")
			d.Heard()
		}
	})
}
