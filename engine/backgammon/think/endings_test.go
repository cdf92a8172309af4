package think

import (
	"math"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon/board"
	"tabuleiro/engine/longtest"
)

// plainEnding is an ending by plain recursion, as the rules of the cube are told: the chance, and equities with the
// cube nobody's, one's own and the other's.
type plainEnding struct{ chance, centred, owned, theirs float64 }

func (e plainEnding) doubled(v float64) float64 { return max(v, min(2*e.theirs, 1)) }

type plainEndings map[board.Board]plainEnding

func (t plainEndings) of(l board.Law, b board.Board) (sum plainEnding) {
	if b.Opp.OnBoard() == 0 {
		return plainEnding{0, -1, -1, -1}
	}
	if found, ok := t[b]; ok {
		return found
	}
	for high := 1; high <= 6; high++ {
		for low := 1; low <= 6; low++ {
			best := plainEnding{-9, -9, -9, -9}
			for _, p := range l.Ways(b, high, low, nil) {
				e := t.of(l, b.After(p).Turned())
				best.chance = max(best.chance, 1-e.chance)
				best.centred = max(best.centred, -e.doubled(e.centred))
				best.owned = max(best.owned, -e.theirs)
				best.theirs = max(best.theirs, -e.doubled(e.owned))
			}
			sum.chance += best.chance / 36
			sum.centred += best.centred / 36
			sum.owned += best.owned / 36
			sum.theirs += best.theirs / 36
		}
	}
	t[b] = sum
	return sum
}

// The table of endings says what plain recursion says.
func TestEndings(t *testing.T) {
	most := longtest.Count(2, 3)
	for manual, l := range []board.Law{{}, {AnyOff: true}}[:longtest.Count(1, 2)] {
		m, want := Mind{Law: l, endings: endingTables[manual]}, plainEndings{}
		for n := 1; n < endingWays; n += 5 {
			for k := 1; k < endingWays; k += 3 {
				b := board.Board{Own: unrank(n, endingMost), Opp: unrank(k, endingMost)}
				if b.Own.OnBoard() > most || b.Opp.OnBoard() > most {
					continue
				}
				e, ok := m.ending(b)
				w := want.of(l, b)
				for i, got := range []int16{e.chance, e.centred, e.owned, e.theirs} {
					want := []float64{w.chance, w.centred, w.owned, w.theirs}[i]
					if math.Abs(float64(got)/endingUnit-want) > 2e-4 || !ok {
						t.Fatalf("manual %d, %v, number %d: %.5f, want %.5f", manual, b, i, float64(got)/endingUnit, want)
					}
				}
			}
		}
	}
}

// The verdicts of a two-sided table of GNU Backgammon on doubles at the end of a race.
func TestEndingDoubles(t *testing.T) {
	for _, c := range []struct {
		own, opp     board.Counts
		double, take bool
	}{
		{standing(6), standing(6), true, false},
		{standing(6), standing(2, 2, 2), true, false},
		{standing(2, 2, 2), standing(6), true, true},
	} {
		got := gambler(t, cubeAt(t, board.Board{Own: c.own, Opp: c.opp}, nil))
		if doubles := min(got.Take, got.Drop) > got.NoDouble; doubles != c.double || (got.Take < got.Drop) != c.take {
			t.Errorf("%v against %v: %+v", c.own, c.opp, got)
		}
		if got.Drop != engine.Whole {
			t.Errorf("a drop is worth %d", got.Drop)
		}
	}
}

func BenchmarkEndings(b *testing.B) {
	for b.Loop() {
		newEndings(board.Law{})
	}
}
