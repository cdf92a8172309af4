package render

import "testing"

// A ribbon passes what lies nearer than a distance to any of its hops, and its number what lies nearer than twice that.
func TestPasses(t *testing.T) {
	hops := [][]point{{{0, 0}, {100, 0}}, {{100, 0}, {150, 0}, {150, 100}}}
	for _, c := range []struct {
		number string
		at     point
		want   bool
	}{
		{"", point{50, 9}, true}, {"", point{50, -9}, true}, {"", point{50, 10}, false},
		{"", point{-9, 0}, true}, {"", point{-11, 0}, false}, // before the beginning
		{"", point{159, 50}, true}, {"", point{161, 50}, false}, {"", point{150, 109}, true}, {"", point{150, 111}, false},
		{"", point{300, 310}, false}, {"", point{300, 300}, false}, // where a number would be
		{"2", point{300, 300}, true}, {"2", point{300, 319}, true}, {"2", point{319, 300}, true},
		{"2", point{300, 320}, false}, {"2", point{315, 315}, false}, {"2", point{50, 9}, true}, {"2", point{50, 11}, false},
	} {
		r := ribbon{hops: hops, number: c.number, spot: point{300, 300}}
		if got := r.passes(c.at, 10); got != c.want {
			t.Errorf("number %q, %v: %t", c.number, c.at, got)
		}
	}
}
