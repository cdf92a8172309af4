package render

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"tabuleiro/engine"
)

func TestText_Golden(t *testing.T) {
	for _, c := range []struct {
		name  string
		view  engine.View
		style Style
	}{
		{"start", startView(), Style{}},
		{"opening", opening(), Style{}},
		{"opening-flipped", opening(), Style{Flip: true}},
		{"middle", middle(), Style{}},
		{"large", large(), Style{}},
		{"small", small(), Style{}},
		{"plain", plain(), Style{}},
		{"plain-flipped", plain(), Style{Flip: true}},
		{"letters", opening(), Style{Letters: true}},
		{"letters-kings-flipped", middle(), Style{Letters: true, Flip: true}},
		{"edges-and-labels", func() engine.View { v := middle(); v.Edges = true; return v }(), Style{}},
		{"plain-kings", func() engine.View {
			v := plain()
			v.Cells[0].King, v.Cells[36].King, v.Cells[63].King = true, true, true
			return v
		}(), Style{}},
		{"way-over-pieces", func() engine.View {
			v := put(numbered(8), engine.First, false, 5, 9, 14)
			v = put(v, engine.Second, false, 19, 20)
			v.Last = engine.Trace{Path: cells(v, 5, 9, 18, 23), Taken: cells(v, 14, 19)}
			return v
		}(), Style{}},
		{"all-labelled", func() engine.View {
			v := put(numbered(4), engine.First, true, 1, 5)
			for i := range v.Cells {
				v.Cells[i].Label = strings.Repeat("n", i%3+1)
			}
			v.Last.Path = []int{7, 2}
			return v
		}(), Style{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			golden(t, c.name+".txt", []byte(Text(c.view, c.style)+"\n"))
		})
	}
}

func TestText_Width(t *testing.T) {
	edged := func(v engine.View) engine.View { v.Edges = true; return v }
	for _, c := range []struct {
		name string
		view engine.View
		want int
	}{
		{"8x8 labelled", middle(), 26},
		{"8x8 labelled, edges", edged(middle()), 27},
		{"10x10 labelled", large(), 32},
		{"10x10 labelled, edges", edged(large()), 32},
		{"6x6", small(), 20},
		{"8x8 plain", plain(), 21},
		{"points", contact(), 29},
	} {
		t.Run(c.name, func(t *testing.T) {
			widest := 0
			for _, l := range strings.Split(Text(c.view, Style{}), "\n") {
				widest = max(widest, len(l))
			}
			if widest != c.want {
				t.Errorf("%d columns, want %d", widest, c.want)
			}
		})
	}
}

// Every board of every game fits a phone: 30 columns in a fixed-width font, 32 with ten files.
func TestText_FitsPhone(t *testing.T) {
	for n, g := range everyGame {
		for _, v := range played(t, g, rand.New(rand.NewPCG(uint64(n), 9)), 80) {
			for _, s := range []Style{{}, {Letters: true}, {Flip: true}} {
				limit := 30
				if v.Files > 8 {
					limit = 32
				}
				for _, l := range strings.Split(Text(v, s), "\n") {
					if n := utf8.RuneCountInString(l); n > limit {
						t.Fatalf("%s: %d columns, want at most %d:\n%s", g.Name, n, limit, Text(v, s))
					}
				}
			}
		}
	}
}

func TestText_IsPlain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := views().Draw(t, "view")
		s := Style{Flip: rapid.Bool().Draw(t, "flip")}
		text := Text(v, s)
		want := map[string]int{}
		for _, c := range v.Cells {
			switch {
			case c.Side == engine.Nobody:
			case c.King:
				want[string(lettersOf(v).man(c.Side))] += 2
			default:
				want[string(lettersOf(v).man(c.Side))]++
			}
		}
		if v.Turn == engine.First || v.Turn == engine.Second {
			want[string(lettersOf(v).man(v.Turn))]++
		}
		for _, l := range []string{"O", "X"} {
			if got := strings.Count(text, l); got != want[l] {
				t.Fatalf("%d of %s, want %d:\n%s", got, l, want[l], text)
			}
		}
		for _, l := range strings.Split(text, "\n") {
			if strings.TrimRight(l, " ") != l {
				t.Fatalf("spaces at the end of %q", l)
			}
		}
		for _, r := range text {
			if r != '\n' && (r < ' ' || r > '~') {
				t.Fatalf("%q is not plain:\n%s", r, text)
			}
		}
	})
}

func TestGrid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := grid{rapid.IntRange(1, MaxSide).Draw(t, "files"), rapid.IntRange(1, MaxSide).Draw(t, "ranks"),
			rapid.Bool().Draw(t, "flip")}
		other := g
		other.flip = !g.flip
		i := rapid.IntRange(0, g.files*g.ranks-1).Draw(t, "cell")
		x, y := g.place(i)
		if g.index(x, y) != i {
			t.Fatalf("cell %d lies at %d,%d, where cell %d is", i, x, y, g.index(x, y))
		}
		if got := other.index(g.files-1-x, g.ranks-1-y); got != i {
			t.Fatalf("turned half round, cell %d becomes %d", i, got)
		}
		if int(g.fileName(x)-'a') != i%g.files || g.rankName(y) != i/g.files+1 {
			t.Fatalf("cell %d is called %c%d", i, g.fileName(x), g.rankName(y))
		}
	})
	if (grid{8, 8, false}).index(0, 7) != 0 || (grid{8, 8, true}).index(0, 7) != 63 {
		t.Error("a1 is not in the lower left corner, or h8 not when turned")
	}
}
