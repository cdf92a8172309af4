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

// game is what came of a round for an entrant.
type game struct {
	other, made int
	met         bool // the other one, over the board
}

// Standing orders n entrants by points, then Buchholz, Sonneborn-Berger, the direct games, and lots, of which each
// entrant has one of its own. A round that an entrant did not play counts for Buchholz and Sonneborn-Berger as if it
// had met one with the same points as its own (FIDE Handbook C.07, "Management of unplayed rounds").
func Standing(n int, rounds [][]Result, lots []int) []Row {
	rows, games := make([]Row, n), make([][]game, n)
	for who := range rows {
		rows[who].Entrant, rows[who].Lot, games[who] = who, lots[who], make([]game, len(rounds))
	}
	for round, results := range rounds {
		for _, r := range results {
			for i, who := range []int{r.First, r.Second} {
				if who != Bye {
					games[who][round] = game{r.First + r.Second - who, r.Points[i], r.Second != Bye && !r.Unplayed}
					rows[who].Points += r.Points[i]
				}
			}
		}
	}
	for who := range rows {
		for _, g := range games[who] {
			points := rows[who].Points
			if g.met {
				points = rows[g.other].Points
			}
			rows[who].Buchholz += points
			rows[who].SonnebornBerger += points * g.made
		}
	}
	equal := func(a, b Row) int {
		return cmp.Or(b.Points-a.Points, b.Buchholz-a.Buchholz, b.SonnebornBerger-a.SonnebornBerger)
	}
	for who := range rows {
		for _, g := range games[who] {
			if g.met && equal(rows[who], rows[g.other]) == 0 {
				rows[who].Direct += g.made
			}
		}
	}
	slices.SortFunc(rows, func(a, b Row) int {
		return cmp.Or(equal(a, b), b.Direct-a.Direct, a.Lot-b.Lot)
	})
	for i := range rows {
		rows[i].Place = i + 1
	}
	return rows
}
