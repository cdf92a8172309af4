package render

import (
	"image/color"
	"testing"

	"tabuleiro/engine"
)

// Two plays that share a hop lie beside each other there, so that each can be followed on a phone, in its colour.
func TestPlays_LieApart(t *testing.T) {
	hops := func(places ...int) (way engine.Trace) {
		for i := 0; i < len(places); i += 2 {
			way.Hops = append(way.Hops, engine.Hop{From: places[i], To: places[i+1]})
		}
		return way
	}
	for name, c := range map[string][2]engine.Trace{
		"the same way":       {hops(12, 15, 1, 2), hops(12, 15, 17, 18)},
		"one goes on":        {hops(12, 15, 15, 18), hops(12, 15, 1, 2)},
		"on the way":         {hops(12, 15, 15, 18), hops(15, 18, 19, 22)},
		"over the middle":    {hops(12, 13, 1, 4), hops(12, 13, 13, 16)},
		"the other way back": {hops(19, 22), hops(22, 19)},
	} {
		for _, s := range []Style{{Size: 360}, {Size: 640}, {Size: 640, Flip: true}} {
			v := thrown()
			v.Last = engine.Trace{}
			s.Arrows = []Arrow{{Way: c[0]}, {Way: c[1], Worse: true}}
			_, img := picture(t, v, s)
			b := &points{view: v, style: s, table: newTable(v, s)}
			if _, err := b.measure(); err != nil {
				t.Fatal(err)
			}
			both := new(drawing).layPaths(wood.points, v.Last, s.Arrows, wider*float64(b.u), b.ribbons)
			for i, ink := range []color.RGBA{wood.points.arrow, wood.points.loss} {
				there, all := 0, 0
				for _, r := range both {
					if r.worse != (i == 1) {
						continue
					}
					for _, hop := range r.hops {
						for _, p := range hop[len(hop)/4 : len(hop)*2/3] {
							if all++; img.At(int(p[0]), int(p[1])) == ink {
								there++
							}
						}
					}
				}
				if there*10 < all*9 {
					t.Errorf("%s, %d pixels wide: %d of %d points of way %d are seen", name, s.Size, there, all, i+1)
				}
			}
		}
	}
}
