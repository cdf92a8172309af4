package search

import "math/bits"

// Mix scatters two words into one.
func Mix(a, b uint64) uint64 {
	high, low := bits.Mul64(a^0x9e3779b97f4a7c15, b^0xd1342543de82ef95)
	return high ^ low
}
