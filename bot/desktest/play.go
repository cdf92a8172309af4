package desktest

import (
	"context"
	"testing"

	"tabuleiro/bot"
	"tabuleiro/bot/chat"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// PlayOn plays some turns: it rolls, or else plays the first legal move.
func PlayOn(t testing.TB, h chat.Handler, store storage.Store, turns int) {
	t.Helper()
	for range turns {
		m := Only(t, store, storage.Query{})
		if m.Status != match.Playing {
			return
		}
		Says(h, map[string]chat.User{Ana.ID: Ana, Rui.ID: Rui}[m.Player(m.Turn()).ID], string(FirstMove(m)))
	}
}

// Terse is a brain that searches few nodes, as the strong levels take a second for a move.
type Terse struct{ engine.Brain }

// glance is the number of nodes searched. With dice that is the position itself.
const glance = 300

// Think searches with a small node limit.
func (b Terse) Think(ctx context.Context, l engine.Line, t engine.Limits) (engine.SearchResult, error) {
	t.Nodes = glance
	if t.Level == 0 {
		t.Nodes *= 4
	}
	return b.Brain.Think(ctx, l, t)
}

// terseGambler is a terse brain of a game with a cube.
type terseGambler struct {
	Terse
	engine.CubeEvaluator
}

func (b terseGambler) Think(ctx context.Context, l engine.Line, t engine.Limits) (engine.SearchResult, error) {
	return b.Terse.Think(ctx, l, t)
}

// Brief returns games with terse brains.
func Brief(games []*engine.Game) (all []*engine.Game) {
	for _, g := range games {
		quick := *g
		quick.Brain = Terse{g.Brain}
		if gambler, ok := g.Brain.(engine.CubeEvaluator); ok {
			quick.Brain = terseGambler{Terse{g.Brain}, gambler}
		}
		all = append(all, &quick)
	}
	return all
}

// PlaysMoves begins a match in which Ana has White, and plays some of four moves.
func PlaysMoves(h chat.Handler, d *Desk, words string, moves int) {
	Says(h, Ana, "/play damas colour=white "+words+" @rui")
	Says(h, Rui, "/accept")
	for i, move := range []string{"11-15", "21-18", "15-20", "24x15"}[:moves] {
		Says(h, []chat.User{Ana, Rui}[i%2], move)
	}
	d.Heard()
}

// Rated returns all ratings of a store, and checks that they follow from its matches.
func Rated(t *testing.T, store storage.Store) []storage.Rating {
	t.Helper()
	all, err := store.(storage.People).Ratings(t.Context(), storage.RatingQuery{})
	if err != nil {
		t.Fatal(err)
	}
	var recount bot.Recount
	heads, err := store.Find(t.Context(), storage.Query{})
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range heads {
		events, err := store.Events(t.Context(), h.ID)
		if err != nil {
			t.Fatal(err)
		}
		recount.Match(Games, h, events)
	}
	for _, err := range recount.Problems(all) {
		t.Error(err)
	}
	return all
}
