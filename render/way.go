package render

import (
	"image"
	"image/color"
	"math"
	"slices"

	"golang.org/x/image/vector"

	"tabuleiro/engine"
)

// Arrow is a move that is shown besides the last one of a view, such as one that was not played.
type Arrow struct {
	Way    engine.Trace // its Path, Drops or Hops
	Number string       // in a disc where it begins, such as "1"; "" for none
	Worse  bool         // it was a mistake: in another colour than the others
}

// Measures of a way as parts of a square's width, or of a point's.
const (
	shaftWidth = 0.05
	casing     = 0.035 // on both sides of it
	headLength = 0.26
	headWidth  = 0.28
	wayDot     = 0.09 // radius, where it begins
	spotSize   = 0.42 // of a number
	lanePitch  = 0.27 // between ways along one line
)

// ribbon is the way of one piece in pixels: a curve for each hop, and the head of an arrow at the end.
type ribbon struct {
	hops   [][][2]float64
	short  float64 // so far from the end of the last hop the tip lies
	worse  bool
	number string
	spot   [2]float64 // where the number lies
}

// lanes moves hops that lie on each other apart, to both sides of their line.
func lanes(list []ribbon, pitch float64) {
	type place struct{ ribbon, hop int }
	var lines [][]place
	hop := func(p place) [][2]float64 { return list[p.ribbon].hops[p.hop] }
	for r := range list {
		for h := range list[r].hops {
			p := place{r, h}
			i := slices.IndexFunc(lines, func(line []place) bool {
				return slices.ContainsFunc(line, func(q place) bool { return q.ribbon != r && covers(hop(p), hop(q), pitch) })
			})
			if i < 0 {
				lines, i = append(lines, nil), len(lines)
			}
			lines[i] = append(lines[i], p)
		}
	}
	moved := make(map[place][2]float64)
	for _, line := range lines {
		first := hop(line[0])
		dir := direction(first[0], first[len(first)-1])
		for i, p := range line {
			if off := (float64(i) - float64(len(line)-1)/2) * pitch; off != 0 {
				moved[p] = along([2]float64{}, [2]float64{-dir[1], dir[0]}, off)
			}
		}
	}
	for r := range list { // what goes straight on goes with it
		n := len(list[r].hops)
		for h := 1; h < 2*n-1; h++ {
			to, from := place{r, h}, place{r, h - 1}
			if h >= n {
				to, from = place{r, 2*n - 2 - h}, place{r, 2*n - 1 - h}
			}
			by, is := moved[from]
			if _, has := moved[to]; is && !has && straight(hop(from), hop(to)) {
				moved[to] = by
			}
		}
	}
	for p, by := range moved {
		for k, q := range hop(p) {
			hop(p)[k] = [2]float64{q[0] + by[0], q[1] + by[1]}
		}
	}
	for _, r := range list { // what was parted within a way
		for h := 1; h < len(r.hops); h++ {
			if before := r.hops[h-1]; before[len(before)-1] != r.hops[h][0] {
				r.hops[h] = slices.Insert(r.hops[h], 0, before[len(before)-1])
			}
		}
	}
}

// straight tells whether two hops without a bend lie in one line and go the same way.
func straight(a, b [][2]float64) bool {
	d, e := direction(a[0], a[1]), direction(b[0], b[1])
	return len(a) == 2 && len(b) == 2 && d[0]*e[0]+d[1]*e[1] > 0.999
}

// covers tells whether two hops have more than a point in common: straight ones a part of their line, curves all of it,
// there or back, or so nearly that lines would lie on each other.
func covers(a, b [][2]float64, near float64) bool {
	if len(a) > 2 && len(a) == len(b) {
		close := func(p, q [2]float64) bool { return math.Hypot(p[0]-q[0], p[1]-q[1]) < near }
		last, middle := len(a)-1, len(a)/2
		same := close(a[0], b[0]) || close(a[last], b[last])
		back := close(a[0], b[last]) || close(a[last], b[0])
		return (same || back) && close(a[middle], b[middle])
	}
	dir := direction(a[0], a[1])
	at := func(p [2]float64) (along, across float64) {
		x, y := p[0]-a[0][0], p[1]-a[0][1]
		return x*dir[0] + y*dir[1], y*dir[0] - x*dir[1]
	}
	end, _ := at(a[1])
	from, off := at(b[0])
	to, out := at(b[1])
	return max(math.Abs(off), math.Abs(out)) < 1 && min(end, max(from, to))-max(0, min(from, to)) > 1
}

// ribbons lays ways over a board. All of them are cased before any is drawn: where they cross both can be followed.
func ribbons(img *image.Paletted, t *theme, unit float64, list []ribbon) {
	in := t.inks()
	ink := func(c color.RGBA) uint8 { return uint8(in.nearest(c)) }
	for pass, more := range []float64{max(casing*unit, 1.2), 0} {
		for _, r := range list {
			over := ink(t.casing)
			if pass == 1 {
				over = ink(t.arrow)
				if r.worse {
					over = ink(t.loss)
				}
			}
			for i := range r.hops {
				r.stamp(img, i, unit, more, over)
			}
		}
	}
	for _, r := range list {
		if r.number != "" {
			over := t.arrow
			if r.worse {
				over = t.loss
			}
			at := r.spot
			n := int(spotSize*unit) | 1
			k := tileKey{kind: spot, w: n, h: n, text: r.number}
			k.over(img, int(at[0])-n/2, int(at[1])-n/2, [...]uint8{0, ink(t.casing), ink(over), ink(opposite(over))})
		}
	}
}

// opposite is black or white, whatever can be read on a colour.
func opposite(c color.RGBA) color.RGBA {
	if contrastOf(c, black) > contrastOf(c, white) {
		return black
	}
	return white
}

// over lays the marks of a tile over a picture, each in its ink; where there is none it stays.
func (k tileKey) over(img *image.Paletted, left, top int, inks [4]uint8) {
	pix := k.pixels()
	for y := range k.h {
		for x := range k.w {
			if m, p := pix[y*k.w+x], image.Pt(left+x, top+y); m > 0 && p.In(img.Rect) {
				img.Pix[img.PixOffset(p.X, p.Y)] = inks[m]
			}
		}
	}
}

// spot is a number in a disc, as marks.
func (k tileKey) spot() []uint8 {
	pix := make([]uint8, k.w*k.h)
	mark := func(m uint8, outline func(c *canvas)) {
		c := newCanvas(k.w, k.h, black)
		outline(c)
		for i, a := range c.mask.Pix {
			if a >= 0x80 {
				pix[i] = m
			}
		}
	}
	disc := func(r float64) func(c *canvas) {
		return func(c *canvas) {
			c.disc(float64(k.w)/2, float64(k.h)/2, r)
			c.r.Draw(c.mask, c.mask.Rect, image.Opaque, image.Point{})
		}
	}
	mark(1, disc(float64(k.w)/2))
	mark(2, disc(0.42*float64(k.w)))
	mark(3, func(c *canvas) {
		c.letters(k.text, 0.74*float64(k.w), float64(k.w), func(width, height float64) (x, y float64) {
			return (float64(k.w) - width) / 2, (float64(k.h) + height) / 2
		})
	})
	return pix
}

// stamp draws one hop of a ribbon, so many pixels wider on each side than it is.
func (r ribbon) stamp(img *image.Paletted, i int, unit, more float64, ink uint8) {
	curve, last := r.hops[i], i == len(r.hops)-1
	half := max(shaftWidth*unit, 2)/2 + more
	margin := int(max(headWidth*unit, 2*half, 2*half-r.short)) + 3
	box := image.Rectangle{}
	for _, p := range curve {
		box = box.Union(image.Rect(int(p[0])-margin, int(p[1])-margin, int(p[0])+margin+1, int(p[1])+margin+1))
	}
	if box = box.Intersect(img.Rect); box.Empty() {
		return
	}
	st := lend(box.Dx(), box.Dy())
	defer stencils.Put(st)
	at := func(p [2]float64) [2]float64 { return [2]float64{p[0] - float64(box.Min.X), p[1] - float64(box.Min.Y)} }
	end := curve[len(curve)-1]
	shaft := curve
	if last {
		for len(shaft) > 2 && math.Hypot(shaft[len(shaft)-2][0]-end[0],
			shaft[len(shaft)-2][1]-end[1]) < r.short+headLength*unit {
			shaft = shaft[:len(shaft)-1]
		}
		dir := direction(shaft[len(shaft)-2], end)
		tip := along(end, dir, -r.short)
		foot := along(tip, dir, -headLength*unit)
		n := [2]float64{-dir[1], dir[0]}
		wide := headWidth*unit/2 + 1.6*more
		low := along(foot, dir, -more)
		polygon(&st.r, at(along(low, n, -wide)), at(along(tip, dir, 1.8*more)), at(along(low, n, wide)))
		shaft = append(shaft[:len(shaft)-1:len(shaft)-1], along(foot, dir, 0.1*headLength*unit))
	}
	round := half // where the way turns
	if i == 0 {
		round = wayDot*unit + more
	}
	for k, p := range shaft {
		q := at(p)
		if k == 0 || k < len(shaft)-1 || !last {
			arc(&st.r, q[0], q[1], round, 1)
		}
		round = half
		if k > 0 {
			ribbonPart(&st.r, at(shaft[k-1]), q, half)
		}
	}
	st.cut()
	st.stamp(img, ink, box.Min)
}

// ribbonPart outlines a straight part of a way.
func ribbonPart(r *vector.Rasterizer, a, b [2]float64, half float64) {
	d := direction(a, b)
	n := [2]float64{-d[1], d[0]}
	polygon(r, along(a, n, -half), along(b, n, -half), along(b, n, half), along(a, n, half))
}
