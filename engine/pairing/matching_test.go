package pairing

import (
	"math"
	"math/rand/v2"
	"testing"
)

// best returns the cost of the minimum matching of the remaining vertices, by trying all.
func best(left []int, cost func(a, b int) int64) int64 {
	if len(left) == 0 {
		return 0
	}
	least := int64(math.MaxInt64)
	for i := 1; i < len(left); i++ {
		rest := append(append([]int{}, left[1:i]...), left[i+1:]...)
		least = min(least, cost(left[0], left[i])+best(rest, cost))
	}
	return least
}

func TestLightest(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 11))
	for range 3000 {
		n, high := 2*(1+random.IntN(5)), int64(1)<<(1+random.IntN(50))
		w := make([]int64, n*n)
		for a := range n {
			for b := range a {
				w[a*n+b] = 1 + random.Int64N(high)
				w[b*n+a] = w[a*n+b]
			}
		}
		cost := func(a, b int) int64 { return w[a*n+b] }
		mates, sum := lightest(n, cost), int64(0)
		all := make([]int, n)
		for a, b := range mates {
			if all[a] = a; b < 0 || b == a || mates[b] != a {
				t.Fatalf("%v is no perfect matching", mates)
			}
			if a < b {
				sum += cost(a, b)
			}
		}
		if want := best(all, cost); sum != want {
			t.Fatalf("the matching %v costs %d, the lightest costs %d", mates, sum, want)
		}
	}
}
