package draughts_test

import (
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/draughts"
)

// A search that runs out of nodes after seeing that the first move loses tries the other moves. In these two positions
// a king faces several; without that rule level 9 loses the second one with these seeds.
func TestOtherMovesLeft(t *testing.T) {
	for _, position := range []string{"B:WK10,K16,K21,K22:BK34:H14", "B:W6,9,K22,K32,42,K47:BK7"} {
		o, err := draughts.Chilean.Complete(nil)
		if err != nil {
			t.Fatal(err)
		}
		p, err := draughts.Chilean.Parse(position, o)
		if err != nil {
			t.Fatal(err)
		}
		for level := 5; level <= 9; level++ {
			for _, seed := range []uint64{14, 15, 25, 32} {
				thought, err := draughts.Chilean.Brain.Think(t.Context(), draughts.Chilean.NewLine(p),
					engine.Limits{Level: level, Seed: seed})
				if err != nil {
					t.Fatal(err)
				}
				if m := thought.Moves[0]; m.Proven && m.Win+m.Draw == 0 {
					t.Errorf("%s, level %d, seed %d: %s loses, %s", position, level, seed, m.Move, m.Line)
				}
			}
		}
	}
}
