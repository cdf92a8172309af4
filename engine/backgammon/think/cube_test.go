package think

import (
	"math"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon/board"
	"tabuleiro/engine/backgammon/id"
	"tabuleiro/engine/backgammon/rules"
	"tabuleiro/engine/backgammon/think/net"
)

// Kazaross-XG2: match winning chances by the points that a side needs, 1 to 9, and those the other side needs.
var published = [][]float64{
	{.50000, .67736, .75076, .81436, .84179, .88731, .90724, .93250, .94402},
	{.32264, .50000, .59947, .66870, .74359, .79940, .84225, .87539, .90197},
	{.24924, .40053, .50000, .57150, .64795, .71123, .76209, .80468, .84017},
	{.18564, .33130, .42850, .50000, .57732, .64285, .69924, .74577, .78799},
	{.15821, .25641, .35205, .42268, .50000, .56635, .62638, .67786, .72540},
	{.11269, .20060, .28877, .35715, .43365, .50000, .56261, .61636, .66787},
	{.09276, .15775, .23791, .30076, .37362, .43739, .50000, .55480, .60854},
	{.06750, .12461, .19532, .25423, .32214, .38364, .44520, .50000, .55442},
	{.05598, .09803, .15983, .21201, .27460, .33213, .39146, .44558, .50000},
}

// The same for the trailing side after the Crawford game, by the points it needs, 1 to 10.
var publishedAfter = []float64{.50000, .48803, .32264, .31002, .19012, .18072, .11559, .10906, .06953, .06516}

func TestChances(t *testing.T) {
	table := matchChances()
	near := func(what string, got int64, want float64) {
		if diff := float64(got)/net.One - want; math.Abs(diff) > 0.01 {
			t.Errorf("%s: %.4f, published are %.4f", what, float64(got)/net.One, want)
		}
	}
	for i, row := range published {
		for j, want := range row {
			near("needing "+rules.Numbers(i+1, i+1)[0]+" against "+rules.Numbers(j+1, j+1)[0], table[i+1][j+1], want)
		}
	}
	for i, want := range publishedAfter {
		near("after the Crawford game needing "+rules.Numbers(i+1, i+1)[0], afterCrawford[i+1], want)
	}
	for i := 1; i <= rules.Longest; i++ {
		for j := 1; j <= rules.Longest; j++ {
			if table[i][j]+table[j][i] != net.One {
				t.Errorf("%d against %d: both together have %d of %d", i, j, table[i][j]+table[j][i], net.One)
			}
			if table[i][j] > table[i-1][j] || table[i][j] < table[i][j-1] {
				t.Errorf("%d against %d: a point more is worth nothing", i, j)
			}
		}
	}
}

// Janowski's take points: a quarter with a dead cube, a fifth with a live one.
func TestTakePoints(t *testing.T) {
	money := ladder{stakes: stakes{most: id.CubeBits, owner: id.Nobody}}
	if got := money.takePoint(0, 0, 0); got != net.One/4 {
		t.Errorf("dead: %d of %d", got, net.One)
	}
	if got := money.takePoint(0, 0, horizon); math.Abs(float64(got)/net.One-0.2) > 0.001 {
		t.Errorf("live: %d of %d", got, net.One)
	}
	// At two points each, the side that takes wins or loses the match; if it drops, it needs two against one.
	even := ladder{stakes: stakes{away: [2]int{2, 2}, most: id.CubeBits, owner: id.Nobody, table: matchChances()}}
	if got, want := even.takePoint(0, 0, horizon), even.table[2][1]; math.Abs(float64(got-want)) > 2 {
		t.Errorf("at two points each: %d of %d, want %d", got, net.One, want)
	}
}

// At any score, chances and cube, a side takes from some winning chance on, and a game is worth no more than its match.
func TestTakePoints_Bounds(t *testing.T) {
	const half, all = net.One / 2, net.One
	for own := 1; own <= rules.Longest; own++ {
		for opp := 1; opp <= rules.Longest; opp++ {
			for cube := range 6 {
				for _, o := range []Odds{{half}, {}, {all}, {all, all, all}, {0, 0, 0, all, all}, {half, half, half, half, half},
					{1, 1, 1, all - 1, all - 1}} {
					s := stakes{away: [2]int{own, opp}, after: min(own, opp) == 1, cube: cube, most: id.CubeBits, owner: id.Nobody,
						table: matchChances()}
					l := ladder{stakes: s, odds: o}
					for side := range 2 {
						if !s.doubles(1-side, cube) {
							continue
						}
						if got := l.takePoint(side, cube, horizon); got < 0 || got > net.One {
							t.Errorf("%+v with %v: side %d takes from %d on", s, o, side, got)
						}
					}
					if rolled, taken := s.value(o, lifeOfContact); min(rolled, taken) < 0 || max(rolled, taken) > net.One {
						t.Errorf("%+v with %v: worth %d, and %d after a double", s, o, rolled, taken)
					}
				}
			}
		}
	}
}

// gambler returns the computer's cube analysis.
func gambler(t *testing.T, p rules.Position) engine.Cube {
	t.Helper()
	c, err := Brain.Cube(t.Context(), rules.Backgammon.NewLine(p), engine.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// cubeAt returns a position where Black may double.
func cubeAt(t *testing.T, b board.Board, change func(*rules.Position)) rules.Position {
	t.Helper()
	p := lineAt(t, "4HPwATDgc/ABMA:cAkAAAAAAAAA").Position().(rules.Position)
	p.Sides, p.Mover, p.Phase, p.Owner, p.Jacoby = [2]board.Counts{b.Own, b.Opp}, 0, rules.Deciding, id.Nobody, false
	if change != nil {
		change(&p)
	}
	return p
}

// In the last roll only the winning chance counts.
func TestLastRoll(t *testing.T) {
	match := func(length, own, opp int) func(*rules.Position) {
		return func(p *rules.Position) { p.Length, p.Score = length, [2]int{length - own, length - opp} }
	}
	for _, c := range []struct {
		name         string
		own          board.Counts
		change       func(*rules.Position)
		double, take bool
	}{
		{"34 of 36", standing(0, 0, 0, 1), nil, true, false},
		{"26 of 36", standing(0, 2), nil, true, true},
		{"19 of 36", standing(0, 1, 0, 0, 1), nil, true, true},
		{"17 of 36", standing(0, 0, 2), nil, false, true},
		{"19 of 36 and a cube that only this side may turn", standing(0, 1, 0, 0, 1),
			func(p *rules.Position) { p.Owner, p.Cube = 0, 1 }, true, true},
		{"17 of 36, a point wins the match", standing(0, 0, 2), match(5, 1, 3), false, true},
		{"17 of 36, nothing to lose after the Crawford game", standing(0, 0, 2), match(5, 3, 1), true, true},
		{"19 of 36 at two points each", standing(0, 1, 0, 0, 1), match(5, 2, 2), true, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := gambler(t, cubeAt(t, board.Board{Own: c.own, Opp: standing(1)}, c.change))
			if doubles := min(got.Take, got.Drop) > got.NoDouble; doubles != c.double {
				t.Errorf("doubles: %t in %+v", doubles, got)
			}
			if takes := got.Take < got.Drop; takes != c.take {
				t.Errorf("takes: %t in %+v", takes, got)
			}
		})
	}
}

// A nearly certain gammon is too good to double, unless by Jacoby's rule it counts only after a double.
func TestTooGood(t *testing.T) {
	b := board.Board{Own: standing(3, 3), Opp: board.Counts{}.Add(24, 15)}
	for _, jacoby := range []bool{false, true} {
		c := gambler(t, cubeAt(t, b, func(p *rules.Position) { p.Jacoby = jacoby }))
		if c.Drop != engine.ProbScale {
			t.Errorf("a drop is worth %d", c.Drop)
		}
		if c.Take <= c.Drop || (c.NoDouble > c.Drop) == jacoby {
			t.Errorf("with Jacoby's rule %t: %+v", jacoby, c)
		}
	}
}

// With a dead cube the effect of doubling does not count.
func TestDeadCube(t *testing.T) {
	o := Odds{net.One * 7 / 10, net.One / 10, 0, net.One / 20, 0}
	s := stakes{most: id.CubeBits, owner: id.Nobody, dead: true}
	if got, want := s.onRoll(o, lifeOfContact), int64(o.Equity()); math.Abs(float64(got-want)) > 4 {
		t.Errorf("without cube %d, want %d", got, want)
	}
	live := stakes{most: id.CubeBits, owner: id.Nobody}
	if live.onRoll(o, lifeOfContact) <= s.onRoll(o, lifeOfContact) {
		t.Error("a cube that may be turned is worth nothing")
	}
	small := stakes{most: 0, owner: id.Nobody}
	if got := small.onRoll(o, lifeOfContact); got != s.onRoll(o, lifeOfContact) {
		t.Errorf("%d with a cube that cannot be turned", got)
	}
}

// The verdicts of GNU Backgammon's two-sided table on doubles at the end of a race.
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
		if got.Drop != engine.ProbScale {
			t.Errorf("a drop is worth %d", got.Drop)
		}
	}
}
