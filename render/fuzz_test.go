package render

import (
	"bytes"
	"image/png"
	"testing"

	"tabuleiro/engine"
)

// FuzzView draws any board of cells that bytes describe.
func FuzzView(f *testing.F) {
	f.Add([]byte{8, 8, 1, 0, 2, 9, 18, 200, 1, 2, 3, 4, 5, 6, 7, 8}, 0, "12", false)
	f.Add([]byte{1, 1, 2, 255, 255, 0, 0, 0}, 96, "a very long label", true)
	f.Add([]byte{26, 26, 3}, 640, "\xff\x00é", false)
	f.Add([]byte{10, 3, 0, 30, 1, 29, 15}, 1<<40, "", true)
	f.Fuzz(func(t *testing.T, data []byte, size int, label string, flip bool) {
		next := func() int {
			if len(data) == 0 {
				return 0
			}
			b := data[0]
			data = data[1:]
			return int(b)
		}
		v := engine.View{Files: int(int8(next())), Ranks: int(int8(next())), Turn: engine.Side(next())}
		v.Edges = next()%2 > 0
		n := max(v.Files, 0) * max(v.Ranks, 0)
		for range min(next()%12, n) {
			v.Last.Path = append(v.Last.Path, next()%n)
		}
		for range min(next()%6, n) {
			v.Last.Taken = append(v.Last.Taken, next()%n)
		}
		for range n {
			b := next()
			c := engine.Cell{Side: engine.Side(b % 3), King: b&4 > 0, Dark: b&8 > 0}
			if b&16 > 0 {
				c.Label = label
			}
			v.Cells = append(v.Cells, c)
		}
		s := Style{Flip: flip, Size: size, First: label, Theme: Themes[len(label)%len(Themes)]}
		if n%3 == 0 {
			s.Marked = []int{n, 3}
			s.Title = label
		}
		Text(v, s)
		b, err := Picture(v, s)
		if err != nil {
			return
		}
		c, err := png.DecodeConfig(bytes.NewReader(b))
		if err != nil {
			t.Fatal(err)
		}
		if size == 0 {
			size = DefaultSize
		}
		if c.Width != size || c.Height < 1 || c.Height > maxHeight {
			t.Fatalf("the picture is %d x %d, want a width of %d", c.Width, c.Height, size)
		}
	})
}
