package match_test

import (
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// A touched piece must move, and no other; it is free again after a move. Without the rule nothing is touched.
func TestTouched(t *testing.T) {
	for _, touch := range []bool{true, false} {
		m, _ := seriesOf(t, match.Setup{Game: "portuguese", Touch: touch}, func(*match.Match) *match.Event { return nil })
		by := m.Player(m.Turn()).ID
		event := func(kind match.Kind, move engine.Move) match.Event {
			return match.Event{Kind: kind, By: by, At: m.Latest, Move: move}
		}
		if !touch {
			if code := refusal(t, m, event(match.Touched, "11")); code != match.NotTouchable {
				t.Errorf("without the rule: %q", code)
			}
			continue
		}
		for _, square := range []engine.Move{"", "1", "22", "k9"} {
			if code := refusal(t, m, event(match.Touched, square)); code != match.NotTouchable {
				t.Errorf("%q can be touched: %q", square, code)
			}
		}
		m = then(t, m, event(match.Touched, "11"))
		if code := refusal(t, m, event(match.Touched, "10")); code != match.NotTouchable {
			t.Errorf("another one can be touched: %q", code)
		}
		if code := refusal(t, m, event(match.Moved, "10-14")); code != match.TouchedMoves {
			t.Errorf("another one can move: %q", code)
		}
		if m = then(t, m, event(match.Moved, "11-15")); m.Touched != "" || m.Line.Len() != 1 {
			t.Errorf("after %d moves %q has to move", m.Line.Len(), m.Touched)
		}
	}
}

// Only the position makes a draw where neither side can win.
func TestDrawnAsItStands(t *testing.T) {
	for _, c := range []struct {
		start string
		dead  bool
	}{{"W:WK25:BK30", true}, {"W:WK1:BK32", false}, {"W:WK25,1:BK30", false}} {
		m, _ := seriesOf(t, match.Setup{Game: "portuguese", Start: c.start}, func(*match.Match) *match.Event { return nil })
		e := match.Event{Kind: match.Drawn, At: m.Latest}
		if !c.dead {
			if code := refusal(t, m, e); code != match.NotYourTurn {
				t.Errorf("%s can be drawn: %q", c.start, code)
			}
			continue
		}
		if got := then(t, m, e); got.Status != match.Over || !got.Outcome.Draw() || got.Outcome.Reason != match.NobodyWins {
			t.Errorf("%s: %s, %+v", c.start, got.Status, got.Outcome)
		}
		e.By = "t:1"
		if code := refusal(t, m, e); code != match.NotAPlayer {
			t.Errorf("a player says it: %q", code)
		}
	}
}
