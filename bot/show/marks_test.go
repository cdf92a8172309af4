package show_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot"
	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine"
	"tabuleiro/engine/draughts"
	"tabuleiro/storage/memorytest"
)

// dazzled is a brain that overrates a move of White's, unless it wavers and searches long: then it prefers the played
// one.
type dazzled struct {
	engine.Brain
	wavers bool
}

func (d dazzled) Think(ctx context.Context, l engine.Line, t engine.Limits) (engine.SearchResult, error) {
	nodes := t.Nodes
	t.Nodes = 1000
	thought, err := d.Brain.Think(ctx, l, t)
	if err != nil || l.Turn() != engine.First {
		return thought, err
	}
	best := engine.ScoredMove{Move: "9-13", Win: 9900, Equity: 9900, Line: []engine.Move{"9-13"}}
	if d.wavers && nodes > 100_000 {
		best = engine.ScoredMove{Move: "11-15", Win: 5000, Equity: 5000, Line: []engine.Move{"11-15"}}
	}
	thought.Moves = append([]engine.ScoredMove{best}, thought.Moves...)
	return thought, nil
}

// A report has no mark that a longer search refutes.
func TestMarks_Confirmed(t *testing.T) {
	InTime(t, func(t *testing.T) {
		said := AtTable(t, memorytest.New(), dazzled{draughts.Portuguese.Brain, true}, "1", false,
			"ana: /play damas @rui colour=white", "rui: /accept", "ana: 11-15", "rui: /resign yes", "rui: /analyse")
		if strings.Contains(said, "??") || strings.Contains(said, "9-13") || !strings.Contains(said,
			"rui: no move to judge") {
			t.Errorf("the best move has a mark:\n%s", said)
		}
	})
}

// A board under review names the better move from there, and no other board's.
func TestStep_Better(t *testing.T) {
	game := *draughts.Portuguese
	game.Brain = dazzled{Brain: draughts.Portuguese.Brain}
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Says(h, Ana, "/play damas @rui colour=white")
		Says(h, Rui, "/accept")
		Says(h, Ana, "11-15")
		Says(h, Rui, "21-17")
		Says(h, Ana, "12-16")
		Says(h, Rui, "/resign yes")
		Says(h, Rui, "/analyse")
		Later(time.Minute)
		for at, better := range []bool{true, false, true, false} {
			Says(h, Ana, fmt.Sprint("/step ", at))
			if got := chat.PlainText(d.Last(t).M.Text); strings.Contains(got, "9-13") != better {
				t.Errorf("step %d: %q", at, got)
			}
		}
	}, func(c *bot.Config) { c.Games = []*engine.Game{&game} })
}
