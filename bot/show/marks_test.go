package show_test

import (
	"context"
	"strings"
	"testing"

	. "tabuleiro/bot/desktest"
	"tabuleiro/engine"
	"tabuleiro/engine/draughts"
	"tabuleiro/storage/memorytest"
)

// dazzled is a brain to which a move of White's looks like all, unless it thinks for long: then it is the one that was
// played.
type dazzled struct{ engine.Brain }

func (d dazzled) Think(ctx context.Context, l engine.Line, t engine.Limits) (engine.SearchResult, error) {
	nodes := t.Nodes
	t.Nodes = 1000
	thought, err := d.Brain.Think(ctx, l, t)
	if err != nil || l.Turn() != engine.First {
		return thought, err
	}
	best := engine.ScoredMove{Move: "9-13", Win: 9900, Equity: 9900, Line: []engine.Move{"9-13"}}
	if nodes > 100_000 {
		best = engine.ScoredMove{Move: "11-15", Win: 5000, Equity: 5000, Line: []engine.Move{"11-15"}}
	}
	thought.Moves = append([]engine.ScoredMove{best}, thought.Moves...)
	return thought, nil
}

// A report has no mark that a longer look takes back.
func TestMarks_Confirmed(t *testing.T) {
	InTime(t, func(t *testing.T) {
		said := AtTable(t, memorytest.New(), dazzled{draughts.Portuguese.Brain}, "1", false,
			"ana: /play damas @rui colour=white", "rui: /accept", "ana: 11-15", "rui: /resign yes", "rui: /analyse")
		if strings.Contains(said, "??") || strings.Contains(said, "9-13") || !strings.Contains(said,
			"rui: no move to judge") {
			t.Errorf("the best move has a mark:\n%s", said)
		}
	})
}
