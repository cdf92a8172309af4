package bottest

import (
	"os"
	"testing"
)

// IsLong reports whether the long suite runs, in which nothing is left out: LONG=all stands in the environment.
func IsLong() bool { return os.Getenv("LONG") == "all" }

// Long skips a test that only the long suite runs.
func Long(t testing.TB) {
	t.Helper()
	if !IsLong() {
		t.Skip("only with LONG=all in the environment")
	}
}
