package render

import (
	"bytes"
	"image"
	"image/color"
	"slices"
	"testing"

	"tabuleiro/engine"
)

// Every field of a view and a style that a picture shows changes it; those that only text boards use do not.
func TestPicture_Changes(t *testing.T) {
	want, _ := picture(t, middle(), Style{})
	if again, _ := picture(t, middle(), Style{Words: Words{Off: "x"}}); !bytes.Equal(again, want) {
		t.Error("the same view gives another picture")
	}
	for name, change := range map[string]func(*engine.View, *Style){
		"king":    func(v *engine.View, _ *Style) { v.Cells[cell(*v, 16)].King = true },
		"side":    func(v *engine.View, _ *Style) { v.Cells[cell(*v, 16)].Side = engine.First },
		"label":   func(v *engine.View, _ *Style) { v.Cells[cell(*v, 16)].Label = "61" },
		"dark":    func(v *engine.View, _ *Style) { v.Cells[0].Dark = !v.Cells[0].Dark },
		"turn":    func(v *engine.View, _ *Style) { v.Turn = engine.First },
		"red":     func(v *engine.View, _ *Style) { v.Red = true },
		"path":    func(v *engine.View, _ *Style) { v.Last.Path = v.Last.Path[1:] },
		"taken":   func(v *engine.View, _ *Style) { v.Last.Taken = nil },
		"drops":   func(v *engine.View, _ *Style) { v.Last.Drops = []int{5} },
		"flip":    func(_ *engine.View, s *Style) { s.Flip = true },
		"size":    func(_ *engine.View, s *Style) { s.Size = 320 },
		"theme":   func(_ *engine.View, s *Style) { s.Theme = "slate" },
		"marked":  func(_ *engine.View, s *Style) { s.Marked = []int{4} },
		"first":   func(_ *engine.View, s *Style) { s.First = "Ana" },
		"second":  func(_ *engine.View, s *Style) { s.Second = "Ana" },
		"title":   func(_ *engine.View, s *Style) { s.Title = "Ana" },
		"banner":  func(_ *engine.View, s *Style) { s.Banner = "Ana" },
		"lost":    func(v *engine.View, _ *Style) { v.Last.Lost = nil },
		"shade":   func(v *engine.View, _ *Style) { v.Cells[0].Shade = true },
		"legend":  func(_ *engine.View, s *Style) { s.Shade = "Ana" },
		"letters": func(_ *engine.View, s *Style) { s.Letters = true },
	} {
		v, s := middle(), Style{}
		change(&v, &s)
		if got, _ := picture(t, v, s); bytes.Equal(got, want) {
			t.Errorf("%s: the picture is the same", name)
		}
	}
	v := middle()
	v.Edges = true
	if got, _ := picture(t, v, Style{}); !bytes.Equal(got, want) {
		t.Error("names of files and ranks stand beside numbers of squares")
	}
	v = contact()
	before, _ := picture(t, v, Style{})
	v.Points.Pips[0]--
	if after, _ := picture(t, v, Style{}); bytes.Equal(before, after) {
		t.Error("pips: the picture is the same")
	}
}

// inks adds the flat colours of a drawing to a list.
func (d *drawing) inks(list []color.RGBA) []color.RGBA {
	for _, it := range d.items {
		if it.part == 1 {
			list = append(list, it.ink)
		}
	}
	return list
}

// All flat colours of a board are exactly in its palette, which is no larger than a film allows.
func TestPalette_IsExact(t *testing.T) {
	for name, v := range boards() {
		for _, theme := range Themes {
			s := named
			s.Theme = theme
			d, _, err := compose(v, s)
			if err != nil {
				t.Fatal(err)
			}
			p, err := painted(v, s)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range d.inks(nil) {
				if !slices.Contains(p.rgba, c) {
					t.Errorf("%s, %s: %v is not in the palette", name, theme, c)
				}
			}
			if len(p.rgba) > maxInks {
				t.Errorf("%s, %s: %d colours", name, theme, len(p.rgba))
			}
			painters.Put(p)
		}
	}
}

// alone returns a drawing on a ground.
func alone(w, h int, ground color.RGBA, draw func(d *drawing)) *painter {
	d := new(drawing)
	d.box(image.Rect(0, 0, w, h), ground)
	draw(d)
	p := newPainter()
	p.draw(d, image.Pt(w, h))
	return p
}

// RGBAAt returns the colour of a pixel.
func (p *painter) RGBAAt(x, y int) color.RGBA { return p.rgba[p.ColorIndexAt(x, y)] }

// Only the part of a box that is within the picture is painted.
func TestBox_Beside(t *testing.T) {
	p := alone(12, 10, white, func(d *drawing) {
		for _, r := range []image.Rectangle{image.Rect(-9, -9, -1, -1), image.Rect(2, -5, 8, 0), image.Rect(12, 2, 20, 8),
			image.Rect(-3, 4, 2, 5), image.Rect(11, 9, 30, 30)} {
			d.box(r, black)
			d.fill(black, rectangle(float64(r.Min.X), float64(r.Min.Y), float64(r.Max.X), float64(r.Max.Y)))
		}
	})
	for y := range 10 {
		for x := range 12 {
			want := white
			if x < 2 && y == 4 || x == 11 && y == 9 {
				want = black
			}
			if got := p.RGBAAt(x, y); got != want {
				t.Errorf("%d, %d is %v", x, y, got)
			}
		}
	}
}
