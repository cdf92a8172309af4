package render_test

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"testing"

	"tabuleiro/render"
)

func TestCurve(t *testing.T) {
	if render.Curve(nil, render.CurveNames{}) != nil {
		t.Error("a curve of nothing")
	}
	points := []render.Point{{First: 0.5}, {First: 1, Marked: 3}, {First: 0}, {First: -1}, {First: 0.25}}
	text := render.Curve(points, render.CurveNames{})
	img, err := png.Decode(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if len(text) > 12_000 {
		t.Errorf("%d bytes", len(text))
	}
	b := img.Bounds()
	bright := func(x, y int) bool {
		g := color.GrayModel.Convert(img.At(x, y)).(color.Gray)
		return g.Y > 0x80
	}
	// At the start the first side has the lower half, at the third point nothing, at the end a quarter.
	for _, c := range []struct {
		x, y int
		want bool
	}{
		{0, b.Dy()/2 - 4, false}, {1, b.Dy()/2 + 6, true}, {b.Dx() / 2, b.Dy() - 8, false},
		{b.Dx() - 1, b.Dy()*3/4 - 6, false}, {b.Dx() - 1, b.Dy()*3/4 + 6, true},
	} {
		if bright(c.x, c.y) != c.want {
			t.Errorf("at %d, %d: bright %v", c.x, c.y, !c.want)
		}
	}
	red := img.At((b.Dx()-1)/4, 7)
	if r, g, _, _ := red.RGBA(); r < 2*g {
		t.Errorf("the blunder is %v", red)
	}
	render.Curve(points[:1], render.CurveNames{})
}

// The dots of the three marks differ in size and in brightness, so that colour is not needed to tell them apart.
func TestCurve_Dots(t *testing.T) {
	const start = 0.5
	img := func(mark int) image.Image {
		img, err := png.Decode(bytes.NewReader(render.Curve([]render.Point{{First: start}, {First: start, Marked: mark},
			{First: start}}, render.CurveNames{})))
		if err != nil {
			t.Fatal(err)
		}
		return img
	}
	plain, pixels, light := img(0), 0, 256
	b := plain.Bounds()
	for mark := 1; mark <= 3; mark++ {
		dotted, n := img(mark), 0
		for y := range b.Dy() {
			for x := range b.Dx() {
				if dotted.At(x, y) != plain.At(x, y) {
					n++
				}
			}
		}
		if n < pixels*5/4 {
			t.Errorf("the dot of mark %d has %d pixels, that of the one before %d", mark, n, pixels)
		}
		grey := int(color.GrayModel.Convert(dotted.At((b.Dx()-1)/2, b.Dy()/2)).(color.Gray).Y)
		if grey > light-25 {
			t.Errorf("the dot of mark %d has brightness %d, that of the one before %d", mark, grey, light)
		}
		pixels, light = n, grey
	}
}

// Names, the result and move numbers are on the curve, each in its place, and the file is small.
func TestCurve_Names(t *testing.T) {
	points := []render.Point{{First: 0.5}, {First: 0.82, Marked: 3}, {First: 0.4}, {First: 0.1}}
	draw := func(numbered string, n render.CurveNames) image.Image {
		p := append([]render.Point{}, points...)
		p[1].Number = numbered
		text := render.Curve(p, n)
		if len(text) > 12_000 {
			t.Errorf("%d bytes", len(text))
		}
		img, err := png.Decode(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		return img
	}
	plain := draw("", render.CurveNames{})
	b := plain.Bounds()
	left, right := image.Rect(0, 0, b.Dx()/2, b.Dy()), image.Rect(b.Dx()/2, 0, b.Dx(), b.Dy()/2) // it ends low
	colours := [2]string{"white", "black"}
	long := render.CurveNames{Names: [2]string{"", "Rui Vasconcelos Silva"}, Colours: colours}
	for name, c := range map[string]struct {
		img image.Image
		in  image.Rectangle
	}{
		"first": {draw("", render.CurveNames{Names: [2]string{"Ana"}, Colours: colours}),
			left.Intersect(image.Rect(0, b.Dy()/2, b.Dx(), b.Dy()))},
		"second": {draw("", render.CurveNames{Names: [2]string{"", "Rui"}, Colours: colours}),
			left.Intersect(image.Rect(0, 0, b.Dx(), b.Dy()/2))},
		"result": {draw("", render.CurveNames{Result: "Ana won"}), right},
		"number": {draw("12", render.CurveNames{}), left},
		"below":  {draw("12", long), image.Rect(0, 40, b.Dx()/2, b.Dy())},
	} {
		plain := plain
		if name == "below" {
			plain = draw("", long)
		}
		changed := 0
		for y := range b.Dy() {
			for x := range b.Dx() {
				if c.img.At(x, y) != plain.At(x, y) {
					if changed++; !image.Pt(x, y).In(c.in) {
						t.Fatalf("%s: something else at %d, %d", name, x, y)
					}
				}
			}
		}
		if changed < 50 {
			t.Errorf("%s: %d pixels", name, changed)
		}
	}
}
