package analysis_test

import (
	"slices"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/analysis"
	"tabuleiro/engine/draughts"
)

// Facts of the expected continuation besides pieces won and lost.
func TestWhy_Later(t *testing.T) {
	for _, c := range []struct {
		name     string
		game     *engine.Game
		position string
		moves    []engine.Move
		want     analysis.Fact
		not      bool
	}{
		{"a king falls for two men", draughts.Portuguese, "W:W1,8,9,10,14,K30:B15,16,20,25,26,32",
			[]engine.Move{"30x17", "25-21", "17x26x12", "16x7", "9-13"}, analysis.Fact{Code: "wins"}, true},
		{"a king is taken", draughts.Portuguese, "W:W14,1:BK19,29", []engine.Move{"14x23", "29-25", "1-5", "25-21"},
			analysis.Fact{Code: "wins", Count: 1}, false},
		{"the last piece", draughts.Portuguese, "W:W10:B14", []engine.Move{"10x19"}, analysis.Fact{Code: "wins-game"}, false},
	} {
		l := line(t, c.game, c.position)
		for i, m := range c.moves {
			next, err := l.Play(m)
			if err != nil {
				t.Errorf("%s: %v", c.name, err)
				break
			}
			if l = next; i == len(c.moves)-1 {
				l = l.Back(l.Len())
			}
		}
		got := append(analysis.Why(l, c.moves), analysis.Against(l, c.moves)...)
		has := slices.ContainsFunc(got, func(f analysis.Fact) bool {
			return f.Code == c.want.Code && (c.not || f.Count == c.want.Count && f.Other == c.want.Other)
		})
		if has == c.not {
			t.Errorf("%s: %+v, want %+v (not: %v)", c.name, got, c.want, c.not)
		}
	}
}
