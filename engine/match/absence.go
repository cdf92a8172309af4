package match

import (
	"slices"
	"time"
)

// MostAway is how long a person may be away in a year.
const MostAway = 30 * day

const year = 365 * day

// Absence is a time in which a person is away.
type Absence struct {
	From time.Time `json:"from"`
	To   time.Time `json:"to"`
}

// Absences are those of a person, in order, none of which overlap.
type Absences []Absence

// Leave makes somebody away from a moment until another, in place of what is left of an absence under way; not later
// than from: back. Of the year before each end, no more than MostAway may be absence, else ok is false.
func (a Absences) Leave(from, to time.Time) (next Absences, ok bool) {
	for _, b := range a {
		switch {
		case !b.To.After(from.Add(-year)), !b.From.Before(from): // no year counts it any more; it has not begun
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

// IsAway reports whether the person is away at a moment.
func (a Absences) IsAway(at time.Time) bool {
	return slices.ContainsFunc(a, func(b Absence) bool { return !b.From.After(at) && b.To.After(at) })
}

// overlap is how much of the time since a moment is absence.
func (a Absences) overlap(since time.Time) (sum time.Duration) {
	for _, b := range a {
		if b.From.Before(since) {
			b.From = since
		}
		sum += max(0, b.To.Sub(b.From))
	}
	return sum
}

// Intersect are the absences of somebody who was away whenever it was one of both lists.
func (a Absences) Intersect(b Absences) (both Absences) {
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
