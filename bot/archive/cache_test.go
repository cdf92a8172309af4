package archive

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"tabuleiro/engine/match"
	"tabuleiro/engine/table"
)

// In every game a match takes about as much as it is said to weigh.
func TestWeight(t *testing.T) {
	for _, g := range table.Games {
		options, err := g.Complete(nil)
		if err != nil {
			t.Fatal(err)
		}
		random := rand.New(rand.NewPCG(1, 1))
		var all []entry
		said, before := 0, heap()
		for range 20 {
			start, err := g.New(options)
			if err != nil {
				t.Fatal(err)
			}
			line := g.NewLine(start)
			for line.Len() < 150 && !line.Outcome().Decided() {
				moves := slices.Collect(line.Position().Moves())
				if line, err = line.Play(moves[random.IntN(len(moves))]); err != nil {
					t.Fatal(err)
				}
			}
			all = append(all, entry{match: &match.Match{Line: line}})
			said += all[len(all)-1].weight()
		}
		took := heap() - before + len(all)*8<<10 // what a match has besides its moves
		runtime.KeepAlive(all)
		t.Logf("%s: %d bytes, said to be %d", g.Name, took, said)
		if 5*said < 4*took || said > 2*took {
			t.Errorf("%s: matches that take %d bytes are said to take %d", g.Name, took, said)
		}
	}
}

// heap is how many bytes are in use.
func heap() int {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}
