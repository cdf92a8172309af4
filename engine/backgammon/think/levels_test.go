package think

import (
	"math"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon/board"
	"tabuleiro/engine/backgammon/rules"
	"tabuleiro/engine/backgammon/think/net"
	"tabuleiro/engine/longtest"
	"tabuleiro/engine/search/searchtest"
)

// chooser chooses checker plays.
type chooser func(rules.Position) board.Play

// atLevel returns the computer at a level.
func atLevel(t *testing.T, level int, seed uint64) chooser {
	return func(p rules.Position) board.Play {
		return thinkerAt(t, level, seed, p).candidates(p, stakesOf(p, p.Mover))[0].Play
	}
}

func thinkerAt(t *testing.T, level int, seed uint64, p rules.Position) *thinker {
	t.Helper()
	h, err := newThinker(t.Context(), p, engine.Limits{Level: level, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// cubeless plays a game without a cube, and returns the points of the first player, who has a side.
func cubeless(t *testing.T, side int, players [2]chooser, r *Random) float64 {
	t.Helper()
	o, err := rules.Backgammon.Complete(map[string]string{"double": rules.Never})
	if err != nil {
		t.Fatal(err)
	}
	begin, err := rules.Backgammon.New(o)
	if err != nil {
		t.Fatal(err)
	}
	p := begin.(rules.Position)
	for p.Turn() != engine.Nobody {
		switch {
		case p.Turn() == engine.Chance:
			a, b := r.Below(6)+1, r.Below(6)+1
			if !p.IsOpeningRoll() {
				a, b = max(a, b), min(a, b)
			}
			p = p.Thrown(a, b)
		case p.Mover == side:
			p = p.AfterPlay(players[0](p))
		default:
			p = p.AfterPlay(players[1](p))
		}
	}
	if p.Winner == side {
		return float64(p.Multiple)
	}
	return -float64(p.Multiple)
}

// Level 1 sees the obvious: it hits where that is worth much, and bears checkers off.
func TestFirstLevelSees(t *testing.T) {
	var hits, hit, ends, ended int
	r := Random(3)
	sees := func(p rules.Position) board.Play {
		best := thinkerAt(t, 7, 0, p)
		best.noise = 0
		list := best.candidates(p, stakesOf(p, p.Mover)) // without a cube a point is worth net.One
		mine := atLevel(t, 1, uint64(r))(p)
		count := func(n, done *int, has func(board.Play) bool, margin int64) {
			most := [2]int64{math.MinInt32, math.MinInt32} // without and with
			for _, c := range list {
				k := 0
				if has(c.Play) {
					k = 1
				}
				most[k] = max(most[k], c.value)
			}
			if most[0] > math.MinInt32 && most[1]-most[0] > margin {
				*n++
				if has(mine) {
					*done++
				}
			}
		}
		count(&hits, &hit, func(m board.Play) bool { return m.Hits != 0 }, net.One*3/10)
		if own := list[0]; IsKnown(own.next) {
			count(&ends, &ended, func(m board.Play) bool { return m.Own.At(board.Off) == own.Own.At(board.Off) }, net.One/20)
		}
		return mine
	}
	games := longtest.Count(30, 100)
	for g := range games {
		cubeless(t, g%2, [2]chooser{sees, sees}, &r)
	}
	t.Logf("it hits in %d of %d, takes off in %d of %d", hit, hits, ended, ends)
	if hits < games || hit*100 < hits*95 || ends < longtest.Count(1, 20) || ended*100 < ends*95 {
		t.Errorf("level 1 hits in %d of %d, takes off in %d of %d", hit, hits, ended, ends)
	}
}

// The current evaluation is that which proved the puzzles.
func TestProves(t *testing.T) { searchtest.Proves(t, rules.Backgammon.WithBrain(Brain)) }
