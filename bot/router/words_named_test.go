package router_test

import (
	"strings"
	"testing"

	. "tabuleiro/bot/desktest"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// A text with the number of a match is meant for that match, wherever and before or behind it the number stands: a move
// is played, a command or a sentence is carried out there.
func TestWords_NamedMatch(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for text, want := range map[string]struct {
			moves int
			told  string // a part of what is said
			draw  bool
		}{
			"#ID 32-28":          {1, "", false},
			"32-28 #ID":          {1, "", false},
			"#ID 10-15":          {0, "10", false}, // no legal move, and not a question about one
			"#ID /tablas":        {0, "tablas", true},
			"#ID tablas":         {0, "tablas", true},
			"#ID ¿tablas?":       {0, "tablas", true},
			"tablas? #ID":        {0, "tablas", true},
			"#ID empate?":        {0, "tablas", true},
			"#ID draw?":          {0, "tablas", true},
			"#ID /pista":         {0, "Las pistas son para partidas contra el bot", false},
			"#ID dame una pista": {0, "Las pistas son para partidas contra el bot", false},
			"#ID da-me uma dica": {0, "Las pistas son para partidas contra el bot", false},
		} {
			store, d := memorytest.New(), NewDesk()
			h, _ := Start(t, store, d)
			h.Grants = d
			Privately(h, Ana, "/language es")
			Says(h, Ana, "/play 10x10 @rui colour=white")
			Says(h, Rui, "/accept")
			id := Only(t, store, storage.Query{}).ID
			Privately(h, Ana, "/play 10x10 house level=1 colour=white")
			d.Heard()
			Privately(h, Ana, strings.ReplaceAll(text, "ID", id))
			got := strings.Join(d.Heard(), "\n")
			for _, m := range Every(t, store) {
				switch {
				case m.ID != id && m.Moves() > 0:
					t.Errorf("%q: a move in another match", text)
				case m.ID == id && (m.Moves() != want.moves || (m.Pending.Offer == match.Draw) != want.draw ||
					!strings.Contains(got, want.told)):
					t.Errorf("%q: %d moves, pending %+v, told %q", text, m.Moves(), m.Pending, got)
				}
			}
			if strings.Contains(got, "Pistas usadas") {
				t.Errorf("%q: a hint in another match: %q", text, got)
			}
		}
	})
}
