package fourtest

import (
	"strings"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/enginetest"
)

func TestLaws(t *testing.T) { enginetest.Laws(t, Four) }

// Perft agrees with published numbers: a game ends with the first four in line.
func TestPerft(t *testing.T) {
	for depth, want := range []uint64{1, 7, 49, 343, 2401, 16807, 117649, 823536} {
		if got := engine.Perft(position{}, depth); got != want {
			t.Errorf("depth %d: %d, want %d", depth, got, want)
		}
	}
}

// Four in line end the game in each direction, and so does a full board.
func TestEnds(t *testing.T) {
	for moves, want := range map[string]engine.Outcome{
		"a1 b1 a2 b2 a3 b3 a4":             {Winner: engine.First, Reason: lined, Points: 1},
		"g1 a1 a2 b1 b2 c1 c2 d1":          {Winner: engine.Second, Reason: lined, Points: 1},
		"a1 b1 b2 c1 c2 g1 c3 d1 d2 d3 d4": {Winner: engine.First, Reason: lined, Points: 1},
		"g1 f1 f2 e1 e2 a1 e3 d1 d2 d3 d4": {Winner: engine.First, Reason: lined, Points: 1},
		"a1 b1 a2 b2 a3 b3":                {},
	} {
		line := enginetest.Play(t, Four, "start", strings.Fields(moves)...)
		if got := line.Outcome(); got != want {
			t.Errorf("%s: %+v, want %+v", moves, got, want)
		}
	}
	p, err := parse("bbrrbbr/rrbbrrb/bbrrbbr/rrbbrrb/bbrrbbr/rrbbrrb r")
	if err != nil || p.Outcome() != (engine.Outcome{Reason: full}) {
		t.Errorf("a full board: %v, %v", p, err)
	}
}

// An unreachable position is refused.
func TestParse(t *testing.T) {
	for _, text := range []string{"", "7/7/7/7/7/7", "7/7/7/7/7/7 b", "7/7/7/7/r6/7 b", "7/7/7/7/7/rr5 r", "7/7/7/7/7/8 r"} {
		if p, err := parse(text); err == nil {
			t.Errorf("%q is read as %s", text, p)
		}
	}
}
