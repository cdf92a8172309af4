package pairing

import (
	"cmp"
	"slices"
)

// Result is what came of a pair: points of both, in half points. A bye has them for First alone.
type Result struct {
	Pair
	Points   [2]int // of First and Second
	Unplayed bool   // it was awarded, not played: it counts for the score, and for Buchholz as a bye does
}

// Row is where an entrant stands. All values are in half points, SonnebornBerger in half points times half points.
type Row struct {
	Entrant         int
	Place           int // from 1; each place has one entrant
	Points          int
	Buchholz        int // Solkoff: the points of all opponents
	SonnebornBerger int // the points of each opponent times those made against it
	Direct          int // points against those with whom all of the above are equal
	Lot             int // the last resort: the lower one comes first
}

// Level reports whether only the lot decides between two rows of a standing.
func (r Row) Level(other Row) bool {
	return r.Points == other.Points && r.Buchholz == other.Buchholz && r.SonnebornBerger == other.SonnebornBerger &&
		r.Direct == other.Direct
}

// Standing orders n entrants by points, then Buchholz, Sonneborn-Berger, the direct games, and lots, of which each
// entrant has one of its own. A round that an entrant did not play counts for Buchholz and Sonneborn-Berger as if it
// had met one with the same points as its own (FIDE Handbook C.07, "Management of unplayed rounds").
func Standing(n int, rounds [][]Result, lots []int) []Row {
	rows := make([]Row, n)
	for i := range rows {
		rows[i].Entrant, rows[i].Lot = i, lots[i]
	}
	each(rounds, func(_ Result, who, _, made int) { rows[who].Points += made })
	for _, round := range rounds {
		for who := range rows {
			r, met := of(round, who)
			points := rows[who].Points
			if met && r.Second != Bye && !r.Unplayed {
				points = rows[r.First+r.Second-who].Points
			}
			rows[who].Buchholz += points
			rows[who].SonnebornBerger += points * r.made(who)
		}
	}
	equal := func(a, b Row) int {
		return cmp.Or(b.Points-a.Points, b.Buchholz-a.Buchholz, b.SonnebornBerger-a.SonnebornBerger)
	}
	slices.SortFunc(rows, func(a, b Row) int { return cmp.Or(equal(a, b), a.Entrant-b.Entrant) })
	for from := 0; from < n; {
		to := from
		group := map[int]bool{}
		for ; to < n && equal(rows[from], rows[to]) == 0; to++ {
			group[rows[to].Entrant] = true
		}
		each(rounds, func(r Result, who, other, made int) {
			if !r.Unplayed && group[who] && group[other] {
				i := slices.IndexFunc(rows, func(row Row) bool { return row.Entrant == who })
				rows[i].Direct += made
			}
		})
		from = to
	}
	slices.SortFunc(rows, func(a, b Row) int {
		return cmp.Or(equal(a, b), b.Direct-a.Direct, a.Lot-b.Lot, a.Entrant-b.Entrant)
	})
	for i := range rows {
		rows[i].Place = i + 1
	}
	return rows
}

// made is what an entrant made in a pair; one who was not there made nothing.
func (r Result) made(who int) int {
	if r.First == who {
		return r.Points[0]
	}
	return r.Points[1]
}

// each goes through the results of all entrants; other is Bye where there was none.
func each(rounds [][]Result, visit func(r Result, who, other, made int)) {
	for _, round := range rounds {
		for _, r := range round {
			visit(r, r.First, r.Second, r.Points[0])
			if r.Second != Bye {
				visit(r, r.Second, r.First, r.Points[1])
			}
		}
	}
}

// of is the result of an entrant in a round.
func of(round []Result, who int) (Result, bool) {
	i := slices.IndexFunc(round, func(r Result) bool { return r.First == who || r.Second == who })
	if i < 0 {
		return Result{}, false
	}
	return round[i], true
}
