package render

import (
	"image/color"
	"math"
	"slices"

	"tabuleiro/engine"
)

// Arrow is a move shown besides the last one of a view, such as one that was not played.
type Arrow struct {
	Way    engine.Trace // its Path, Drops or Hops
	Number string       // in a disc on its first hop, such as "1"; "" for none
	Worse  bool         // a mistake, drawn in another colour
}

// Measures of a way, in widths of a square or in units of a point.
const (
	shaftWidth = 0.05
	casing     = 0.035 // on both sides of the shaft
	headLength = 0.26
	headWidth  = 0.28
	wayDot     = 0.09 // radius of the dot where it begins
	spotSize   = 0.42 // width of the disc of a number
	lanePitch  = 0.27 // distance of parallel ways along one line
)

// ribbon is the way of one piece in pixels: a curve for each hop, with an arrowhead at the end.
type ribbon struct {
	hops   [][]point
	short  float64 // distance of the tip from the end of the last hop
	worse  bool
	number string
	spot   point // centre of the disc of the number
}

// ribbons holds all ways over a board.
type ribbons []ribbon

// hopIndex names a hop of one of the ribbons.
type hopIndex struct{ ribbon, hop int }

func (l ribbons) hop(i hopIndex) []point { return l[i.ribbon].hops[i.hop] }

// lanes moves overlapping ways apart, symmetrically to each line that they share.
func (l ribbons) lanes(pitch float64) {
	moved := make([]point, len(l))
	for _, line := range l.lines(pitch) {
		first := l.hop(line[0])
		dir := direction(first[0], first[len(first)-1])
		for i, p := range line {
			by := &moved[p.ribbon]
			if math.Abs(by[1]*dir[0]-by[0]*dir[1]) < 1 { // not yet moved off this line
				*by = along(*by, point{-dir[1], dir[0]}, (float64(i)-float64(len(line)-1)/2)*pitch)
			}
		}
	}
	for r, way := range l {
		for _, hop := range way.hops {
			for k, q := range hop {
				hop[k] = along(q, moved[r], 1)
			}
		}
	}
}

// lines groups hops that lie on the same line.
func (l ribbons) lines(pitch float64) (lines [][]hopIndex) {
	for r := range l {
		for h := range l[r].hops {
			p := hopIndex{r, h}
			i := slices.IndexFunc(lines, func(line []hopIndex) bool {
				return slices.ContainsFunc(line, func(q hopIndex) bool {
					return q.ribbon != r && covers(l.hop(p), l.hop(q), pitch)
				})
			})
			if i < 0 {
				lines, i = append(lines, nil), len(lines)
			}
			lines[i] = append(lines[i], p)
		}
	}
	return lines
}

// covers reports whether two hops overlap in more than a point, or nearly so: straight ones in part of their line,
// curves along all of it, in either direction.
func covers(a, b []point, near float64) bool {
	if len(a) > 2 && len(a) == len(b) {
		close := func(p, q point) bool { return math.Hypot(p[0]-q[0], p[1]-q[1]) < near }
		last, middle := len(a)-1, len(a)/2
		same := close(a[0], b[0]) || close(a[last], b[last])
		back := close(a[0], b[last]) || close(a[last], b[0])
		return (same || back) && close(a[middle], b[middle])
	}
	dir := direction(a[0], a[1])
	at := func(p point) (along, across float64) {
		x, y := p[0]-a[0][0], p[1]-a[0][1]
		return x*dir[0] + y*dir[1], y*dir[0] - x*dir[1]
	}
	end, _ := at(a[1])
	from, off := at(b[0])
	to, out := at(b[1])
	return max(math.Abs(off), math.Abs(out)) < 1 && min(end, max(from, to))-max(0, min(from, to)) > 1
}

// layPaths draws the way of the last move and all arrows over a board whose places are unit wide, and returns the
// ribbons; of returns those of a move, played or not. All casings are drawn before any way, so that ways can be
// followed where they cross.
func (d *drawing) layPaths(t *theme, last engine.Trace, arrows []Arrow, unit float64,
	of func(way engine.Trace, played bool) ribbons) ribbons {
	list := of(last, true)
	for _, a := range arrows {
		for i, r := range of(a.Way, false) {
			if r.worse = a.Worse; i == 0 {
				r.number = a.Number
			}
			list = append(list, r)
		}
	}
	list.lanes(lanePitch * unit)
	for _, r := range list {
		for i := range r.hops {
			d.fill(t.casing, r.hop(i, unit, max(casing*unit, 1.2)))
		}
	}
	for _, r := range list {
		for i := range r.hops {
			d.fill(r.ink(t), r.hop(i, unit, 0))
		}
	}
	var spots []point
	for i := range list {
		if r := &list[i]; r.number != "" {
			r.spot = r.free(spots, spotSize*unit)
			spots = append(spots, r.spot)
			d.spot(t.casing, r.ink(t), r.number, r.spot, spotSize*unit)
		}
	}
	return list
}

// free returns the first place on the first hop for a disc of a width that hides no other.
func (r ribbon) free(others []point, width float64) (at point) {
	far, hop := width/2, r.hops[0]
	for k, b := range hop[1:] {
		a := hop[k]
		dir, long := direction(a, b), math.Hypot(b[0]-a[0], b[1]-a[1])
		for ; far <= long; far += width / 8 {
			at = along(a, dir, far)
			if !slices.ContainsFunc(others, func(p point) bool { return math.Hypot(p[0]-at[0], p[1]-at[1]) < width }) {
				return at
			}
		}
		far -= long
	}
	return at
}

// passes reports whether a ribbon, or its number, comes within near of a point.
func (r ribbon) passes(p point, near float64) bool {
	for _, hop := range r.hops {
		for k, b := range hop[1:] {
			a := hop[k]
			long := math.Hypot(b[0]-a[0], b[1]-a[1])
			dir := direction(a, b)
			on := along(a, dir, min(max((p[0]-a[0])*dir[0]+(p[1]-a[1])*dir[1], 0), long))
			if math.Hypot(p[0]-on[0], p[1]-on[1]) < near {
				return true
			}
		}
	}
	return r.number != "" && math.Hypot(p[0]-r.spot[0], p[1]-r.spot[1]) < 2*near
}

func (r ribbon) ink(t *theme) color.RGBA {
	if r.worse {
		return t.loss
	}
	return t.arrow
}

// spot draws a number in a disc of a width.
func (d *drawing) spot(edge, ink color.RGBA, number string, at point, width float64) {
	d.fill(edge, disc(at[0], at[1], width/2))
	d.fill(ink, disc(at[0], at[1], 0.42*width))
	d.figure(number, 0.74*width, contrasting(ink, black, white), at[0], at[1], 0.8*width)
}

// hop returns the outline of one hop of a ribbon, widened by more pixels on each side.
func (r ribbon) hop(i int, unit, more float64) (all path) {
	shaft, last := r.hops[i], i == len(r.hops)-1
	half := max(shaftWidth*unit, 2)/2 + more
	if end := shaft[len(shaft)-1]; last {
		for len(shaft) > 2 && math.Hypot(shaft[len(shaft)-2][0]-end[0], shaft[len(shaft)-2][1]-end[1]) <
			r.short+headLength*unit {
			shaft = shaft[:len(shaft)-1]
		}
		dir := direction(shaft[len(shaft)-2], end)
		tip := along(end, dir, -r.short)
		foot := along(tip, dir, -headLength*unit)
		n := point{-dir[1], dir[0]}
		wide := headWidth*unit/2 + 1.6*more
		low := along(foot, dir, -more)
		all = polygon(along(low, n, -wide), along(tip, dir, 1.8*more), along(low, n, wide))
		shaft = append(shaft[:len(shaft)-1:len(shaft)-1], along(foot, dir, 0.1*headLength*unit))
	}
	for k, p := range shaft {
		switch {
		case k == 0 && i == 0:
			all = append(all, disc(p[0], p[1], wayDot*unit+more)...)
		case k < len(shaft)-1 || !last: // where the way turns
			all = append(all, disc(p[0], p[1], half)...)
		}
		if k > 0 {
			all = append(all, bar(shaft[k-1], p, half)...)
		}
	}
	return all
}
