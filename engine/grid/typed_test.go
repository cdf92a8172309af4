package grid

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSplit(t *testing.T) {
	number := func(text string, n int) Square { return Square{Text: text, Number: n, File: -1, Rank: -1} }
	named := func(text string, file, rank int) Square {
		return Square{Text: text, Number: -1, File: file, Rank: rank}
	}
	tests := []struct {
		text string
		want Typed
		open bool
	}{
		{"11", Typed{[]Square{number("11", 11)}, []rune{0}}, false},
		{"11-", Typed{[]Square{number("11", 11)}, []rune{'-'}}, true},
		{" 1 – 05 ", Typed{[]Square{number("1", 1), number("05", 5)}, []rune{'-', 0}}, false},
		{"32X14*21×30", Typed{[]Square{number("32", 32), number("14", 14), number("21", 21), number("30", 30)}, []rune{'x', 'x', 'x', 0}}, false},
		{"11 15", Typed{[]Square{number("11", 11), number("15", 15)}, []rune{' ', 0}}, false},
		{"11:20", Typed{[]Square{number("11", 11), number("20", 20)}, []rune{':', 0}}, false},
		{"D3b5/7", Typed{[]Square{named("d3", 3, 2), named("b5", 1, 4), number("7", 7)}, []rune{0, '/', 0}}, false},
		{"d3xj10!?", Typed{[]Square{named("d3", 3, 2), named("j10", 9, 9)}, []rune{'x', 0}}, false},
	}
	for _, test := range tests {
		got, ok := Split(test.text)
		if d := cmp.Diff(test.want, got); !ok || d != "" {
			t.Errorf("split %q: %v (-want +got):\n%s", test.text, ok, d)
		}
		if ok && got.Open() != test.open {
			t.Errorf("split %q: open %v", test.text, got.Open())
		}
	}
	for _, text := range []string{"", "!", "-", "x", "11?", "11-!", "-11", "11--15", "13h15", "h1515", "111", "d", "d3d", "k1", "11 15 a", "1.2", "\xff"} {
		if got, ok := Split(text); ok {
			t.Errorf("%q is split into %+v", text, got)
		}
	}
}

func TestName(t *testing.T) {
	for want, at := range map[string][2]int{"a1": {0, 0}, "c4": {2, 3}, "j10": {9, 9}} {
		if got := Name(at[0], at[1]); got != want {
			t.Errorf("name of %v: %s, want %s", at, got, want)
		}
	}
}
