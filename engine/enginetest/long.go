package enginetest

import "os"

// Long is how often something is repeated: usually few times, and many times where the environment says LONG=1.
func Long(few, many int) int {
	if os.Getenv("LONG") != "" {
		return many
	}
	return few
}
