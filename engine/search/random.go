package search

import "math/bits"

// Random is a deterministic generator of random numbers, the same on every machine: splitmix64 (Steele, Lea and
// Flood, 2014).
type Random struct{ state uint64 }

// NewRandom returns a generator seeded with words. Generators of different words are independent.
func NewRandom(words ...uint64) *Random {
	r := &Random{}
	for _, w := range words {
		r.state = r.Uint64() ^ w
	}
	r.Uint64()
	return r
}

// Uint64 returns the next number.
func (r *Random) Uint64() uint64 {
	r.state += 0x9e3779b97f4a7c15
	z := r.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Intn returns a number from 0 to n-1.
func (r *Random) Intn(n int) int {
	high, _ := bits.Mul64(r.Uint64(), uint64(n))
	return int(high)
}

// Mix hashes two words into one.
func Mix(a, b uint64) uint64 {
	high, low := bits.Mul64(a^0x9e3779b97f4a7c15, b^0xd1342543de82ef95)
	return high ^ low
}
