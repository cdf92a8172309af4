package endings

import (
	"math/rand/v2"
	"testing"

	"tabuleiro/engine/draughts/rules"
	"tabuleiro/engine/enginetest"
)

// Every value follows from those of the boards that the moves lead to, and with so many plies: the tables of three
// pieces, of each table of rules, and at length those of four of the first, read from the file that was made.
func TestMake(t *testing.T) {
	for i, v := range []*rules.Variant{
		rules.Classic, rules.ChileanBy(rules.Adjacent, rules.HuffingOff), rules.ChileanBy(rules.Behind, rules.HuffingOff),
		rules.ChileanBy(rules.Flying, rules.HuffingOff),
	} {
		most, every := 3, 40
		if enginetest.AtLength() && i == 0 { // those of four take minutes each on larger boards
			most, every = 4, 400
		}
		file, err := Make(t.Context(), v, most, func(string) {})
		if err != nil {
			t.Fatal(err)
		}
		tables, err := Read(v, file)
		if err != nil {
			t.Fatal(err)
		}
		random := rand.New(rand.NewPCG(1, 2))
		counts := [3]int{}
		for _, c := range listed(most) {
			for _, c := range c.both() {
				for n := random.IntN(every); n < tables.size(c); n += 1 + random.IntN(2*every) {
					_, placings := tables.placings(c)
					men, hisMen, ok := tables.menOf(n/placings, c)
					if !ok {
						continue
					}
					s := tables.withKings(men, hisMen, n%placings, c)
					if again := tables.number(s, c); again != n {
						t.Fatalf("%s %v: board %d has the number %d", v.Name, c, n, again)
					}
					b := tables.board(s)
					got, ok := tables.Value(b)
					if !ok {
						t.Fatalf("%s %v: board %d is not there", v.Name, c, n)
					}
					want := Value(-1)
					for i, m := range v.Moves(b, nil) {
						value, ok := tables.Value(v.After(b, m))
						if !ok {
							t.Fatalf("%s %v: what follows on board %d is not there", v.Name, c, n)
						}
						if value = value.Before(m.Taken != 0 || m.From&b.Kings == 0); value.Plies() > v.QuietPlies {
							value = Draw
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

// A file that was cut off or belongs to other rules is refused, or knows less; nothing panics.
func TestReadDamaged(t *testing.T) {
	v := rules.Classic
	file, err := Make(t.Context(), v, 2, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	for n := range file {
		if _, err := Read(v, file[:n]); err == nil {
			t.Errorf("the first %d of %d bytes are read", n, len(file))
		}
	}
	for n := range file {
		damaged := append([]byte(nil), file...)
		damaged[n] ^= 0x55
		if tables, err := Read(v, damaged); err == nil {
			tables.Value(rules.Board{Own: v.Bit[1], Opp: v.Bit[32], Kings: v.Bit[1] | v.Bit[32], Near: 4})
		}
	}
}
