package render

import (
	"image/color"
	"math"
	"testing"

	"tabuleiro/engine"
)

// The arrow of a move is one line through all landing squares, interrupted only by numbers.
func TestWay_IsOneLine(t *testing.T) {
	for _, flip := range []bool{false, true} {
		v, s := middle(), Style{Flip: flip}
		_, img := picture(t, v, s)
		f, err := measure(v, s)
		if err != nil {
			t.Fatal(err)
		}
		r := f.ribbons(v.Last, true)[0]
		if len(r.hops) != len(v.Last.Path)-1 {
			t.Fatalf("%d hops, want %d", len(r.hops), len(v.Last.Path)-1)
		}
		gone, all, gap := 0, 0, 0
		for i, hop := range r.hops {
			from, to := hop[0], hop[1]
			if i == len(r.hops)-1 {
				to = along(to, direction(from, to), -r.short)
			}
			steps := int(math.Hypot(to[0]-from[0], to[1]-from[1])) - 1
			for k := range steps {
				x := int(from[0] + (to[0]-from[0])*float64(k)/float64(steps))
				y := int(from[1] + (to[1]-from[1])*float64(k)/float64(steps))
				if all++; img.At(x, y) == wood.plain.arrow {
					gap = 0
					continue
				}
				gone++
				if gap++; gap > f.cell/2 {
					t.Fatalf("flip %v: the line is interrupted for %d pixels at %d,%d", flip, gap, x, y)
				}
			}
		}
		if gone*6 > all {
			t.Errorf("flip %v: %d of %d points of the line are missing", flip, gone, all)
		}
	}
}

// A marked square and its piece look the same beside an arrow over other squares.
func TestMarkedBesideArrow(t *testing.T) {
	v, s := middle(), Style{Marked: cells(middle(), 14)}
	v.Last = engine.Trace{}
	_, alone := picture(t, v, s)
	s.Arrows = []Arrow{{Way: engine.Trace{Path: cells(v, 9, 13)}}}
	_, beside := picture(t, v, s)
	f, err := measure(v, s)
	if err != nil {
		t.Fatal(err)
	}
	x, y := f.place(s.Marked[0])
	at := f.corner(x, y)
	if ring := alone.At(at.X+f.cell-3, at.Y+f.cell-3); ring != wood.plain.lamp || alone.At(at.X+2, at.Y+2) == ring {
		t.Errorf("the ring is %v, and %v behind the number", ring, alone.At(at.X+2, at.Y+2))
	}
	for i := range f.cell * f.cell {
		if x, y := at.X+i%f.cell, at.Y+i/f.cell; distance(alone.At(x, y).(color.RGBA), beside.At(x, y).(color.RGBA)) > 4*alike {
			t.Fatalf("%d,%d of the square is %v, and %v with an arrow elsewhere", x-at.X, y-at.Y, alone.At(x, y),
				beside.At(x, y))
		}
	}
}

// Captured pieces are shown as they were, but paler than any other.
func TestPicture_ShowsGhosts(t *testing.T) {
	v := middle()
	v.Last.Path = nil
	_, img := picture(t, v, Style{})
	f, err := measure(v, Style{})
	if err != nil {
		t.Fatal(err)
	}
	face := mix(wood.plain.dark, wood.plain.second.face, ghostly)
	for i, want := range map[int]bool{cell(v, 10): false, cell(v, 21): true, cell(v, 27): false} {
		if !holds(img, f, i, face) {
			t.Errorf("cell %d shows no ghost", i)
		}
		at, strong := f.centre(i), contrasting(wood.plain.dark, wood.plain.second.outline, wood.plain.second.face)
		band := int(at[1] + 0.33*pieceRadius*float64(f.cell)) // of a crown
		if got := img.At(int(at[0]), band) == strong; got != want {
			t.Errorf("cell %d: a ghost of a king is %v, want %v", i, got, want)
		}
	}
	if at := f.centre(cell(v, 11)); img.At(int(at[0]), int(at[1])) != wood.plain.dark {
		t.Error("there is a ghost where nothing was taken")
	}
}

// No pixel of a square's number is covered, whatever stands on the square or crosses it, so that it can be read on a
// phone.
func TestLabels_StayReadable(t *testing.T) {
	const phone, least = 360, 9 // pixels
	for name, v := range map[string]engine.View{"8x8": middle(), "10x10": large()} {
		for _, size := range []int{360, 640, 1080} {
			f, err := measure(v, Style{Size: size})
			if err != nil {
				t.Fatal(err)
			}
			if got := f.labelType() * phone / float64(size); got < least {
				t.Errorf("%s, %d pixels wide: labels are %.1f pixels high on a phone", name, size, got)
			}
			_, img := picture(t, v, Style{Size: size})
			labels := alone(f.width, f.height, wood.plain.dark, func(d *drawing) {
				f.labels(d, v, Style{}, wood.plain, f.ribbons(v.Last, true))
			})
			for y := range f.height {
				for x := range f.width {
					if labels.RGBAAt(x, y) == wood.plain.onDark && img.At(x, y) != wood.plain.onDark {
						t.Fatalf("%s, %d pixels wide: a label is covered at %d, %d", name, size, x, y)
					}
				}
			}
		}
	}
}

// The head of an arrow is whole from every direction: no number covers a part of it.
func TestHead_IsWhole(t *testing.T) {
	for _, to := range [][2]int{{0, 0}, {2, 0}, {0, 2}, {2, 2}} {
		v := numbered(8)
		from, at := 3*8+3, (2+to[1])*8+2+to[0]
		v.Cells[from].Label, v.Cells[at].Label = "28", "32"
		v.Cells[at].Side, v.Last = engine.First, engine.Trace{Path: []int{from, at}}
		for _, s := range []Style{{Size: 360}, {Size: 640}, {Size: 640, Flip: true}} {
			f, err := measure(v, s)
			if err != nil {
				t.Fatal(err)
			}
			_, img := picture(t, v, s)
			r := f.ribbons(v.Last, true)[0]
			dir := direction(r.hops[0][0], r.hops[0][1])
			tip := along(r.hops[0][1], dir, -r.short)
			for _, back := range []float64{0.08, 0.12, 0.16} {
				p := along(tip, dir, -back*float64(f.cell))
				if img.At(int(p[0]), int(p[1])) != wood.plain.arrow {
					t.Errorf("to %v, %+v: the head has a hole %.2f squares behind its tip", to, s, back)
				}
			}
		}
	}
}

// Arrows along one line, in opposite or equal directions, lie beside each other, so that each can be followed on a
// phone.
func TestArrows_LieApart(t *testing.T) {
	v := middle()
	v.Last = engine.Trace{}
	for _, c := range [][][]int{{{1, 28}, {28, 1}}, {{28, 5}, {1, 28}, {23, 10}}, {{1, 28, 31}, {23, 5}}} {
		for _, size := range []int{360, 640} {
			s := Style{Size: size}
			for _, path := range c {
				s.Arrows = append(s.Arrows, Arrow{Way: engine.Trace{Path: cells(v, path...)}})
			}
			_, img := picture(t, v, s)
			f, err := measure(v, s)
			if err != nil {
				t.Fatal(err)
			}
			a, b := f.centre(cell(v, 10)), f.centre(cell(v, 14))
			dir, runs, in := direction(a, b), 0, false
			for k := -0.7; k < 0.7; k += 0.01 { // across the line, between the two squares
				p := along([2]float64{(a[0] + b[0]) / 2, (a[1] + b[1]) / 2}, [2]float64{-dir[1], dir[0]}, k*float64(f.cell))
				is := img.At(int(p[0]), int(p[1])) == wood.plain.arrow
				if is && !in {
					runs++
				}
				in = is
			}
			if runs != len(c) {
				t.Errorf("%v, %d pixels wide: %d lines, want %d", c, size, runs, len(c))
			}
		}
	}
}

// A straight arrow stays straight where a part of it makes room for another.
func TestLanes_StayStraight(t *testing.T) {
	at := func(x, y float64) [2]float64 { return [2]float64{x, y} }
	for name, hops := range map[string][][][2]float64{
		"later":  {{at(0, 0), at(20, 20)}, {at(20, 20), at(40, 40)}},
		"before": {{at(60, 60), at(40, 40)}, {at(40, 40), at(20, 20)}},
	} {
		list := []ribbon{{hops: hops}, {hops: [][][2]float64{{at(50, 50), at(30, 30)}}}}
		if name == "before" {
			list[1].hops[0] = [][2]float64{at(50, 50), at(70, 70)}
		}
		ribbons(list).lanes(4)
		a, b := list[0].hops[0], list[0].hops[1]
		d, e := direction(a[0], a[1]), direction(b[0], b[1])
		if len(b) != 2 || a[1] != b[0] || d[0]*e[0]+d[1]*e[1] < 0.999 || a[0] == at(0, 0) || a[0] == at(60, 60) {
			t.Errorf("%s: %v, then %v", name, a, b)
		}
	}
}

// Two numbers stand apart, each on its own way, also where both ways begin on one place or share a hop.
func TestNumber_OnItsWay(t *testing.T) {
	hop := func(from, to int) engine.Trace { return engine.Trace{Hops: []engine.Hop{{From: from, To: to}}} }
	path := func(to ...int) engine.Trace { return engine.Trace{Path: append([]int{36}, to...)} }
	for i, ways := range [][2]engine.Trace{
		{path(27), path(29)}, {path(29), path(27)}, {path(45), path(27)}, {path(45), path(54)}, {path(50, 32), path(50)},
		{path(28), path(28, 30)}, {hop(20, 18), hop(20, 18)}, {hop(20, 18), hop(20, 14)}, {hop(13, 12), hop(13, 7)},
	} {
		arrows := []Arrow{{Way: ways[0], Number: "1"}, {Way: ways[1], Number: "2", Worse: true}}
		var all ribbons
		var unit float64
		if ways[0].Hops != nil {
			v := unmoved(contact())
			b := &points{view: v, style: Style{Size: 360}, table: newTable(v, Style{})}
			_, err := b.measure()
			if err != nil {
				t.Fatal(err)
			}
			unit = wider * float64(b.u)
			all = new(drawing).layPaths(wood.points, v.Last, arrows, unit, b.ribbons)
		} else {
			v := put(numbered(8), engine.Second, false, 28)
			f, err := measure(v, Style{Size: 360})
			if err != nil {
				t.Fatal(err)
			}
			unit = float64(f.cell)
			all = new(drawing).layPaths(wood.plain, v.Last, arrows, unit, f.ribbons)
		}
		gap := math.Hypot(all[0].spot[0]-all[1].spot[0], all[0].spot[1]-all[1].spot[1])
		if gap < spotSize*unit {
			t.Errorf("%d: the numbers are %.0f pixels apart, want %.0f", i, gap, spotSize*unit)
		}
		for _, r := range all {
			if own := (ribbon{hops: r.hops[:1]}); !own.passes(r.spot, 1) {
				t.Errorf("%d: number %s lies beside its way", i, r.number)
			}
		}
	}
}

// A number does not cover the crown of the king that it moves, whatever the direction, and nor do two numbers of two
// moves.
func TestNumber_LeavesCrown(t *testing.T) {
	crowned := func(v engine.View, from int, s Style) (n int) {
		_, img := picture(t, v, s)
		f, err := measure(v, s)
		if err != nil {
			t.Fatal(err)
		}
		at := f.centre(from)
		for y := -f.cell / 3; y < f.cell/3; y++ {
			for x := -f.cell / 3; x < f.cell/3; x++ {
				if img.At(int(at[0])+x, int(at[1])+y) == wood.plain.piece(v.Cells[from].Side).crown {
					n++
				}
			}
		}
		return n
	}
	v := numbered(8)
	from := 4*8 + 4
	v.Cells[from] = engine.Cell{Side: engine.Second, King: true, Dark: true, Label: "28"}
	alone := crowned(v, from, Style{})
	var arrows []Arrow
	for _, step := range []int{9, 7, -9, -7, 1, -1, 8, -8} {
		arrows = append(arrows, Arrow{Way: engine.Trace{Path: []int{from, from + step}}, Number: "1"})
		arrows = append(arrows, Arrow{Way: engine.Trace{Path: []int{from, from + 3*step}}, Number: "2"})
	}
	for i, a := range arrows {
		s := Style{Arrows: []Arrow{a}}
		if i%2 == 1 {
			s.Arrows = append(s.Arrows, arrows[(i+2)%len(arrows)])
		}
		if beside := crowned(v, from, s); beside*10 < alone*9 {
			t.Errorf("%d ways, %v: %d of %d pixels of the crown are left", len(s.Arrows), a.Way.Path, beside, alone)
		}
	}
}

// Squares of a zone are visibly darker than others.
func TestPicture_ShadesZones(t *testing.T) {
	v := plain()
	v.Cells[40].Shade = true
	_, img := picture(t, v, Style{})
	f, err := measure(v, Style{})
	if err != nil {
		t.Fatal(err)
	}
	at := func(i int) (x, y int) {
		x, y = f.place(i)
		return f.x0 + x*f.cell + f.cell/2, f.y0 + y*f.cell + f.cell/2
	}
	shaded, other := img.At(at(40)), img.At(at(41))
	if shaded != wood.plain.square(false, true, unmarked) || other != wood.plain.light {
		t.Errorf("shaded %v, other %v", shaded, other)
	}
	for name, f := range families {
		for kind, th := range map[string]*theme{"plain": f.plain, "red": f.red} {
			if c := contrastOf(th.square(false, true, unmarked), th.light); c < 1.15 {
				t.Errorf("%s, %s: a zone has a contrast of %.2f with the squares beside it, want 1.15", name, kind, c)
			}
		}
	}
}

func TestBanner(t *testing.T) {
	with, _ := Picture(middle(), Style{Banner: "Ana ganhou", Title: "x"})
	without, _ := Picture(middle(), Style{Title: "x"})
	img, high := decoded(t, with), decoded(t, without).Rect.Dy()
	if img.At(4, 4) != wood.plain.lamp || img.Rect.Dy() <= high {
		t.Errorf("%v in the corner, %d pixels high instead of %d", img.At(4, 4), img.Rect.Dy(), high)
	}
}
