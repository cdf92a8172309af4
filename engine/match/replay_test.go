package match_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"tabuleiro/engine/draughts"
	"tabuleiro/engine/match"
)

// Events tried in random order, once stored, replay to the same match, and exactly those that May lists are not
// refused.
func TestReplay(t *testing.T) {
	people := []match.Player{ana, rui, eva}
	rapid.Check(t, func(t *rapid.T) {
		m, err := (&match.Match{ID: "k7q2"}).Apply(match.Event{Kind: match.Challenged, By: ana.ID, Who: &ana,
			Setup: &match.Setup{Game: "portuguese", Version: draughts.Portuguese.Version}}, games)
		if err != nil {
			t.Fatal(err)
		}
		events := []match.Event{{Kind: match.Challenged, By: ana.ID, Who: &ana,
			Setup: &match.Setup{Game: "portuguese", Version: draughts.Portuguese.Version}}}
		for range rapid.IntRange(1, 60).Draw(t, "events") {
			who := rapid.SampledFrom(people).Draw(t, "who")
			e := match.Event{Kind: rapid.SampledFrom(match.Kinds[1:]).Draw(t, "kind"), By: who.ID, Who: &who, First: who.ID}
			if e.Kind == match.Offered {
				e.Offer = rapid.SampledFrom([]match.Offer{match.Draw, match.Undo}).Draw(t, "offer")
			}
			if e.Kind == match.Reminds {
				e.Span = match.Span(time.Hour) // before the end of a time that nobody has here
			}
			if e.Kind == match.Moved {
				if legal := slices.Collect(m.Line.Position().Moves()); len(legal) > 0 {
					e.Move = rapid.SampledFrom(legal).Draw(t, "move")
				}
			}
			may := slices.Contains(m.May(who), e.Kind)
			next, err := m.Apply(e, games)
			if err == nil && !may || err != nil && may && e.Kind != match.Offered {
				t.Fatalf("%s %s: May says %v, Apply says %v", who.Name, e.Kind, may, err)
			}
			if err == nil {
				m, events = next, append(events, e)
			}
		}
		text, err := json.Marshal(events)
		if err != nil {
			t.Fatal(err)
		}
		var stored []match.Event
		if err := json.Unmarshal(text, &stored); err != nil {
			t.Fatal(err)
		}
		again, err := match.Replay("k7q2", games, stored)
		if err != nil {
			t.Fatal(err)
		}
		if state(again) != state(m) {
			t.Fatalf("replayed:\n%s\nwas:\n%s", state(again), state(m))
		}
	})
}

func state(m *match.Match) string {
	return fmt.Sprint(m.N, m.Status, m.Challenger, m.Opponent, m.First, m.Pending, m.Outcome, m.Line.Len(),
		m.Line.Position())
}
