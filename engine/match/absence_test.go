package match_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"tabuleiro/engine/match"
)

// A person has thirty days of absence in a year; coming back early saves the rest, and they are renewed a year later.
func TestAbsences(t *testing.T) {
	const day = 24 * time.Hour
	var a match.Absences
	for _, c := range []struct {
		on, until int // in days
		ok        bool
	}{
		{0, 31, false},
		{0, 20, true},
		{5, 5, true},     // back
		{10, 36, false},  // 5 + 26
		{10, 35, true},   // all of them
		{20, 35, true},   // the same again counts once
		{40, 41, false},  // none is left
		{35, 35, true},   // back is back
		{365, 366, true}, // the first day is a year ago
		{366, 369, true},
		{369, 371, false},
		{369, 370, true},
		{400, 430, false}, // the end is more than a year after the second absence, but not than these
		{400, 425, true},
	} {
		next, ok := a.Leave(noon.Add(time.Duration(c.on)*day), noon.Add(time.Duration(c.until)*day))
		if ok != c.ok {
			t.Errorf("away from day %d until %d: %v", c.on, c.until, ok)
		}
		if ok {
			a = next
		}
	}
}

// No year includes more than thirty days of absence, however many are asked for.
func TestAbsences_InAnyYear(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var a match.Absences
		on := noon
		var away []bool // hour by hour, as it came about
		for range rapid.IntRange(1, 40).Draw(t, "wishes") {
			until := on.Add(time.Duration(rapid.IntRange(0, 31*24).Draw(t, "hours")) * time.Hour)
			if next, ok := a.Leave(on, until); ok {
				a = next
			}
			for range rapid.IntRange(1, 60*24).Draw(t, "wait") {
				gone := false
				for _, b := range a {
					gone = gone || !on.Before(b.From) && on.Before(b.To)
				}
				away = append(away, gone)
				on = on.Add(time.Hour)
			}
		}
		sum := 0
		for i, gone := range away {
			if gone {
				sum++
			}
			if i >= 365*24 && away[i-365*24] {
				sum--
			}
			if sum > 30*24 {
				t.Fatalf("%d hours away in the year to hour %d", sum, i)
			}
		}
	})
}
