package router_test

import (
	"testing"

	. "tabuleiro/bot/desktest"
	"tabuleiro/engine/match"
	"tabuleiro/storage/memorytest"
)

// The best of some games and a number of games, as people say it, become a series, or a match to points where the game
// counts them itself.
func TestWords_BestOf(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for text, want := range map[string]struct {
			series match.Series
			points string
		}{
			"gamão à melhor de 3 com @rui":             {points: "2"},
			"backgammon al mejor de cinco contra @rui": {points: "3"},
			"draughts best of 3 against @rui":          {series: match.Series{Best: 3}},
			"duas partidas de damas com @rui":          {series: match.Series{Games: 2}},
		} {
			store, d := memorytest.New(), NewDesk()
			h, _ := Start(t, store, d)
			e := EventOf(Ana, text)
			e.Addressed = true
			Hear(h, e)
			if setup := EventsOf(t, store)[0].Setup; setup.Series != want.series || setup.Options["points"] != want.points {
				t.Errorf("%q: %+v, points %q; told %q", text, setup.Series, setup.Options["points"], d.Heard())
			}
		}
	})
}
