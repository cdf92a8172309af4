package render

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tabuleiro/engine"
	games "tabuleiro/engine/table"
)

// played returns the views of a game of random moves, of at most a number of moves and without ending it early; the
// start comes first.
func played(t testing.TB, g *engine.Game, r *rand.Rand, moves int) []engine.View {
	t.Helper()
	options, err := g.Complete(nil)
	if err != nil {
		t.Fatal(err)
	}
	start, err := g.New(options)
	if err != nil {
		t.Fatal(err)
	}
	line := g.NewLine(start)
	views := []engine.View{line.View()}
	for range moves {
		if line.Outcome().Decided() {
			break
		}
		legal := slices.Collect(line.Position().Moves())
		r.Shuffle(len(legal), func(i, k int) { legal[i], legal[k] = legal[k], legal[i] })
		for i, m := range legal {
			next, err := line.Play(m)
			if err != nil {
				t.Fatal(err)
			}
			if i == len(legal)-1 || !next.Outcome().Decided() {
				line = next
				break
			}
		}
		views = append(views, line.View())
	}
	return views
}

// everyGame are the games offered first; the others of their families look like them.
var everyGame = slices.DeleteFunc(slices.Clone(games.Games), func(g *engine.Game) bool { return g.Further })

// middles returns boards from the middle of games of draughts, as the bot draws them: with names and title, from both
// sides, and with up to three of the mover's pieces marked.
func middles(t testing.TB, games int) (views []engine.View, styles []Style) {
	for n := range games {
		r := rand.New(rand.NewPCG(uint64(n), 1))
		game := played(t, everyGame[n%2], r, 70)
		for range 4 {
			v, s := game[min(12+r.IntN(58), len(game)-1)], named
			s.Flip = r.IntN(2) > 0
			for i, c := range v.Cells {
				if c.Side == v.Turn && len(s.Marked) < 3 && r.IntN(6) == 0 {
					s.Marked = append(s.Marked, i)
				}
			}
			views, styles = append(views, v), append(styles, s)
		}
	}
	return views, styles
}
