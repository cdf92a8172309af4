package solve

import (
	"math/rand/v2"
	"testing"

	"tabuleiro/engine/draughts/endings"
	"tabuleiro/engine/draughts/rules"
	"tabuleiro/engine/longtest"
)

// Every value follows from those of the positions after each move, with its number of plies. This covers the tables of
// three pieces of all variants and, with LONG, those of four pieces of the first, read from the file written.
func TestMake(t *testing.T) {
	for i, v := range []*rules.Variant{
		rules.Classic, rules.ChileanBy(rules.Adjacent, rules.HuffingOff), rules.ChileanBy(rules.Behind, rules.HuffingOff),
		rules.ChileanBy(rules.Flying, rules.HuffingOff),
	} {
		most, every := 3, 40
		if longtest.All() && i == 0 { // those of four take minutes each on larger boards
			most, every = 4, 400
		}
		file, err := Make(t.Context(), v, most, func(string) {})
		if err != nil {
			t.Fatal(err)
		}
		tables, err := endings.Read(v, file)
		if err != nil {
			t.Fatal(err)
		}
		random := rand.New(rand.NewPCG(1, 2))
		g, counts := grid{endings.GridOf(v)}, [3]int{}
		for _, c := range endings.Listed(most) {
			for _, c := range c.WithSwapped() {
				for n := random.IntN(every); n < g.Size(c); n += 1 + random.IntN(2*every) {
					_, placings := g.Placings(c)
					men, hisMen, ok := g.menOf(n/placings, c)
					if !ok {
						continue
					}
					s := g.withKings(men, hisMen, n%placings, c)
					if again := g.Number(s, c); again != n {
						t.Fatalf("%s %v: board %d has the number %d", v.Name, c, n, again)
					}
					b := g.board(s)
					got, ok := tables.Value(b)
					if !ok {
						t.Fatalf("%s %v: board %d is not there", v.Name, c, n)
					}
					want := endings.Value(-1)
					for i, m := range v.Moves(b, nil) {
						value, ok := tables.Value(v.After(b, m))
						if !ok {
							t.Fatalf("%s %v: what follows on board %d is not there", v.Name, c, n)
						}
						if value = value.Retrograde(m.Taken != 0 || m.From&b.Kings == 0); value.Plies() > v.QuietPlies {
							value = endings.Draw
						}
						if i == 0 || value.Better(want) {
							want = value
						}
					}
					if got != want {
						t.Fatalf("%s %v: board %d is worth %d, its moves %d", v.Name, c, n, got, want)
					}
					counts[1+max(-1, min(got, 1))]++
				}
			}
		}
		if counts[0] < 100 || counts[1] < 100 || counts[2] < 100 {
			t.Errorf("%s: losses, draws and wins are badly mixed: %v", v.Name, counts)
		}
	}
}
