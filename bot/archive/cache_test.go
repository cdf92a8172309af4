package archive

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"tabuleiro/engine/match"
	"tabuleiro/engine/table"
)

func TestCache(t *testing.T) {
	short := entry{match: &match.Match{}}
	c := newCache(3 * short.weight())
	for n := range 3 {
		c.put(fmt.Sprint(n), short)
	}
	c.get("0")
	c.put("2", short) // again, which takes no more room
	c.put("3", short)
	for id, want := range map[string]bool{"0": true, "1": false, "2": true, "3": true} {
		if _, ok := c.get(id); ok != want {
			t.Errorf("%s is there: %v", id, ok)
		}
	}
	c.remove("3")
	c.removeIf(func(entry) bool { return true })
	if c.size != 0 || c.lru.Len() != 0 {
		t.Errorf("empty, it has %d bytes and %d matches", c.size, c.lru.Len())
	}
	huge := newCache(1)
	huge.put("a", short)
	huge.put("b", short)
	if _, ok := huge.get("b"); !ok || huge.lru.Len() != 1 {
		t.Errorf("of two that are too large there are %d, the last among them: %v", huge.lru.Len(), ok)
	}
}

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
