package router_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"tabuleiro/bot"
	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// A score said to others is talk in all games, whatever stands on the board: it is neither answered nor played. A score
// said to the bot, or as a reply to a board if it has the form of a move, is answered; it is played only if it is
// legal, such as 6-2 after 31.
func TestWords_ScoresAreTalk(t *testing.T) {
	InTime(t, func(t *testing.T) {
		played, answered := 0, 0
		for _, g := range Games {
			store, d := memorytest.New(), NewDesk()
			h, stop := Start(t, store, d, func(c *bot.Config) { c.Limits.Commands = 1 << 20 })
			Says(h, Ana, "/play "+g.Name+" @rui")
			Says(h, Rui, "/accept")
			random := rand.New(rand.NewPCG(5, 6))
			said := 0
			m := Only(t, store, storage.Query{})
			for range 10 {
				if m.Status != match.Playing {
					break
				}
				moves := slices.Collect(m.Line.Position().Moves())
				next := string(moves[random.IntN(len(moves))])
				for range 16 {
					text := fmt.Sprintf([]string{"%d-%d", "%d - %d!", "%d:%d", "%dx%d"}[random.IntN(4)], random.IntN(10),
						random.IntN(10))
					_, err := m.Line.Position().Read(text)
					var wrong *engine.MoveError
					if errors.As(engine.WithIntent(err), &wrong) && wrong.Kind == engine.Incomplete {
						continue // it may be answered
					}
					form := err == nil || wrong.Kind != engine.NotMove
					for _, u := range []chat.User{Ana, Rui} {
						switch {
						case err != nil || m.Side(u.ID) != m.Turn():
							said++
							e := [...]chat.Event{
								{Room: "desk:group"}, {Room: "desk:group", Addressed: true},
								{Room: chat.Room(u.ID), Addressed: true, Private: true},
								{Room: "desk:group", Addressed: true, Quoted: "Board #" + m.ID},
							}[random.IntN(4)]
							e.From, e.Text = u, text
							before := len(d.All())
							Hear(h, e)
							if answers := len(d.All()) - before; answers > 1 || answers == 1 != (e.Addressed && (form || e.Quoted == "")) {
								t.Fatalf("%s, %s: %+v has %d answers", g.Name, m.Line.Position(), e, answers)
							} else if answers == 1 {
								answered++
							}
						default:
							next = text
						}
					}
				}
				before := m.N
				Says(h, map[bool]chat.User{true: Ana, false: Rui}[m.Side(Ana.ID) == m.Turn()], next)
				if m = Only(t, store, storage.Query{}); m.N == before {
					t.Fatalf("%s: %s is not played", g.Name, next)
				}
				if !slices.Contains(moves, engine.Move(next)) {
					played++ // a score
				}
			}
			if said < 60 {
				t.Errorf("%s: only %d scores were said", g.Name, said)
			}
			stop()
		}
		if played == 0 || answered == 0 {
			t.Errorf("%d scores were legal moves, %d were answered", played, answered)
		}
	})
}
