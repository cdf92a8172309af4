package grid

import (
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSplit(t *testing.T) {
	tests := []struct {
		text string
		want Typed
		open bool
	}{
		{"11", typed("", number(11)), false},
		{"11-", typed("", number(11)), false},
		{"d3", typed("", named("d3", 3, 2)), false},
		{"12.d3-e4", typed("-", named("d3", 3, 2), named("e4", 4, 3)), false},
		{"b4a3", typed("", named("b4", 1, 3), named("a3", 0, 2)), false},
		{"11-15-", typed("-", number(11), number(15)), false},
		{"11-15 ,", typed("-", number(11), number(15)), false},
		{"11-15 !", typed("-", number(11), number(15)), false},
		{"11-15x", typed("-x", number(11), number(15)), true},
		{"11--15", typed("-", number(11), number(15)), false},
		{"11-->15", typed(">", number(11), number(15)), false},
		{" 1 – 05 ", typed("-", number(1), Square{"05", 5, -1, -1}), false},
		{"32X14*21×30", typed("xxx", number(32), number(14), number(21), number(30)), false},
		{"11 15", typed(" ", number(11), number(15)), false},
		{"11:20", typed(":", number(11), number(20)), false},
		{"d3xj10!?", typed("x", named("d3", 3, 2), named("j10", 9, 9)), false},
		{"D3b5/e7", typed("\x00/", named("d3", 3, 2), named("b5", 1, 4), named("e7", 4, 6)), false},
		{"１１－１５", typed("-", number(11), number(15)), false},
		{"11→15", typed(">", number(11), number(15)), false},
		{"11 -> 15", typed(">", number(11), number(15)), false},
		{"11>15 > 18", typed(">>", number(11), number(15), number(18)), false},
		{"11.15", typed(".", number(11), number(15)), false},
		{"11,15, 18", typed(",,", number(11), number(15), number(18)), false},
		{"11 a 15", typed("a", number(11), number(15)), false},
		{"de 11 para 15", typed("a", number(11), number(15)), false},
		{"From D3 to C4.", typed("a", named("d3", 3, 2), named("c4", 2, 3)), false},
		{"a3 a b4", typed("a", named("a3", 0, 2), named("b4", 1, 3)), false},
		{"o 11 para o 15", typed("a", number(11), number(15)), false},
		{"de la casilla d3 a la c4", typed("a", named("d3", 3, 2), named("c4", 2, 3)), false},
		{"del 11 hasta la 15", typed("a", number(11), number(15)), false},
		{"1) 11-15", typed("-", number(11), number(15)), false},
		{"12... 11-15", typed("-", number(11), number(15)), false},
		{"12…11-15", typed("-", number(11), number(15)), false},
		{"3. 11 15", typed(" ", number(11), number(15)), false},
		{"1.10.17", typed("..", number(1), number(10), number(17)), false},
		{"K11-15", king(typed("-", number(11), number(15))), false},
		{"r 1", Typed{}, false},
		{"R1x10", king(typed("x", number(1), number(10))), false},
		{"D3-6", king(typed("-", number(3), number(6))), false},
		{"d12 15", king(typed(" ", number(12), number(15))), false},
		{"d3-d6", typed("-", named("d3", 3, 2), named("d6", 3, 5)), false},
		{"c3-6", mixed(typed("-", named("c3", 2, 2), number(6))), false},
		{"c3-0", mixed(typed("-", named("c3", 2, 2), number(0))), false},
		{"6-d3", mixed(typed("-", number(6), named("d3", 3, 2))), false},
		{"d3-e4-6", mixed(typed("--", named("d3", 3, 2), named("e4", 4, 3), number(6))), false},
	}
	for _, test := range tests {
		got, ok := Split(test.text)
		if d := cmp.Diff(test.want, got); ok != (test.want.Squares != nil) || d != "" {
			t.Errorf("split %q: %v (-want +got):\n%s", test.text, ok, d)
		}
		if ok && got.EndsWithSign() != test.open {
			t.Errorf("split %q: open %v", test.text, got.EndsWithSign())
		}
	}
	for _, text := range []string{
		"", "!", "-", "x", "11?", "11-!", "-11", "11---15", "13h15", "h1515", "111", "d", "d3d", "0d3", "12.d3", "k", "11 15 a", "\xff",
		"11. 15", "1) 11", "de 11",
		"11 a", "11 o 15", "11 la 15", "o 11", "to 11", "11a15", "11-K15", "d3-k6", "11-15x!", "12... ",
	} {
		if got, ok := Split(text); ok {
			t.Errorf("%q is split into %+v", text, got)
		}
	}
}

func number(n int) Square { return Square{Text: strconv.Itoa(n), Number: n, File: -1, Rank: -1} }

func named(text string, file, rank int) Square {
	return Square{Text: text, Number: -1, File: file, Rank: rank}
}

// typed has the given signs, and none after the last square.
func typed(signs string, squares ...Square) Typed {
	t := Typed{Squares: squares}
	for _, s := range []byte(signs) {
		t.Signs = append(t.Signs, Sign(s))
	}
	for len(t.Signs) < len(squares) {
		t.Signs = append(t.Signs, Nothing)
	}
	return t
}

func king(t Typed) Typed {
	t.King = true
	return t
}

func mixed(t Typed) Typed {
	t.Mixed = true
	return t
}

func TestName(t *testing.T) {
	for want, at := range map[string][2]int{"a1": {0, 0}, "c4": {2, 3}, "j10": {9, 9}} {
		if got := Name(at[0], at[1]); got != want {
			t.Errorf("name of %v: %s, want %s", at, got, want)
		}
	}
}
