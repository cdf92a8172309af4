package rules

import (
	"testing"

	"tabuleiro/engine"
)

func TestTimeout_Outcome(t *testing.T) {
	rules := &rules{kind: backgammon, Points: 7}
	match := rules.Begin()
	match.Score, match.Cube = [2]int{2, 5}, 1
	single := rules.Begin()
	single.Length, single.Cube = 0, 2
	for _, c := range []struct {
		p      Position
		late   engine.Side
		points int
	}{{match, engine.First, 2}, {match, engine.Second, 5}, {single, engine.First, 4}} {
		if got, want := engine.TimeoutOutcome(c.p, c.late),
			(engine.Outcome{Winner: c.late.Other(), Reason: engine.TimeOver, Points: c.points}); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
}
