package match_test

import (
	"errors"
	"fmt"
	"time"

	"tabuleiro/engine/draughts"
	"tabuleiro/engine/match"
	"tabuleiro/engine/table"
)

// A match is the state after its events; each event is applied or refused.
func Example() {
	ana, rui := match.Player{ID: "telegram:1", Name: "Ana"}, match.Player{ID: "telegram:2", Name: "Rui"}
	game, noon := draughts.Portuguese, time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	m := &match.Match{ID: "k7q2"}
	for n, e := range []match.Event{
		{Kind: match.Challenged, By: ana.ID, Who: &ana, Setup: &match.Setup{Game: game.Name, Version: game.Version,
			Opponent: rui}},
		{Kind: match.Accepted, By: rui.ID, Who: &rui, First: ana.ID},
		{Kind: match.Moved, By: ana.ID, Move: "11-15"},
		{Kind: match.Moved, By: ana.ID, Move: "10-14"},
		{Kind: match.Offered, By: ana.ID, Offer: match.Draw},
		{Kind: match.Agreed, By: rui.ID, Offer: match.Draw},
	} {
		e.At = noon.Add(time.Duration(n) * time.Minute)
		next, err := m.Apply(e, table.Named)
		var refused *match.Refusal
		if errors.As(err, &refused) {
			fmt.Println(e.Kind, "is refused:", refused.Code)
			continue
		}
		if err != nil {
			panic(err)
		}
		m = next
	}
	fmt.Println(m.Status, "after", m.N, "events:", m.Outcome.Result(), "by", m.Outcome.Reason)
	// Output:
	// moved is refused: not-your-turn
	// over after 5 events: draw by agreement
}
