package rules

import (
	"math/rand/v2"
	"testing"
)

// everyRule returns every combination of the values of a row of the table.
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
	change(func(r *Rules) { r.menBack = !r.menBack })
	change(func(r *Rules) { r.spared = !r.spared })
	change(func(r *Rules) { r.Corner ^= TopLeft })
	change(func(r *Rules) { r.reach = Flying }, func(r *Rules) { r.reach = Behind }, func(r *Rules) { r.reach = Adjacent })
	return all
}

// The quick predicates of a board agree with the list of moves, for any rules.
func TestCan(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for _, r := range everyRule() {
		v := lay(r)
		for range 60 {
			p, mover := Position{Variant: v}, random.IntN(2)
			kings := random.IntN(3)
			var sides [2]uint64
			for range 2 + random.IntN(20) {
				n := 1 + random.IntN(v.Count)
				side := random.IntN(2)
				if bit := v.Bit[n]; (sides[0]|sides[1])&bit == 0 && (kings > 0 || bit&v.Ends == 0) {
					sides[side] |= bit
					if random.IntN(3) < kings || bit&v.Ends != 0 {
						p.Kings |= bit
					}
				}
			}
			p.Board = boardOf(v, sides, p.Kings, mover)
			due := false
			for own := p.Own; own != 0; own &= own - 1 {
				due = due || len(v.hops(p.Board, own&-own, own&-own, 0, nil)) > 0
			}
			movable := len(v.quiet(p.Board, p.Own, nil)) > 0
			captures, quiet := v.Can(p.Board)
			if captures != due || captures != v.CanCapture(p.Board) || quiet != (movable && !due) {
				t.Fatalf("%+v: %s: can capture %v, can move %v, but %v and %v", r, p.Key(), captures, quiet, due, movable)
			}
		}
	}
}

// boardOf returns the board of the pieces of First and Second.
func boardOf(v *Variant, sides [2]uint64, kings uint64, mover int) Board {
	b := Board{Own: sides[mover], Opp: sides[1-mover], Kings: kings, Near: v.Width / 2}
	if (mover == 0) != v.FirstUp {
		b.Near = -b.Near
	}
	return b
}
