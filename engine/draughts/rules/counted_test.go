package rules

import "testing"

// Numbers from the opposite corner of the same diagonal run backwards, from the same corner they stay; converting back
// gives the same square, and a number off the board stays.
func TestCounted(t *testing.T) {
	for _, r := range []Rules{portuguese, chilean(Adjacent, HuffingOff), italian, english} {
		v := lay(r)
		for _, from := range []Corner{BottomLeft, BottomRight, TopLeft, TopRight} {
			for n := 1; n <= v.Count; n++ {
				got := v.Renumber(from, n)
				switch bottom, left := from.Bottom() == v.Corner.Bottom(), from.Left() == v.Corner.Left(); {
				case got < 1 || got > v.Count || v.Renumber(from, got) != n:
					t.Errorf("%s: %d from corner %v is %d, and that %d", r.Name, n, from, got, v.Renumber(from, got))
				case bottom && left && got != n:
					t.Errorf("%s: %d is %d from its own corner", r.Name, n, got)
				case !bottom && !left && got != v.Count+1-n:
					t.Errorf("%s: %d is %d from the other end", r.Name, n, got)
				}
			}
			for _, n := range []int{-1, 0, v.Count + 1, 1000} {
				if got := v.Renumber(from, n); got != n {
					t.Errorf("%s: %d is %d", r.Name, n, got)
				}
			}
		}
	}
}
