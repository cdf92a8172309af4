package render

import (
	"image"
	"math"

	"golang.org/x/image/vector"

	"tabuleiro/engine"
)

// bend is how far the way of a hop within one row swings out towards the middle, as a part of its length.
const bend = 0.28

// arrows lays the ways of the last play over the board: from where a checker stood to where it stands, an arc for each hop.
func (f pointsFormat) arrows(img *image.Paletted, t table, in *inks) {
	var gone, come [barOf + 1]int
	var curves [][][2]float64
	for _, way := range t.last.ways {
		begin, end := way[0], way[len(way)-1]
		up := begin < end // First's way
		here := f.spot(t, begin, t.height(begin, up)+gone[begin], up)
		curve := [][2]float64{here}
		for i, n := range way[1:] {
			i, high := i+1, t.height(n, up)
			if n == end && i == len(way)-1 {
				high = max(high-t.last.in[n]+come[n], 0)
			}
			next := f.spot(t, n, high, up)
			curve = append(curve, f.arc(here, next)...)
			here = next
		}
		gone[begin]++
		come[end]++
		curves = append(curves, curve)
	}
	if len(curves) == 0 {
		return
	}
	unit := float64(f.u)
	width := max(1.2*shaftWidth*unit, 1.8)
	box := image.Rectangle{}
	for _, c := range curves {
		for _, p := range c {
			box = box.Union(image.Rect(int(p[0])-f.u/2, int(p[1])-f.u/2, int(p[0])+f.u/2+1, int(p[1])+f.u/2+1))
		}
	}
	box = box.Intersect(img.Rect)
	st := lend(box.Dx(), box.Dy())
	defer stencils.Put(st)
	type pass struct {
		more float64 // pixels on each side
		over *glaze
	}
	passes := []pass{{max(0.03*unit, 0.8), &in.halo}, {0, &in.arrow}}
	if t.fullness == fullest {
		passes = passes[1:]
	}
	for _, pass := range passes {
		st.r.Reset(box.Dx(), box.Dy())
		for _, c := range curves {
			f.outline(&st.r, c, [2]float64{-float64(box.Min.X), -float64(box.Min.Y)}, width, pass.more)
		}
		st.cut()
		st.stamp(img, pass.over, box.Min)
	}
}

// height is how many checkers stand on a place; what is off leads into its tray in any case.
func (t table) height(n int, up bool) int {
	side := engine.Second
	if up {
		side = engine.First
	}
	switch n {
	case own(side, 0):
		return 0
	case own(side, barOf):
		return t.Bar[side-engine.First]
	}
	return t.Points.Points[n-1].Count
}

// spot is the centre of the i-th checker on a place of the side that goes up or down the board.
func (f pointsFormat) spot(t table, n, i int, up bool) [2]float64 {
	side := engine.Second
	if up {
		side = engine.First
	}
	unit := float64(f.u)
	depth := (0.5 + float64(min(i, stack-1))*checkerPitch) * unit
	if i >= stack { // over the stack: what it hides is its number
		depth += 0.62 * unit
	}
	middle := float64(f.y0+f.half) + float64(f.gap)/2
	switch n {
	case own(side, 0):
		y := float64(f.y0) + 0.4*float64(f.half)
		if side == t.sitting(true) {
			y = 2*middle - y
		}
		return [2]float64{float64(f.tray) + 0.25*unit, y} // the tip is left of the number in it
	case own(side, barOf):
		depth += float64(f.gap) / 2
		if side == t.sitting(true) {
			depth = -depth
		}
		return [2]float64{float64(f.bar) + unit/2, middle + depth}
	}
	x, low := t.place(n)
	y := float64(f.y0) + edgePad*unit + depth
	if low {
		y = 2*middle - y
	}
	return [2]float64{float64(f.x(x)) + unit/2, y}
}

// arc is the points of a curve from a to b without a. Within a row it swings towards the middle, over what lies between.
func (f pointsFormat) arc(a, b [2]float64) [][2]float64 {
	middle := float64(f.y0+f.half) + float64(f.gap)/2
	c := [2]float64{(a[0] + b[0]) / 2, (a[1] + b[1]) / 2}
	if (a[1] < middle) == (b[1] < middle) {
		swing := 2 * bend * math.Hypot(b[0]-a[0], b[1]-a[1])
		swing = min(swing, 2*math.Abs(middle-c[1]))
		if c[1] > middle {
			swing = -swing
		}
		c[1] += swing
	}
	const steps = 16
	curve := make([][2]float64, 0, steps)
	for i := 1; i <= steps; i++ {
		s := float64(i) / steps
		p := [2]float64{}
		for k := range p {
			p[k] = (1-s)*(1-s)*a[k] + 2*s*(1-s)*c[k] + s*s*b[k]
		}
		curve = append(curve, p)
	}
	return curve
}

// outline outlines an arrow along a curve, which ends short of the centre it leads to.
func (f pointsFormat) outline(r *vector.Rasterizer, curve [][2]float64, move [2]float64, width, more float64) {
	unit := float64(f.u)
	goal := curve[len(curve)-1]
	end := len(curve) - 1
	for end > 1 && math.Hypot(curve[end][0]-goal[0], curve[end][1]-goal[1]) < 0.52*unit {
		end--
	}
	dir := direction(curve[end], goal)
	tip := along(goal, dir, -0.5*unit)
	head, wide := 1.35*headLength*unit, 1.35*headWidth*unit
	foot := along(tip, dir, -head)
	at := func(p [2]float64) [2]float64 { return [2]float64{p[0] + move[0], p[1] + move[1]} }

	shaft := curve[:end+1]
	for len(shaft) > 1 && math.Hypot(shaft[len(shaft)-1][0]-goal[0], shaft[len(shaft)-1][1]-goal[1]) < 0.5*unit+head {
		shaft = shaft[:len(shaft)-1]
	}
	half := width/2 + more
	previous := shaft[0]
	q := at(previous)
	arc(r, q[0], q[1], max(wayDot*unit, width*0.8)+more, 1)
	for _, p := range append(shaft[1:len(shaft):len(shaft)], along(foot, dir, 0.1*head)) {
		d := direction(previous, p)
		n := [2]float64{-d[1], d[0]}
		polygon(r, at(along(previous, n, -half)), at(along(p, n, -half)), at(along(p, n, half)), at(along(previous, n, half)))
		q := at(p)
		arc(r, q[0], q[1], half, 1)
		previous = p
	}
	n := [2]float64{-dir[1], dir[0]}
	foot = along(foot, dir, -more)
	polygon(r, at(along(foot, n, -wide/2-more*1.6)), at(along(tip, dir, 2*more)), at(along(foot, n, wide/2+more*1.6)))
}
