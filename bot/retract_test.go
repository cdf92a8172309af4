package bot_test

import (
	"strings"
	"testing"

	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memory"
)

// Whoever has offered a draw takes the offer back in words, as long as nobody has answered it; where nothing is offered
// that is told, and the match is in no danger.
func TestOfferTakenBack(t *testing.T) {
	for _, text := range []string{"I take the draw offer back", "withdraw my draw offer", "retiro a oferta", "retiro a proposta de empate",
		"retiro la oferta de tablas", "retira mi oferta", "retiro la oferta",
		"never mind the draw", "forget about the draw", "esquece o empate", "deixa lá o empate", "olvida las tablas", "/cancel", "/cancelar oferta"} {
		store, d := memory.New(), newDesk()
		h, _ := start(t, store, d)
		says(h, ana, "/play damas @rui colour=white")
		says(h, rui, "/accept")
		if text != "/cancel" {
			mentioned(h, ana, text)
			if got := strings.Join(d.heard(), "\n"); !strings.Contains(got, "You have offered nothing in #") {
				t.Errorf("%s, with nothing offered, is answered with %q", text, got)
			}
		}
		says(h, ana, "/draw")
		mentioned(h, rui, text)
		if m := only(t, store, storage.Query{}); m.Pending.Offer != match.Draw || m.Status != match.Playing {
			t.Errorf("%s: the other player changes the offer: %+v", text, m.Pending)
		}
		d.heard()
		mentioned(h, ana, text)
		if got := strings.Join(d.heard(), "\n"); !strings.Contains(got, "Ana takes the offer back.") || strings.Contains(got, "Really") {
			t.Errorf("%s is answered with %q", text, got)
		}
		says(h, rui, "/accept")
		if got := only(t, store, storage.Query{}); got.Status != match.Playing || got.Pending != (match.Pending{}) {
			t.Errorf("%s: the match is %v, %+v", text, got.Status, got.Pending)
		}
		d.heard()
		says(h, ana, "/draw") // nobody is pestered with offers
		if got := strings.Join(d.heard(), "\n"); !strings.Contains(got, "Your last draw offer came to nothing in #") {
			t.Errorf("%s: offered again, told %q", text, got)
		}
	}
}
