package render

import (
	"image"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tabuleiro/engine"
)

func TestPointsPicture_Golden(t *testing.T) {
	for _, c := range []struct {
		name  string
		view  engine.View
		style Style
	}{
		{"points-start", thrown(), Style{}},
		{"points-contact", contact(), Style{}},
		{"points-doubled-flipped", doubled(), Style{Flip: true, Size: 360}},
		{"points-bearing", bearing(), Style{Size: 480}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, _ := picture(t, c.view, c.style)
			golden(t, c.name+".png", b)
		})
	}
}

func TestPointsPicture_Errors(t *testing.T) {
	for size, want := range map[int]string{-1: "-1 pixels", MinSize: "narrower than 8",
		MaxSize + 1: "must be 96 to 2048"} {
		if _, err := Picture(thrown(), Style{Size: size}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("width %d: error %v, want it to say %q", size, err, want)
		}
	}
}

// measured returns the layout of the picture of a view.
func measured(t interface {
	Helper()
	Fatal(...any)
}, s Style) pointsFormat {
	t.Helper()
	b := &points{style: s}
	if _, err := b.measure(); err != nil {
		t.Fatal(err)
	}
	return b.pointsFormat
}

// face returns the side shown in the middle of the i-th checker of a point, or Nobody.
func face(img *image.Paletted, p [2]float64, unit int) engine.Side {
	c := img.At(int(p[0])-unit*29/100, int(p[1])) // beside the light on it
	switch c {
	case wood.points.first.face:
		return engine.First
	case wood.points.second.face:
		return engine.Second
	}
	return engine.Nobody
}

func TestPointsPicture_ShowsCheckers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := pointsViews().Draw(t, "view")
		s := Style{Flip: rapid.Bool().Draw(t, "flip"), Size: rapid.IntRange(330, 700).Draw(t, "size")}
		v.Points.Dice, v.Last = [2]int{}, engine.Trace{}
		_, img := picture(t, v, s)
		f, tab := measured(t, s), newTable(v, s)
		if got := img.Rect.Size(); got != (image.Point{s.Size, f.height}) {
			t.Fatalf("size %v, want %d x %d", got, s.Size, f.height)
		}
		look := func(n, count int, side engine.Side) {
			for i := range stack {
				want := side
				if i >= count {
					want = engine.Nobody
				}
				// there is a number
				if most := map[bool]int{true: stackOnBar, false: stack}[n == 0 || n == barOf]; i >= most || i == most-1 &&
					count > most {
					continue
				}
				if got := face(img, f.spot(tab, n, i, side), f.u); got != want {
					t.Fatalf("place %d, checker %d of %d: it is %v, want %v", n, i+1, count, got, want)
				}
			}
		}
		for i, p := range v.Points.Points {
			look(i+1, p.Count, p.Side)
		}
		look(0, v.Points.Bar[0], engine.First)
		look(barOf, v.Points.Bar[1], engine.Second)
	})
}

// The inner end of a point is free of everything else in one of its corners: an arrow crosses one at most.
func TestPointsPicture_MarksLastPlay(t *testing.T) {
	for _, flip := range []bool{false, true} {
		s := Style{Flip: flip}
		v := contact()
		_, img := picture(t, v, s)
		f, tab := measured(t, s), newTable(v, s)
		for n := range 24 {
			n++
			want := wood.points.ground(unmarked, false)
			switch n {
			case 13, 3:
				want = wood.points.ground(left, false)
			case 7, 2:
				want = wood.points.ground(arrived, true)
			}
			x, low := tab.place(n)
			y := f.y0 + f.half - 2
			if low {
				y = f.bottom() - f.half + 1
			}
			a, b := img.At(f.x(x)+1, y), img.At(f.x(x)+f.u-2, y)
			if a != want && b != want {
				t.Errorf("flip %v, point %d: %v and %v, want %v", flip, n, a, b, want)
			}
		}
		// Half-way from 13 to 7 there is the arrow: the two are in different rows, so it is straight.
		a, b := f.spot(tab, 13, 2, engine.Second), f.spot(tab, 7, 0, engine.Second)
		v.Last = engine.Trace{}
		_, without := picture(t, v, s)
		x, y := int(a[0]+b[0])/2, int(a[1]+b[1])/2
		if img.At(x, y) == without.At(x, y) {
			t.Errorf("flip %v: no arrow at %d,%d", flip, x, y)
		}
	}
}

func TestPointsPicture_ShowsTurn(t *testing.T) {
	for _, c := range []struct {
		turn        engine.Side
		flip        bool
		top, bottom bool
	}{
		{engine.First, false, false, true},
		{engine.First, true, true, false},
		{engine.Second, false, true, false},
		{engine.Second, true, false, true},
		{engine.Nobody, false, false, false},
		{engine.Chance, false, false, false},
	} {
		v := pointsBegin()
		v.Turn = c.turn
		top, bottom := litPlayers(t, v, Style{Flip: c.flip, First: "Ana", Second: "Rui"})
		if top != c.top || bottom != c.bottom {
			t.Errorf("%v on turn, flip %v: lit top %v bottom %v, want %v %v", c.turn, c.flip, top, bottom, c.top, c.bottom)
		}
	}
}

func TestPointsPicture_ShowsCube(t *testing.T) {
	face := wood.points.cubeFace
	for _, c := range []struct {
		owner, offered engine.Side // who owns it, to whom it is offered
		crawford, flip bool
		want           string
	}{
		{0, 0, false, false, "middle"},
		{engine.First, 0, false, false, "bottom"},
		{engine.First, 0, false, true, "top"},
		{engine.Second, 0, false, false, "top"},
		{0, engine.Second, false, false, "top lit"},
		{engine.Second, engine.First, false, false, "bottom lit"},
		{engine.Second, engine.First, false, true, "top lit"},
		{0, 0, true, false, ""},
	} {
		v := pointsBegin()
		p := v.Points
		p.Owner, p.Crawford, p.Doubled = c.owner, c.crawford, c.offered != engine.Nobody
		switch v.Turn = c.offered; c.offered {
		case engine.First:
			p.Mover = engine.Second
		case engine.Second:
			p.Mover = engine.First
		}
		_, img := picture(t, v, Style{Flip: c.flip})
		f := measured(t, Style{})
		found := map[string]bool{}
		for y := f.y0; y < f.bottom(); y++ {
			for x := f.bar; x < f.bar+f.barW; x++ {
				where := "middle"
				if y < f.y0+f.half {
					where = "top"
				} else if y > f.bottom()-f.half {
					where = "bottom"
				}
				switch img.At(x, y) {
				case face:
					found[where] = true
				case wood.points.lamp:
					found["lit"] = true
				}
			}
		}
		for _, where := range []string{"top", "middle", "bottom", "lit"} {
			if found[where] != strings.Contains(c.want, where) {
				t.Errorf("%+v: found %v", c, found)
			}
		}
	}
}
