package render

import (
	"math"

	"tabuleiro/engine"
)

// bend is how far a hop within one row curves towards the middle, in lengths of the hop.
const bend = 0.28

// wider is the width in points used to scale arrows, so that they are as thick as on squares, which are wider.
const wider = 1.3

// ribbons returns the ways of a play from where its checkers stood to where they stand, with an arc for each hop. The
// ways of a play that was not made begin and end on top of the checkers there now.
func (b *points) ribbons(way engine.Trace, played bool) (list ribbons) {
	f, t, p := b.pointsFormat, b.table, follow(way.Hops)
	var gone, come [barOf + 1]int
	for _, way := range p.ways {
		begin, end := way[0], way[len(way)-1]
		side := engine.Second
		if begin < end {
			side = engine.First
		}
		from := t.height(begin, side) + gone[begin]
		if !played {
			from = max(from-2*gone[begin]-1, 0)
		}
		here := f.spot(t, begin, from, side)
		r := ribbon{short: 0.42 * float64(f.u)}
		for i, n := range way[1:] {
			high := t.height(n, side)
			switch {
			case n != end || i != len(way)-2:
			case played:
				high = max(high-p.in[n]+come[n], 0)
			default:
				high += come[n]
			}
			next := f.spot(t, n, high, side)
			r.hops = append(r.hops, append([]point{here}, f.arc(here, next)...))
			here = next
		}
		gone[begin]++
		come[end]++
		list = append(list, r)
	}
	return list
}

// height counts the checkers on a place, 0 for off, where ways always end in the tray.
func (t table) height(n int, side engine.Side) int {
	switch n {
	case side.Point(0):
		return 0
	case side.Point(barOf):
		return t.Bar[side-engine.First]
	}
	return t.Points.Points[n-1].Count
}

// spot returns the centre of the i-th checker of a side on a place, counted from 0.
func (f pointsFormat) spot(t table, n, i int, side engine.Side) point {
	unit := float64(f.u)
	depth := (0.5 + float64(min(i, stack-1))*checkerPitch) * unit
	if i >= stack { // on top of the stack, hiding its number
		depth += 0.62 * unit
	}
	middle := float64(f.y0+f.half) + float64(f.gap)/2
	switch n {
	case side.Point(0):
		y := float64(f.y0) + 0.4*float64(f.half)
		if side == t.sitting(true) {
			y = 2*middle - y
		}
		return point{float64(f.tray) + 0.25*unit, y} // so that the tip is left of the number in the tray
	case side.Point(barOf):
		depth += float64(f.gap) / 2
		if side == t.sitting(true) {
			depth = -depth
		}
		return point{float64(f.bar) + float64(f.barW)/2, middle + depth}
	}
	x, low := t.place(n)
	y := float64(f.y0) + edgePad*unit + depth
	if low {
		y = 2*middle - y
	}
	return point{float64(f.x(x)) + unit/2, y}
}

// arc returns the points of a curve from a to b, without a. Within a row it curves towards the middle, over what lies
// between.
func (f pointsFormat) arc(a, b point) []point {
	middle := float64(f.y0+f.half) + float64(f.gap)/2
	c := point{(a[0] + b[0]) / 2, (a[1] + b[1]) / 2}
	if (a[1] < middle) == (b[1] < middle) {
		swing := 2 * bend * math.Hypot(b[0]-a[0], b[1]-a[1])
		swing = min(swing, 2*math.Abs(middle-c[1]))
		if c[1] > middle {
			swing = -swing
		}
		c[1] += swing
	}
	const steps = 16
	curve := make([]point, 0, steps)
	for i := 1; i <= steps; i++ {
		s := float64(i) / steps
		p := point{}
		for k := range p {
			p[k] = (1-s)*(1-s)*a[k] + 2*s*(1-s)*c[k] + s*s*b[k]
		}
		curve = append(curve, p)
	}
	return curve
}
