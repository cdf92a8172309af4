package router_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/memorytest"
)

// Any fact of a match asked for in a word or two is told alone, in a sentence.
func TestWords_Facts(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for game, asked := range map[string]map[string]string{
			"damas colour=white": {
				"who's winning?": "Pieces left: Ana 12, Rui 11.", "quem está a ganhar?": "Pieces left: Ana 12, Rui 11.",
				"¿quién gana?": "Pieces left: Ana 12, Rui 11.", "am I ahead?": "Pieces left: Ana 12, Rui 11.",
				"what's the score": "Pieces left: Ana 12, Rui 11.", "how many pips": "Pieces left: Ana 12, Rui 11.",
				"how many pieces have I left": "Pieces left: Ana 12, Rui 11.",
				"quantas peças me restam?":    "Pieces left: Ana 12, Rui 11.",
				"¿cuántas fichas me quedan?":  "Pieces left: Ana 12, Rui 11.",
				"whose turn":                  "Rui (⚫) to move.", "de quem é a vez?": "Rui (⚫) to move.",
				"¿a quién le toca?":  "Rui (⚫) to move.",
				"how long do I have": "Rui (⚫) to move. 7 days left.", "quanto tempo tenho?": "Rui (⚫) to move. 7 days left.",
				"¿cuánto tiempo me queda?": "Rui (⚫) to move. 7 days left.",
			},
			"gamao points=3": {
				"who's winning?":     "Pips to go: Ana 167, Rui 167. Ana 0, Rui 0 (to 3).",
				"quem vai à frente?": "Pips to go: Ana 167, Rui 167. Ana 0, Rui 0 (to 3).",
				"how many pips":      "Pips to go: Ana 167, Rui 167.", "quantos pips faltam": "Pips to go: Ana 167, Rui 167.",
				"¿cuántos pips tengo?": "Pips to go: Ana 167, Rui 167.",
				"what's the score":     "Ana 0, Rui 0 (to 3).", "qual é o resultado?": "Ana 0, Rui 0 (to 3).",
				"¿cómo va el marcador?":            "Ana 0, Rui 0 (to 3).",
				"who has the cube?":                "The cube is at 1, in the middle.",
				"quanto vale o cubo?":              "The cube is at 1, in the middle.",
				"¿quién tiene el cubo?":            "The cube is at 1, in the middle.",
				"how many checkers do I have left": "Pieces left: Ana 15, Rui 15.",
			},
		} {
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d)
			Says(h, Ana, "/play "+game+" @rui")
			Says(h, Rui, "/accept")
			if game != "gamao points=3" {
				for i, move := range []string{"11-15", "24-20", "15x24"} {
					Says(h, []chat.User{Ana, Rui}[i%2], move)
				}
			}
			for text, want := range asked {
				d.Heard()
				Mentioned(h, Ana, text)
				last := d.Last(t).M
				if got := d.Heard(); len(got) != 1 || got[0] != want || last.Board != nil {
					t.Errorf("%s, %q is answered with %q", game, text, got)
				}
			}
		}
	})
}

// Of several matches that are going on each has its line; a match that is named has the answer alone, and of one that
// has ended it is told how.
func TestWords_FactsOfSeveral(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Privately(h, Ana, "whose turn is it?")
		if got := chat.PlainText(d.Last(t).M.Text); !strings.Contains(got, "You have no game going on here.") {
			t.Errorf("without a match: %q", got)
		}
		Privately(h, Ana, "/play damas house level=1 colour=white")
		Privately(h, Ana, "/play cage house level=1 colour=red")
		d.Heard()
		Privately(h, Ana, "whose turn is it?")
		if got := strings.Join(d.Heard(), "\n"); !strings.HasPrefix(got, "2 matches:\nCage: ") ||
			strings.Count(got, "Ana") != 4 {
			t.Errorf("of both: %q", got)
		}
		Privately(h, Ana, "/board cage whose")
		if got := chat.PlainText(d.Last(t).M.Text); got != "Ana (🔴) to move." {
			t.Errorf("of the one that is named: %q", got)
		}
		for range 2 {
			Privately(h, Ana, "/resign damas")
			Privately(h, Ana, "yes")
			Privately(h, Ana, "/resign")
			Privately(h, Ana, "yes")
		}
		d.Heard()
		Privately(h, Ana, "who's winning?")
		if got := strings.Join(d.Heard(), "\n"); !strings.HasPrefix(got, "Bot wins: Ana resigns.") {
			t.Errorf("of one that has ended: %q", got)
		}
	})
}
