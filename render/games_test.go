package render

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"image"
	"image/gif"
	"math/rand/v2"
	"strings"
	"testing"

	"tabuleiro/engine"
	games "tabuleiro/engine/table"
)

// pixelsSum returns a hash of a picture.
func pixelsSum(img image.Image) string {
	sum, b := fnv.New64a(), img.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			r, g, blue, a := img.At(x, y).RGBA()
			sum.Write([]byte{byte(r >> 8), byte(g >> 8), byte(blue >> 8), byte(a >> 8)})
		}
	}
	return fmt.Sprintf("%dx%d %x", b.Dx(), b.Dy(), sum.Sum(nil))
}

// paintedSum returns a hash of what a painter has drawn.
func paintedSum(p *painter) string {
	sum := fnv.New64a()
	for _, ink := range p.Pix {
		c := p.rgba[ink]
		sum.Write([]byte{c.R, c.G, c.B})
	}
	return fmt.Sprintf("%v %x", p.Rect.Size(), sum.Sum(nil))
}

func textSum(text string) string {
	sum := fnv.New64a()
	sum.Write([]byte(text))
	return fmt.Sprintf("%x", sum.Sum(nil))
}

// Boards of random games are drawn and written exactly as before, at all sizes, with all marks. The last board of each
// game precedes its sums as text.
func TestGameSums(t *testing.T) {
	var sums strings.Builder
	sizes := []int{MinSize, 97, 160, 240, 320, 360, 500, 640}
	for n, g := range games.Games {
		random := rand.New(rand.NewPCG(uint64(n), 5))
		views := played(t, g, random, 70)
		fmt.Fprintf(&sums, "%s\n%s\n", g.Name, Text(views[len(views)-1], Style{First: "Ana", Second: "Rui"}))
		for i := range 12 {
			v := views[len(views)*(i+1)/13]
			s := Style{Size: sizes[i%len(sizes)], Flip: i%3 == 1, Letters: i%4 == 2, Theme: Themes[i%len(Themes)]}
			if v.Points != nil {
				s.Size = max(s.Size, 240)
			}
			if i%2 == 1 {
				s.First, s.Second, s.Title = "Ana Müller-Lüdenscheidt", "Rui", "Damas #k7q2"
			}
			if i%5 == 3 {
				s.Banner = "Ana ganhou"
			}
			if i%5 == 4 {
				s.Shade, s.Count = "zone", engine.Second
			}
			for c := range v.Cells {
				if v.Cells[c].Side == v.Turn && random.IntN(5) == 0 {
					s.Marked = append(s.Marked, c)
				}
			}
			p, err := painted(v, s)
			if err != nil {
				t.Fatalf("%s, %+v: %v", g.Name, s, err)
			}
			sum := paintedSum(p)
			painters.Put(p)
			fmt.Fprintf(&sums, "  %d %s, text %s, legend %s\n", i, sum, textSum(Text(v, s)), textSum(fmt.Sprint(Legend(v, s))))
		}
		if n%4 == 0 {
			data, err := Animation(views[:6], Style{Size: 240, Banner: "x", Title: "y"})
			if err != nil {
				t.Fatal(err)
			}
			film, err := gif.DecodeAll(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			for i, frame := range film.Image {
				fmt.Fprintf(&sums, "  frame %d at %v for %d: %s\n", i, frame.Bounds().Min, film.Delay[i], pixelsSum(frame))
			}
		}
	}
	golden(t, "games.txt", []byte(sums.String()))
}

// Hints are drawn exactly as before: arrows of all lengths and turns, beside each other, on both kinds of boards.
func TestArrowSums(t *testing.T) {
	var sums strings.Builder
	for n, g := range everyGame {
		random := rand.New(rand.NewPCG(uint64(n), 6))
		views := played(t, g, random, 60)
		for i := range 10 {
			v := views[len(views)*(i+1)/11]
			s := Style{Size: 200 + 40*i, Flip: i%2 == 1, Theme: Themes[i%len(Themes)]}
			for range 1 + i%4 {
				a := Arrow{Way: v.Last, Worse: i%4 == 3, Number: "12"[:i%3]}
				if len(v.Cells) > 0 && i%3 > 0 {
					path := []int{random.IntN(len(v.Cells)), random.IntN(len(v.Cells)), random.IntN(len(v.Cells))}
					a.Way = engine.Trace{Path: path[:2+i%2]}
				}
				s.Arrows = append(s.Arrows, a)
			}
			p, err := painted(v, s)
			if err != nil {
				fmt.Fprintf(&sums, "%s %d %v\n", g.Name, i, err)
				continue
			}
			fmt.Fprintf(&sums, "%s %d %s\n", g.Name, i, paintedSum(p))
			painters.Put(p)
		}
	}
	v := put(numbered(8), engine.First, false, 14, 27) // a way that comes back, over a piece
	for i, labels := range [][]int{{5, 14, 23, 14, 5}, {18, 27, 23, 18, 9}, {1, 10, 19, 15, 10, 3}} {
		v.Last = engine.Trace{Path: cells(v, labels...)}
		p, err := painted(v, Style{Size: 320 + 80*i, Theme: Themes[i]})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&sums, "comes back %v %s\n", labels, paintedSum(p))
		painters.Put(p)
	}
	golden(t, "arrows.txt", []byte(sums.String()))
}

// Curves and tables are drawn exactly as before.
func TestSheetSums(t *testing.T) {
	var sums strings.Builder
	random := rand.New(rand.NewPCG(3, 7))
	for i, n := range []int{1, 2, 7, 40, 700} {
		points := make([]Point, n)
		for k := range points {
			points[k].First = random.Float64()
			if random.IntN(6) == 0 {
				points[k].Marked, points[k].Number = 1+random.IntN(3), fmt.Sprint(k+1)
			}
		}
		names := CurveNames{Names: [2]string{"Ana", "Rui"}, Colours: games.Games[i].Colours, Result: "1-0"}
		fmt.Fprintf(&sums, "curve %d %s\n", n, pixelsSum(decoded(t, Curve(points, names))))
	}
	for i, theme := range Themes {
		table := Table{Title: "#4jmk5 Damas", Head: []string{"", "", "1", "Pts"}, Lit: i % 3}
		for k := range 2 + i {
			table.Rows = append(table.Rows, []string{fmt.Sprint(k + 1), strings.Repeat("Ana ", 1+5*k), "+2", "1½"})
		}
		data, err := Crosstable(table, theme)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&sums, "table %s %s\n", theme, pixelsSum(decoded(t, data)))
	}
	golden(t, "sheets.txt", []byte(sums.String()))
}
