package pairing

import (
	"cmp"
	"slices"
)

// Result is the result of a pair: points of both, in half points. Of a bye only First has points.
type Result struct {
	Pair
	Points   [2]int // of First and Second
	Unplayed bool   // awarded, not played: it counts for the score, but for Buchholz like a bye
}

// Row is the standing of an entrant. All values are in half points, SonnebornBerger in half points squared.
type Row struct {
	Entrant         int
	Place           int // from 1; every place has one entrant
	Points          int
	Buchholz        int // Solkoff: sum of the points of all opponents
	SonnebornBerger int // sum of the points of each opponent times those scored against it
	Direct          int // points against opponents with all of the above equal
	Lot             int // last tie-break: the lower one comes first
}

// Level reports whether only the lot separates two rows.
func (r Row) Level(other Row) bool {
	return r.Points == other.Points && r.Buchholz == other.Buchholz && r.SonnebornBerger == other.SonnebornBerger &&
		r.Direct == other.Direct
}

// game is the result of a round for an entrant.
type game struct {
	other, made int
	met         bool // played other over the board
}

// Standing ranks n entrants by points, Buchholz, Sonneborn-Berger, direct encounters, and lots, which are all
// different. For Buchholz and Sonneborn-Berger an unplayed round counts as if played against an opponent with the
// same points (FIDE Handbook C.07, "Management of unplayed rounds").
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
