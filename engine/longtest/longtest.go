// Package longtest separates short and long tests: go test ./... runs the short ones, LONG=all go test ./... all.
package longtest

import (
	"os"
	"testing"
)

// All reports whether long tests run too.
func All() bool { return os.Getenv("LONG") == "all" }

// Skip skips a long test unless long tests run.
func Skip(t testing.TB) {
	t.Helper()
	if !All() {
		t.Skip("long; LONG=all runs it")
	}
}

// Count returns a number of repetitions: few, or many if long tests run.
func Count(few, many int) int {
	if All() {
		return many
	}
	return few
}
