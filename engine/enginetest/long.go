package enginetest

import "os"

// AtLength tells whether the environment says LONG=1.
func AtLength() bool { return os.Getenv("LONG") != "" }

// Long is how often something is repeated: usually few times, and many times where the environment says LONG=1.
func Long(few, many int) int {
	if AtLength() {
		return many
	}
	return few
}
