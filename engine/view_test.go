package engine_test

import (
	"math/rand/v2"
	"testing"

	"tabuleiro/engine"
)

func TestView_Count(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var v engine.View
	counts := map[engine.Side]map[bool]int{engine.First: {}, engine.Second: {}}
	for range 64 {
		c := engine.Cell{Side: engine.Side(random.IntN(3)), King: random.IntN(3) == 0}
		v.Cells = append(v.Cells, c)
		if c.Side != engine.Nobody {
			counts[c.Side][c.King]++
		}
	}
	both := [2]int{}
	for side, want := range counts {
		if men, kings := v.Count(side); men != want[false] || kings != want[true] {
			t.Errorf("%s has %d men and %d kings, not %v", side, men, kings, want)
		}
		both[0], both[1] = both[0]+want[false], both[1]+want[true]
	}
	if men, kings := v.Count(engine.Nobody); men != both[0] || kings != both[1] {
		t.Errorf("both have %d men and %d kings, not %v", men, kings, both)
	}
}

// The farthest checker of each side is found one by one; a race has begun where none of them has to pass another.
func TestPoints_Last(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	races := 0
	for n := range 3000 {
		var p engine.Points
		for range 1 + random.IntN(4) {
			p.Points[random.IntN(24)] = engine.Point{Side: engine.Side(random.IntN(3)), Count: random.IntN(3)}
		}
		if n%10 == 0 {
			p.Bar[random.IntN(2)] = 1
		}
		touch := false
		last := [2]int{}
		for i, side := range []engine.Side{engine.First, engine.Second} {
			for point := 1; point <= 24; point++ { // as the side counts them
				if at := p.Points[side.Point(point)-1]; at.Side == side && at.Count > 0 {
					last[i] = point
				}
			}
			if p.Bar[i] > 0 {
				last[i] = 25
			}
			if got := p.Last(side); got != last[i] {
				t.Fatalf("%+v: the last of %s is on %d, not %d", p, side, got, last[i])
			}
		}
		// A checker of First on its point n stands on 25-n of Second.
		touch = last[0] > 0 && last[1] > 0 && last[0] > 25-last[1] || last[0] == 25 || last[1] == 25
		if last[0] > 0 && last[1] > 0 && last[0] < 25 && last[1] < 25 || last[0]+last[1] == 0 {
			if p.Race() == touch {
				t.Fatalf("%+v is a race: %t", p, !touch)
			}
			if !touch {
				races++
			}
		}
	}
	if races < 100 {
		t.Errorf("only %d races", races)
	}
	if engine.First.Point(1) != 24 || engine.First.Point(24) != 1 || engine.Second.Point(7) != 7 {
		t.Error("points have other numbers")
	}
}
