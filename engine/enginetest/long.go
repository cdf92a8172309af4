package enginetest

import (
	"math"
	"os"
)

// AtLength tells whether the environment says LONG=1.
func AtLength() bool { return os.Getenv("LONG") == "1" }

// Long is how often something is repeated: usually few times, many times where the environment says LONG=1, and as
// many times more than few as less than many where it says LONG=some, which is for every change.
func Long(few, many int) int {
	switch os.Getenv("LONG") {
	case "1":
		return many
	case "some":
		return int(math.Sqrt(float64(few) * float64(many)))
	}
	return few
}
