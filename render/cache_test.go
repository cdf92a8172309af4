package render

import (
	"bytes"
	"image/color"
	"testing"

	"tabuleiro/engine"
)

func forget[K comparable](c *cache[K]) {
	c.mu.Lock()
	c.size = 0
	c.kept.Purge()
	c.mu.Unlock()
}

func TestCacheIsBounded(t *testing.T) {
	c := newCache[int](20 * 100)
	c.keep(0, make([]byte, 100))
	for i := range 200 {
		c.keep(i+1, make([]byte, 100))
		if c.find(0) == nil {
			t.Fatalf("after %d others, what is always in use was forgotten", i)
		}
		if n := c.kept.Len(); n > 20 || c.size != 100*n {
			t.Fatalf("%d are kept, of %d bytes by its count, want at most 20 of 100", n, c.size)
		}
	}
	if c.find(3) != nil {
		t.Error("what nobody asked for is still there")
	}
}

// A picture that is kept is not the caller's to change, and whatever changes the picture changes its key.
func TestPictureCache(t *testing.T) {
	first, _ := picture(t, middle(), Style{})
	want := bytes.Clone(first)
	clear(first)
	if again, _ := picture(t, middle(), Style{Foot: []string{"x"}}); !bytes.Equal(again, want) {
		t.Error("the same view gives another picture")
	}
	for name, change := range map[string]func(*engine.View, *Style){
		"king":    func(v *engine.View, _ *Style) { v.Cells[cell(*v, 16)].King = true },
		"side":    func(v *engine.View, _ *Style) { v.Cells[cell(*v, 16)].Side = engine.First },
		"label":   func(v *engine.View, _ *Style) { v.Cells[cell(*v, 16)].Label = "61" },
		"dark":    func(v *engine.View, _ *Style) { v.Cells[0].Dark = !v.Cells[0].Dark },
		"turn":    func(v *engine.View, _ *Style) { v.Turn = engine.First },
		"edges":   func(v *engine.View, _ *Style) { v.Edges = true },
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
		"letters": func(_ *engine.View, s *Style) { s.Letters = true },
	} {
		v, s := middle(), Style{}
		change(&v, &s)
		if got, _ := picture(t, v, s); bytes.Equal(got, want) {
			t.Errorf("%s: the picture is the same", name)
		}
	}
	v := contact()
	before, _ := picture(t, v, Style{})
	v.Points.Pips[0]--
	if after, _ := picture(t, v, Style{}); bytes.Equal(before, after) {
		t.Error("pips: the picture is the same")
	}
}

// Flat colours are kept exactly, and every blend finds an ink that is close to it.
func TestInksServeTheTheme(t *testing.T) {
	in := wood.plain.inks()
	if len(in.palette) > maxInks {
		t.Fatalf("%d inks, want at most %d", len(in.palette), maxInks)
	}
	for _, dark := range []bool{true, false} {
		for m := unmarked; m <= arrived; m++ {
			if c := wood.plain.square(dark, false, m); in.rgba[in.nearest(c)] != c {
				t.Errorf("square %v marked %d: %v is not among the inks", dark, m, c)
			}
		}
	}
	for _, k := range []tileKey{
		{dark: true, side: engine.First, king: true, text: "17", size: 64},
		{dark: true, side: engine.Second, king: true, text: "17", size: 64, mark: arrived},
		{dark: true, side: engine.Second, text: "9", size: 64},
		{dark: true, mark: taken, text: "50", size: 64},
		{side: engine.First, lined: true},
	} {
		k.theme, k.w, k.h = wood.plain, 80, 80
		pix, drawn := k.paint().Pix, k.draw()
		var sum float64
		for i, ink := range drawn {
			sum += float64(distance(color.RGBA{pix[4*i], pix[4*i+1], pix[4*i+2], 255}, in.rgba[ink]))
		}
		if mean := sum / float64(len(drawn)); mean > 144 { // a step of 4 in every channel
			t.Errorf("%+v: mean error %.1f", k, mean)
		}
	}
}
