package enginetest

import (
	"math/rand/v2"
	"testing"

	"tabuleiro/engine"
)

// FuzzRead fuzzes Read in some positions; seeds are initial texts.
func FuzzRead(f *testing.F, g *engine.Game, positions []string, seeds ...string) {
	at := []engine.Position{position(f, g, "start", nil)}
	for _, text := range positions {
		at = append(at, position(f, g, text, nil))
	}
	for _, p := range at {
		for m := range p.Moves() {
			f.Add(string(m))
		}
	}
	for _, text := range seeds {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, p := range at {
			if err := CheckRead(p, text); err != nil {
				t.Error(err)
			}
		}
	})
}

// FuzzParse fuzzes Parse, and checks the laws in every position that can be parsed.
func FuzzParse(f *testing.F, g *engine.Game, seeds ...string) {
	f.Add(position(f, g, "start", nil).String())
	for _, text := range seeds {
		f.Add(text)
	}
	o, err := g.Complete(nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := g.Parse(text, o)
		if err != nil {
			return
		}
		l := law{t: t, game: g, options: o, random: rand.New(rand.NewPCG(1, 2))}
		l.position(p)
	})
}
