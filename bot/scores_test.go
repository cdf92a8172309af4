package bot_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memory"
)

// A score that is said in a room is talk in all games, whoever says it and whatever stands on the board: it is neither answered nor
// played. What is a legal move of its author counts, as 6-2 with 31.
func TestScoresAreTalk(t *testing.T) {
	played := 0
	for _, g := range games {
		store, d := memory.New(), newDesk()
		h, stop := start(t, store, d)
		says(h, ana, "/play "+g.Name+" @rui")
		says(h, rui, "/accept")
		random := rand.New(rand.NewPCG(5, 6))
		said := 0
		m := only(t, store, storage.Query{})
		for range 20 {
			if m.Status != match.Playing {
				break
			}
			moves := slices.Collect(m.Line.Position().Moves())
			next := string(moves[random.IntN(len(moves))])
			answers := len(d.all())
			for range 25 {
				text := fmt.Sprintf([]string{"%d-%d", "%d - %d!", "%d:%d", "%dx%d"}[random.IntN(4)], random.IntN(10), random.IntN(10))
				_, err := m.Line.Position().Read(text)
				for _, u := range []chat.User{ana, rui} {
					switch {
					case err != nil || m.Side(u.ID) != m.Turn():
						said++
						says(h, u, text)
					default:
						next = text
					}
				}
			}
			if n := len(d.all()); n != answers {
				t.Fatalf("%s, %s: answered with %v", g.Name, m.Line.Position(), d.all()[answers].m.Text)
			}
			before := m.N
			says(h, map[bool]chat.User{true: ana, false: rui}[m.Side(ana.ID) == m.Turn()], next)
			if m = only(t, store, storage.Query{}); m.N == before {
				t.Fatalf("%s: %s is not played", g.Name, next)
			}
			if !slices.Contains(moves, engine.Move(next)) {
				played++ // a score
			}
		}
		if said < 400 {
			t.Errorf("%s: only %d scores were said", g.Name, said)
		}
		stop()
	}
	if played == 0 {
		t.Error("no score was a legal move")
	}
}
