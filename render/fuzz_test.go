package render

import (
	"bytes"
	"image/png"
	"strings"
	"testing"
	"unicode/utf8"

	"tabuleiro/engine"
)

// FuzzView draws whatever view the bytes make, sound or not.
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
		for range next() % 12 {
			v.Last.Path = append(v.Last.Path, next()-2)
		}
		for range next() % 6 {
			v.Last.Taken = append(v.Last.Taken, next()-2)
		}
		v.Edges = next()%2 > 0
		n := next()
		if n%4 > 0 && v.Files > 0 && v.Ranks > 0 {
			n = v.Files * v.Ranks
		}
		for range n {
			b := next()
			c := engine.Cell{Side: engine.Side(b & 3), King: b&4 > 0, Dark: b&8 > 0}
			if b&16 > 0 {
				c.Label = label
			}
			v.Cells = append(v.Cells, c)
		}
		s := Style{Flip: flip, Size: size, Foot: []string{label}, First: label, Theme: Themes[len(label)%len(Themes)]}
		if n%3 == 0 {
			s.Marked = []int{n, 3}
			s.Title = label
		}
		Text(v, s)
		s.Unicode = true
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

// FuzzPoints draws whatever board of points the bytes make, sound or not.
func FuzzPoints(f *testing.F) {
	f.Add([]byte("\x01\x02\x02\x05"), 0, false, 1, 0, 0)
	f.Add(bytes.Repeat([]byte{0, 1}, 60), 640, true, 64, 25, 10)
	f.Add(bytes.Repeat([]byte{1, 1, 0, 0}, 40), 140, true, 2, 0, 3)
	f.Add(bytes.Repeat([]byte{255}, 90), 100, true, -1, 1<<40, -1<<40)
	f.Add([]byte("0"), 140, true, 2, 0, 3)
	f.Fuzz(func(t *testing.T, data []byte, size int, flip bool, cube, length, score int) {
		next := func() int {
			if len(data) == 0 {
				return 0
			}
			b := data[0]
			data = data[1:]
			return int(int8(b))
		}
		p := &engine.Points{Cube: cube, Length: length, Score: [2]int{score, next()}, Doubled: flip, Crawford: length%2 > 0}
		for i := range p.Points {
			if p.Points[i].Count = next(); p.Points[i].Count > 0 {
				p.Points[i].Side = engine.Side(p.Points[i].Count%2 + 1)
			}
			if p.Points[i].Count == 100 {
				p.Points[i].Side = engine.Side(next())
			}
		}
		for _, pair := range []*[2]int{&p.Bar, &p.Off, &p.Pips, &p.Dice} {
			pair[0], pair[1] = next(), next()
		}
		p.Turn, p.Mover, p.Owner = engine.Side(next()), engine.Side(next()), engine.Side(next())
		for range next() % 8 {
			p.Used = append(p.Used, next())
		}
		v := engine.View{Points: p, Turn: engine.Side(next())}
		for range next() % 8 {
			v.Last.Hops = append(v.Last.Hops, engine.Hop{From: next(), To: next(), Hit: next() > 0})
		}
		Text(v, Style{Flip: flip, List: true, Unicode: true})
		for _, unicode := range []bool{false, true} {
			for _, l := range strings.Split(Text(v, Style{Flip: flip, Unicode: unicode}), "\n") {
				if n := utf8.RuneCountInString(l); n > pointsWidth+12 {
					t.Fatalf("%d columns: %q", n, l)
				}
			}
		}
		b, err := Picture(v, Style{Flip: flip, Size: size})
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
		most := size
		if size < 400 { // smaller than any that is sent: what is written keeps a height that can be read
			most += 40
		}
		if c.Width != size || c.Height < size/2 || c.Height > most {
			t.Fatalf("the picture is %d x %d, want a width of %d", c.Width, c.Height, size)
		}
	})
}
