package match_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/engine/table"
)

// planning returns a match after 11-15 with ana's conditional moves.
func planning(t *testing.T, plan match.ConditionalMoves) *match.Match {
	m, _ := seriesOf(t, match.Setup{Game: "portuguese"}, func(m *match.Match) *match.Event {
		if m.Line.Len() == 1 {
			return nil
		}
		return &match.Event{Kind: match.Moved, By: "t:1", Move: "11-15"}
	})
	return playing(t, m, match.Event{Kind: match.Planned, By: "t:1", Lines: plan})
}

// playing returns a match after events and the conditional moves that answer them.
func playing(t *testing.T, m *match.Match, events ...match.Event) *match.Match {
	for _, e := range events {
		for next, ok := e, true; ok; next, ok = m.NextConditional() {
			next.At = m.Latest
			after, err := m.Apply(next, table.Named)
			if err != nil {
				t.Fatal(next.Kind, next.Move, err)
			}
			m = after
		}
	}
	return m
}

// Conditional moves are played as long as the opponent plays as foreseen, and are dropped after any other move.
func TestPlan(t *testing.T) {
	moved := func(move engine.Move) match.Event { return match.Event{Kind: match.Moved, By: "t:2", Move: move} }
	plan := match.ConditionalMoves{{"22-18", "6-11", "21-17", "12-16"}, {"23-20", "10-14"}}
	m := playing(t, planning(t, plan), moved("22-18"))
	if m.Line.Len() != 3 || m.Line.Move(2) != "6-11" || len(m.Conditional(m.Side("t:1"))) != 1 {
		t.Fatalf("%d moves, %v", m.Line.Len(), m.Conditional(m.Side("t:1")))
	}
	if on := playing(t, m, moved("21-17")); on.Line.Len() != 5 || len(on.Conditional(on.Side("t:1"))) != 0 {
		t.Errorf("%d moves", on.Line.Len())
	}
	if off := playing(t, m, moved("26-22")); off.Line.Len() != 4 || len(off.Conditional(off.Side("t:1"))) != 0 {
		t.Errorf("%d moves after one that was not foreseen", off.Line.Len())
	}
}

// No conditional move is left after an undo, an offer or any other event: the same move of the opponent is then not
// answered.
func TestPlan_IsStale(t *testing.T) {
	for name, events := range map[string][]match.Event{
		"undo": {
			{Kind: match.Offered, By: "t:1", Offer: match.Undo}, {Kind: match.Agreed, By: "t:2"},
			{Kind: match.Moved, By: "t:1", Move: "11-15"},
		},
		"own offer":   {{Kind: match.Offered, By: "t:1", Offer: match.Draw}},
		"their offer": {{Kind: match.Offered, By: "t:2", Offer: match.Draw}, {Kind: match.Refused, By: "t:1"}},
		"none":        {{Kind: match.Planned, By: "t:1"}},
	} {
		m := playing(t, planning(t, match.ConditionalMoves{{"22-18", "6-11"}}), events...)
		m = playing(t, m, match.Event{Kind: match.Moved, By: "t:2", Move: "22-18"})
		if m.Line.Len() != 2 {
			t.Errorf("%s: %s is played for ana", name, m.Line.Move(2))
		}
	}
}

// Conditional moves are legal lines of pairs of moves, one answer to each, for the player who waits, and contain no
// rolls.
func TestPlan_Refused(t *testing.T) {
	m := planning(t, nil)
	for name, plan := range map[string]match.ConditionalMoves{
		"illegal": {{"22-18", "15x22"}}, "odd": {{"22-18"}}, "two answers": {{"22-18", "6-11"}, {"22-18", "12-16"}},
	} {
		if _, err := m.Apply(match.Event{Kind: match.Planned, By: "t:1", Lines: plan}, table.Named); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
	var refused *match.Refusal
	if _, err := m.Apply(match.Event{Kind: match.Planned, By: "t:2"}, table.Named); !errors.As(err, &refused) ||
		refused.Code != match.PlanOwnTurn {
		t.Errorf("on turn: %v", err)
	}
}

// Events that do not change the board keep the conditional moves.
func TestPlan_Stays(t *testing.T) {
	for name, aside := range map[string]match.Event{
		"absence":   {Kind: match.Away, By: "t:2", Until: time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)},
		"reminder":  {Kind: match.Reminds, By: "t:2", Span: match.Span(time.Hour)},
		"more time": {Kind: match.Gave, By: "t:1", Span: match.Span(time.Hour)},
		"lost room": {Kind: match.Lost, Room: "t:room"},
		"unreached": {Kind: match.Unreached},
	} {
		days := match.Control{Move: 4 * day}
		m, _ := seriesOf(t, match.Setup{Game: "portuguese", Time: days}, func(m *match.Match) *match.Event {
			if m.Line.Len() == 1 {
				return nil
			}
			return &match.Event{Kind: match.Moved, By: "t:1", Move: "11-15"}
		})
		m = playing(t, m, match.Event{Kind: match.Planned, By: "t:1", Lines: match.ConditionalMoves{{"22-18", "6-11"}}}, aside,
			match.Event{Kind: match.Moved, By: "t:2", Move: "22-18"})
		if m.Line.Len() != 3 {
			t.Errorf("%s: nothing is played for ana", name)
		}
	}
}

// Each error names the line with the mistake, by its number.
func TestPlan_Errors(t *testing.T) {
	m := planning(t, nil)
	right := []engine.Move{"22-18", "6-11"}
	for want, wrong := range map[string][]engine.Move{
		"line 2 of a plan has 1 moves":                          {"23-20"},
		"line 2 of a plan has 0 moves":                          {},
		"line 2 of a plan has another answer to the same moves": {"22-18", "12-16"},
	} {
		_, err := m.Apply(match.Event{Kind: match.Planned, By: "t:1", Lines: match.ConditionalMoves{right, wrong}}, table.Named)
		if err == nil || err.Error() != want {
			t.Errorf("%v: %v, not %s", wrong, err, want)
		}
	}
	long := slices.Repeat([]engine.Move{"1-5"}, match.MostAhead+2)
	for want, plan := range map[string]match.ConditionalMoves{
		"a plan has 30 lines at the most":                   make(match.ConditionalMoves, match.MostLines+1),
		"line 1 of a plan has 0 moves":                      make(match.ConditionalMoves, match.MostLines),
		"line 1 of a plan has 22 moves":                     {long},
		"line 1 of a plan: 11-15 is played by another side": {{"22x13", "11-15"}},
	} {
		m := m
		if strings.Contains(want, "another side") {
			m, _ = seriesOf(t, match.Setup{Game: "portuguese", Start: "W:W14:B22"}, func(m *match.Match) *match.Event {
				if m.Line.Len() == 1 {
					return nil
				}
				return &match.Event{Kind: match.Moved, By: "t:1", Move: "14-18"}
			})
		}
		_, err := m.Apply(match.Event{Kind: match.Planned, By: "t:1", Lines: plan}, table.Named)
		if err == nil || err.Error() != want {
			t.Errorf("%v: %v, not %s", plan, err, want)
		}
	}
}

// Two lines conflict if the first move in which they differ is an answer.
func TestContradict(t *testing.T) {
	line := []engine.Move{"a", "b", "c", "d", "e", "f"}
	for i := range line {
		other := slices.Clone(line)
		other[i] = "x"
		if got := match.Contradict(line, other); got != (i%2 == 1) {
			t.Errorf("lines that differ in move %d: %t", i+1, got)
		}
	}
	if !match.Contradict(line, line) || match.Contradict(line, line[:4]) || match.Contradict(line[:2], line) {
		t.Error("of a line and its beginning only the same contradict")
	}
}
