package render

import (
	"bytes"
	"flag"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"tabuleiro/engine"
)

var update = flag.Bool("update", false, "write the golden files in testdata anew")

// golden compares got with a file in testdata: a text byte for byte, a picture pixel by pixel.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	old, err := os.ReadFile(path)
	same := err == nil && string(old) == string(got)
	if picture := strings.HasSuffix(name, ".png"); !same && picture && err == nil {
		same = reflect.DeepEqual(decoded(t, old), decoded(t, got))
	}
	switch {
	case same:
	case *update:
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	case err != nil:
		t.Fatal(err)
	case strings.HasSuffix(name, ".png"):
		t.Fatalf("%s: the picture differs; look at it and run with -update", name)
	default:
		t.Fatalf("%s: got\n%s\nwant\n%s", name, got, old)
	}
}

// decoded returns a picture as the standard library decodes it.
func decoded(t interface {
	Helper()
	Fatal(...any)
}, b []byte) *image.Paletted {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	p, ok := img.(*image.Paletted)
	if !ok || len(p.Palette) > maxInks {
		t.Fatal("the picture has no palette or a large one")
	}
	return p
}

// numbered returns an empty board of n by n, squares numbered from the right of the lowest rank, right to left and
// upwards; the square on the lower right is dark.
func numbered(n int) engine.View {
	v := engine.View{Files: n, Ranks: n, Cells: make([]engine.Cell, n*n), Turn: engine.First}
	num := 0
	for r := range n {
		for f := n - 1; f >= 0; f-- {
			if (f+r)%2 == (n-1)%2 {
				num++
				v.Cells[r*n+f] = engine.Cell{Dark: true, Label: strconv.Itoa(num)}
			}
		}
	}
	return v
}

// put puts pieces of a side on the squares with these labels.
func put(v engine.View, s engine.Side, king bool, labels ...int) engine.View {
	for _, l := range labels {
		c := &v.Cells[cell(v, l)]
		c.Side, c.King = s, king
	}
	return v
}

// cell returns the index of the square with a label.
func cell(v engine.View, label int) int {
	for i, c := range v.Cells {
		if c.Label == strconv.Itoa(label) {
			return i
		}
	}
	panic("no square " + strconv.Itoa(label))
}

// cells returns the indices of the squares with some labels.
func cells(v engine.View, labels ...int) []int {
	var is []int
	for _, l := range labels {
		is = append(is, cell(v, l))
	}
	return is
}

func span(a, b int) []int {
	var s []int
	for ; a <= b; a++ {
		s = append(s, a)
	}
	return s
}

// startView is 8 by 8 with twelve men each.
func startView() engine.View {
	v := put(numbered(8), engine.First, false, span(1, 12)...)
	return put(v, engine.Second, false, span(21, 32)...)
}

// opening is startView after 11-15, with Second on turn.
func opening() engine.View {
	v := startView()
	from, to := cell(v, 11), cell(v, 15)
	v.Cells[to].Side, v.Cells[from].Side = engine.First, engine.Nobody
	v.Turn, v.Last = engine.Second, engine.Trace{Path: []int{from, to}}
	return v
}

// middle has kings of both sides; one has just taken three on its way from 3 over 17 and 30 to 23.
func middle() engine.View {
	v := put(numbered(8), engine.First, false, 1, 4, 7, 9, 12)
	v = put(v, engine.First, true, 23, 5)
	v = put(v, engine.Second, false, 16, 20, 24, 28, 31, 32)
	v = put(v, engine.Second, true, 8, 14)
	v.Turn = engine.Second
	v.Last = engine.Trace{Path: cells(v, 3, 17, 30, 23), Taken: cells(v, 10, 21, 27),
		Lost: []engine.Cell{{Side: engine.Second}, {Side: engine.Second, King: true}, {Side: engine.Second}}}
	return v
}

// large is 10 by 10 with twenty men each and a move played.
func large() engine.View {
	v := put(numbered(10), engine.First, false, span(1, 20)...)
	v = put(v, engine.Second, false, span(31, 50)...)
	from, to := cell(v, 18), cell(v, 23)
	v.Cells[to].Side, v.Cells[from].Side = engine.First, engine.Nobody
	v.Turn, v.Last = engine.Second, engine.Trace{Path: []int{from, to}}
	return v
}

// small is 6 by 6.
func small() engine.View {
	v := put(numbered(6), engine.First, false, span(1, 6)...)
	return put(v, engine.Second, false, span(13, 18)...)
}

// plain is 8 by 8 without labels and with names along the edge, all squares alike; a piece has jumped two others.
func plain() engine.View {
	v := engine.View{Files: 8, Ranks: 8, Cells: make([]engine.Cell, 64), Edges: true, Turn: engine.First}
	for f := range 8 {
		for r := range 2 {
			v.Cells[r*8+f].Side = engine.First
			v.Cells[(7-r)*8+f].Side = engine.Second
		}
	}
	for _, c := range []struct {
		i int
		s engine.Side
	}{{1, 0}, {2, 0}, {11, 0}, {20, 1}, {29, 1}, {50, 0}, {53, 0}, {35, 2}} {
		v.Cells[c.i].Side = c.s
	}
	v.Turn, v.Last = engine.Second, engine.Trace{Path: []int{2, 20, 36}, Taken: []int{28},
		Lost: []engine.Cell{{Side: engine.Second}}}
	v.Cells[36].Side, v.Cells[20].Side, v.Cells[28].Side = engine.First, engine.Nobody, engine.Nobody
	return v
}

// red is plain with red and blue pieces, one of which has just been dropped.
func red() engine.View {
	v := plain()
	v.Red = true
	v.Last.Drops = []int{3}
	return v
}
