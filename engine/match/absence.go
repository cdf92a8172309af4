package match

import (
	"slices"
	"time"
)

// MostAway is the maximum absence of a person within a year.
const MostAway = 30 * day

const year = 365 * day

// Absence is a period in which a person is away.
type Absence struct {
	From time.Time `json:"from"`
	To   time.Time `json:"to"`
}

// Absences lists the absences of a person in order, without overlaps.
type Absences []Absence

// Leave adds an absence from one time to another, replacing the rest of a current one; if to is not after from, it
// only ends the current one. Ok is false if more than MostAway of the year before the end of the absence is absence.
func (a Absences) Leave(from, to time.Time) (next Absences, ok bool) {
	for _, b := range a {
		switch {
		case !b.To.After(from.Add(-year)), !b.From.Before(from): // too old to count, or not yet begun
			continue
		case b.To.After(from):
			b.To = from
		}
		next = append(next, b)
	}
	if to.After(from) {
		next = append(next, Absence{from, to})
	}
	return slices.Clip(next), next.overlap(to.Add(-year)) <= MostAway
}

// IsAway reports whether the person is away at a time.
func (a Absences) IsAway(at time.Time) bool {
	return slices.ContainsFunc(a, func(b Absence) bool { return !b.From.After(at) && b.To.After(at) })
}

// overlap returns how much of the time from since on is absence.
func (a Absences) overlap(since time.Time) (sum time.Duration) {
	for _, b := range a {
		if b.From.Before(since) {
			b.From = since
		}
		sum += max(0, b.To.Sub(b.From))
	}
	return sum
}

// Union returns the absences of somebody who is away whenever either list says so.
func (a Absences) Union(b Absences) (both Absences) {
	all := slices.Concat(a, b)
	slices.SortFunc(all, func(a, b Absence) int { return a.From.Compare(b.From) })
	for _, one := range all {
		if last := len(both) - 1; last >= 0 && !one.From.After(both[last].To) {
			if one.To.After(both[last].To) {
				both[last].To = one.To
			}
			continue
		}
		both = append(both, one)
	}
	return both
}
