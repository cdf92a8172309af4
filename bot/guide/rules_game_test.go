package guide_test

import (
	"strings"
	"testing"

	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// A question about the rules is answered for the game that it names, the only one that has the thing it names, or else
// the one being played; no question begins a game.
func TestRules_OfTheGameAtHand(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, at := range []struct {
			game string
			said [][2]string
		}{
			{"gamao", [][2]string{
				{"qué es la regla crawford", "Crawford"}, {"para qué sirve el cubo", "cube"},
				{"o que é a regra de crawford?", "Crawford"},
				{"what is the crawford rule", "Crawford"}, {"what is the cube for", "cube"},
			}},
			{"chilenas", [][2]string{
				{"qué es la regla crawford", "Crawford"}, {"cuándo es empate", "It is a draw"}, {"quando é empate", "It is a draw"},
				{"when is it a draw", "It is a draw"},
				{"por qué 27x16 es obligatorio?", "Chilean draughts ·"}, {"o que é uma dama?", "becomes a king"},
				{"quién empieza en las damas chilenas", "Chilean draughts"}, {"cuántas fichas tengo en eximo", "Eximo"},
				{"qué es un gammon?", "Backgammon ·"}, {"what's a gammon", "gammon"}, {"o que é um gammon?", "gammon"},
				{"jugar sopladita", "huff"}, {"o que é uma pedra?", "Chilean draughts"},
			}},
		} {
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d)
			h.Grants = d
			Privately(h, Ana, "/play "+at.game+" @house:1")
			d.Heard()
			for _, said := range at.said {
				Privately(h, Ana, said[0])
				got := strings.Join(d.Heard(), "\n")
				if !strings.Contains(got, said[1]) {
					t.Errorf("%s: %q is answered with %q, want %q", at.game, said[0], got, said[1])
				}
			}
		}
	})
}
