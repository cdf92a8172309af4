package router_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
)

// An author without a match whose words need one is offered to begin one, and is not asked which; where others play,
// their matches can be looked at.
func TestWords_WithoutMatch(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		h.Grants = d
		for range 2 {
			Says(h, Rui, "/play damas @eva colour=white")
			Says(h, Eva, "/accept")
		}
		looks := map[string]bool{"show the board": true, "mostra o tabuleiro": true, "muéstrame el tablero": true}
		for _, text := range []string{"show the board", "take it back", "give me a hint", "I resign",
			"which moves can I make?", "why can't I move", "remind me in 2 hours",
			"mostra o tabuleiro", "desfaz o lance", "uma dica", "desisto", "que lances posso fazer?",
			"porque não posso jogar isto?", "proponho empate",
			"muéstrame el tablero", "deshacer", "una pista", "me rindo", "qué jugadas tengo?", "por qué no puedo mover?",
			"ofrezco tablas"} {
			for name, say := range map[string]func(chat.Handler, chat.User, string){"alone": Privately,
				"among others": Mentioned} {
				say(h, Ana, text)
				last := d.Last(t).M
				got := chat.PlainText(last.Text)
				want := "You have no game going on here. /play begins one."
				if looks[text] && name != "alone" {
					want = "You play in no match here. /play begins one; or look at one of these:\nPortuguese draughts: ⚪ Rui"
				}
				if !strings.HasPrefix(got, want) {
					t.Errorf("%s, %q is answered with %q", name, text, got)
					continue
				}
				if says := Pressed(t, last, "Play me"); says != "/play bot" {
					t.Errorf("%s, %q: the button says %q", name, text, says)
				}
				d.Heard()
			}
		}
		Mentioned(h, Ana, "whose turn is it?")
		if got := strings.Join(d.Heard(), "\n"); !strings.HasPrefix(got, "2 matches:\n") ||
			strings.Count(got, "Rui (⚪) to move.") != 2 {
			t.Errorf("of others: %q", got)
		}
	})
}
