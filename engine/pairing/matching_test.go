package pairing

import (
	"math/rand/v2"
	"testing"
)

// best is the weight of the heaviest matching of the vertices that are left, by trying all.
func best(left []int, weight func(a, b int) int64) int64 {
	if len(left) == 0 {
		return 0
	}
	most := int64(-1)
	for i := 1; i < len(left); i++ {
		rest := append(append([]int{}, left[1:i]...), left[i+1:]...)
		most = max(most, weight(left[0], left[i])+best(rest, weight))
	}
	return most
}

func TestHeaviest(t *testing.T) {
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
		weight := func(a, b int) int64 { return w[a*n+b] }
		mates, sum := heaviest(n, weight), int64(0)
		all := make([]int, n)
		for a, b := range mates {
			if all[a] = a; b < 0 || b == a || mates[b] != a {
				t.Fatalf("%v is no perfect matching", mates)
			}
			if a < b {
				sum += weight(a, b)
			}
		}
		if want := best(all, weight); sum != want {
			t.Fatalf("the matching %v weighs %d, the heaviest weighs %d", mates, sum, want)
		}
	}
}
