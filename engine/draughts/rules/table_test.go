package rules

import (
	"math/rand/v2"
	"testing"
)

// everyRule is every set of rules that can be made of the values of a row of the table.
func everyRule() (all []Rules) {
	all = []Rules{portuguese, chilean(Adjacent, HuffingOff)}
	change := func(how ...func(*Rules)) {
		for _, r := range all {
			for _, change := range how {
				changed := r
				change(&changed)
				all = append(all, changed)
			}
		}
	}
	change(func(r *Rules) { r.kingFirst = !r.kingFirst })
	change(func(r *Rules) { r.most = !r.most })
	change(func(r *Rules) { r.mostKings = !r.mostKings })
	change(func(r *Rules) { r.Corner ^= TopLeft })
	change(func(r *Rules) { r.reach = Flying }, func(r *Rules) { r.reach = Behind }, func(r *Rules) { r.reach = Adjacent })
	return all
}

// Counting agrees with listing, whatever the table says, and so do the short questions to a board.
func TestCountAgainstList(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for _, r := range everyRule() {
		v := lay(r)
		if !v.bulk {
			t.Errorf("%+v: nothing but the generator counts them", r)
		}
		for range 60 {
			p := Position{Variant: v, Mover: random.IntN(2)}
			kings := random.IntN(3)
			for range 2 + random.IntN(20) {
				n := 1 + random.IntN(v.Count)
				side := random.IntN(2)
				if bit := v.Bit[n]; (p.Sides[0]|p.Sides[1])&bit == 0 && (kings > 0 || bit&v.Ends == 0) {
					p.Sides[side] |= bit
					if random.IntN(3) < kings || bit&v.Ends != 0 {
						p.Kings |= bit
					}
				}
			}
			listed, moves := uint64(0), v.Moves(p.Board(), nil)
			for _, m := range moves {
				listed += uint64(len(v.Moves(v.After(p.Board(), m), nil)))
			}
			if counted := v.perft(p.Board(), 2); counted != listed {
				t.Fatalf("%+v: %s: counted %d, listed %d", r, p.Key(), counted, listed)
			}
			due := len(moves) > 0 && moves[0].capture()
			captures, quiet := v.Can(p.Board())
			if captures != due || captures != v.CanCapture(p.Board()) || quiet != (len(moves) > 0 && !due) {
				t.Fatalf("%+v: %s: can capture %v, can move %v, but %d moves", r, p.Key(), captures, quiet, len(moves))
			}
			if v.bulk = false; v.perft(p.Board(), 2) != listed {
				t.Fatalf("%+v: %s: the generator counts other than it lists", r, p.Key())
			}
			v.bulk = true
		}
	}
}
