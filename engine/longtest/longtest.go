// Package longtest divides the tests: go test ./... runs the short ones, LONG=all go test ./... runs all of them.
package longtest

import (
	"os"
	"testing"
)

// All reports whether the long tests run, too.
func All() bool { return os.Getenv("LONG") == "all" }

// Skip skips a long test where only the short ones run.
func Skip(t testing.TB) {
	t.Helper()
	if !All() {
		t.Skip("long; LONG=all runs it")
	}
}

// Count returns how often something is repeated: few times, or many times where the long tests run.
func Count(few, many int) int {
	if All() {
		return many
	}
	return few
}
