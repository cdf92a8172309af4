package render

import (
	"fmt"
	"hash/fnv"
	"strings"
	"testing"

	"tabuleiro/engine"
)

// Every kind of board, in every theme, from both sides, plain and with names and marks, is drawn exactly as before.
// Hashes stand for pictures that would be too many to keep; those kept as files show what they look like.
func TestPictureSums(t *testing.T) {
	var sums strings.Builder
	for _, b := range []struct {
		name string
		view engine.View
	}{
		{"start", startView()}, {"opening", opening()}, {"middle", middle()}, {"large", large()}, {"small", small()},
		{"plain", plain()}, {"red", red()}, {"out", out()},
		{"points", pointsBegin()}, {"thrown", thrown()}, {"contact", contact()}, {"entering", entering()},
		{"bearing", bearing()}, {"doubled", doubled()}, {"tied", tied()},
	} {
		for _, theme := range Themes {
			for _, flip := range []bool{false, true} {
				for _, named := range []bool{false, true} {
					s := Style{Theme: theme, Flip: flip, Size: 320}
					if named {
						s.First, s.Second, s.Title, s.Marked = "Ana", "Rui", "Damas #k7q2", []int{0, 3}
					}
					p, err := painted(b.view, s)
					if err != nil {
						t.Fatalf("%s, %+v: %v", b.name, s, err)
					}
					sum := fnv.New64a()
					for _, ink := range p.Pix {
						c := p.rgba[ink]
						sum.Write([]byte{c.R, c.G, c.B})
					}
					painters.Put(p)
					fmt.Fprintf(&sums, "%s %s flip=%t names=%t %x\n", b.name, theme, flip, named, sum.Sum(nil))
				}
			}
		}
	}
	golden(t, "sums.txt", []byte(sums.String()))
}

// painted returns a board on a painter, which the caller must release.
func painted(v engine.View, s Style) (*painter, error) {
	d, size, err := compose(v, s)
	if err != nil {
		return nil, err
	}
	p := newPainter()
	p.draw(d, size)
	return p, nil
}
