// Package goldentest compares texts with the files in which a test keeps them; -update writes the files anew.
package goldentest

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Update is the flag -update, which a program has once: tests with files of their own ask this one.
var Update = flag.Bool("update", false, "write the files of testdata anew")

// Compare reports the lines in which a text is not as it stands in a file.
func Compare(t testing.TB, file, got string) {
	t.Helper()
	if *Update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); d != "" {
		t.Errorf("%s (-want +got):\n%s", file, d)
	}
}
